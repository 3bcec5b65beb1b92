//! Permanent numbers of parameter keys and choice names, for short share codes.
//!
//! A number is a position in a list, counted from 1. New entries are added only at the end, and
//! entries that are no longer used stay, so a number never changes its meaning. Both lists are in
//! one file, whose lines say to which list they belong: `key erosion.strength`, `name perlin`.

use std::sync::LazyLock;

/// The keys of all versions: `group.name`, `kind.name` for a landform, `operation.kind.name`,
/// `mask.kind.name` and `mark.tool.name`.
static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| entries("key "));

/// The names of all versions: choices, the kinds of layers, operations and masks, and tools.
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| entries("name "));

/// The entries of a list, in order.
fn entries(list: &str) -> Vec<&'static str> {
    let lines = include_str!("../assets/permanent-numbers.txt").lines();
    lines.filter_map(|line| line.strip_prefix(list)).collect()
}

/// The permanent number of a key, from 1 up; `None` for an unknown key.
///
/// ```
/// use orogen_terrain::permanent_numbers;
///
/// assert_eq!(permanent_numbers::of_key("noise.basis"), Some(1));
/// assert_eq!(permanent_numbers::of_key("noise.flavour"), None);
/// ```
pub fn of_key(key: &str) -> Option<u16> {
    number_of(&KEYS, key)
}

/// The key with a permanent number; `None` if no key has it.
pub fn key_of(number: u64) -> Option<&'static str> {
    entry(&KEYS, number)
}

/// The permanent number of a name, from 1 up; `None` for an unknown name.
pub fn of_name(name: &str) -> Option<u16> {
    number_of(&NAMES, name)
}

/// The name with a permanent number; `None` if no name has it.
pub fn name_of(number: u64) -> Option<&'static str> {
    entry(&NAMES, number)
}

fn number_of(list: &[&str], entry: &str) -> Option<u16> {
    list.iter().zip(1..).find(|(known, _)| **known == entry).map(|(_, number)| number)
}

fn entry(list: &[&'static str], number: u64) -> Option<&'static str> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    list.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heightmap::HeightmapLayer;
    use crate::landform::LandformKind;
    use crate::layer::{LayerHead, LayerKind};
    use crate::marks::{Mark, ToolKind};
    use crate::mask::{Mask, MaskType};
    use crate::operation::OperationKind;
    use crate::param::{Document, Param, ParamKind};
    use crate::recipe::Recipe;
    use crate::view::ViewParams;
    use orogen_noise::hash::fnv1a;

    /// The keys of all tables with their parameter kinds.
    fn rows_of_tables() -> Vec<(String, ParamKind)> {
        fn add<D>(rows: &mut Vec<(String, ParamKind)>, prefix: &str, table: &[Param<D>]) {
            rows.extend(table.iter().map(|param| (format!("{prefix}{}", param.key), param.kind)));
        }
        let rows = &mut vec![("operation.on".to_owned(), ParamKind::Toggle)];
        add(rows, "", Recipe::params());
        add(rows, "", ViewParams::params());
        add(rows, "", LayerHead::params());
        add(rows, "", HeightmapLayer::params());
        add(rows, "", Mask::head_params());
        LandformKind::ALL.iter().for_each(|kind| add(rows, "", kind.value.params()));
        OperationKind::ALL.iter().for_each(|kind| add(rows, "operation.", kind.value.params()));
        MaskType::ALL.iter().for_each(|kind| add(rows, "mask.", kind.value.params()));
        add(rows, "", Mark::head_params());
        ToolKind::ALL.iter().for_each(|kind| add(rows, "mark.", kind.value.params()));
        std::mem::take(rows)
    }

    #[test]
    fn every_key_and_every_name_of_a_kind_or_choice_has_a_number() {
        let rows = rows_of_tables();
        let keys = rows.iter().map(|(key, _)| &**key).filter(|key| of_key(key).is_none());
        let mut names: Vec<_> = LayerKind::all().into_iter().map(|(name, _)| name).collect();
        names.extend(OperationKind::ALL.iter().map(|row| row.name));
        names.extend(MaskType::ALL.iter().map(|row| row.name));
        names.extend(ToolKind::ALL.iter().map(|row| row.name));
        for (_, kind) in &rows {
            if let ParamKind::Choice(rows) = kind {
                names.extend(rows.iter().map(|row| row.name));
            }
        }
        let names = names.into_iter().filter(|name| of_name(name).is_none());
        let without: Vec<_> = keys.chain(names).collect();
        assert!(without.is_empty(), "add these at the end of the file: {without:?}");
    }

    #[test]
    fn every_number_belongs_to_its_key_and_name() {
        for number in 0..400 {
            let key = key_of(number);
            assert_eq!(key.and_then(of_key).map_or(0, u64::from), key.map_or(0, |_| number));
            let name = name_of(number);
            assert_eq!(name.and_then(of_name).map_or(0, u64::from), name.map_or(0, |_| number));
        }
        assert_eq!((key_of(u64::MAX), name_of(u64::MAX)), (None, None));
    }

    #[test]
    fn numbers_never_change() {
        let unique: std::collections::HashSet<_> = KEYS.iter().collect();
        assert_eq!(unique.len(), KEYS.len(), "a key is listed twice");
        let unique: std::collections::HashSet<_> = NAMES.iter().collect();
        assert_eq!(unique.len(), NAMES.len(), "a name is listed twice");
        let first = NAMES[..94].join(" ");
        assert_eq!(fnv1a(first.as_bytes()), 0x7a57_5530_ae3a_50a7);
        let first = KEYS[..210].join(" ");
        assert_eq!(fnv1a(first.as_bytes()), 0x2b2f_058f_5ff4_f676);
    }
}
