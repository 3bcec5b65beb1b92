//! Writes the differences between a scene and the defaults as bytes.
//!
//! All counts, ids, key numbers and name numbers are *varints*: seven bits per byte, lowest bits
//! first; the eighth bit is set if more bytes follow. An *entry* is a parameter that differs from
//! its default. Entries are sorted by key number. An entry has the difference from the previous key
//! number, then the value; a 0 follows the last entry. The order of the data is:
//!
//! 1. the recipe's version;
//! 2. the entries of recipe and view;
//! 3. the camera, then the count of bookmarks and each with its number;
//! 4. the count of layers, then for each its id, kind, entries, operations and masks, and for a layer
//!    of marks these in the format of point 5;
//! 5. the operations on the whole land, then the masks of the erosion: a count, then for each its
//!    id, kind and entries;
//! 6. only if a layer has edits, or plants or rivers have masks: the edits, then a 0. Each layer with
//!    edits has its id, the count of its edits, and for each edit the octave, lattice point and
//!    gradient;
//! 7. if plants or rivers have masks: the masks of the plants, in the format of point 5;
//! 8. if rivers have masks: their masks, in the same format.

use crate::address::{Listed, Target};
use crate::camera::Camera;
use crate::layer::{Layer, LayerKind};
use crate::param::{Document, Value};
use crate::permanent_numbers;
use crate::recipe::RECIPE_VERSION;
use crate::recipe_text::is_noise_group;
use crate::scene::Scene;
use crate::share::keys::{key_of_layer, key_of_part};
use crate::varint;
use orogen_noise::Edit;

/// The first byte of a camera: the default camera, a pose around the land's middle, or a pose
/// around a focus point, which follows.
pub(super) const DEFAULT: u8 = 0;
pub(super) const POSE: u8 = 1;
pub(super) const FOCUS: u8 = 2;

/// The value of the three bits for the power of ten if the power follows in a byte of its own.
pub(super) const FAR_POWER: u64 = 7;
/// The value of that byte if the number follows as the bits of a float.
pub(super) const BITS: u8 = 0x80;
/// The lowest power of ten that fits in the three bits, which reach from 10⁻⁴ to 10².
pub(super) const MIN_POWER: i32 = -4;

/// A changed value with the number of its key.
struct Entry {
    number: u16,
    value: Value,
}

/// Writes the bytes of a scene.
pub(super) fn scene(scene: &Scene) -> Vec<u8> {
    let mut out = ShareWriter(vec![]);
    let default = Scene::defaults_of(RECIPE_VERSION);
    out.varint(u64::from(RECIPE_VERSION));
    let mut entries = differences(&scene.recipe, &default.recipe, |group| !is_noise_group(group));
    entries.extend(differences(&scene.view.params, &default.view.params, |_| true));
    out.entries(entries);
    out.camera((scene.view.camera != default.view.camera).then_some(scene.view.camera));
    out.varint(scene.view.bookmarks.iter().count() as u64);
    for (number, camera) in scene.view.bookmarks.iter() {
        out.varint(u64::from(number));
        out.camera(Some(camera));
    }
    out.varint(scene.recipe.layers.len() as u64);
    scene.recipe.layers.iter().for_each(|layer| out.layer(layer));
    out.parts("operation", &scene.recipe.operations);
    out.parts("mask", &scene.recipe.erosion_masks.0);
    let [plants, rivers] = [&scene.recipe.plants_masks.0, &scene.recipe.rivers_masks.0];
    let (has_rivers, has_more) = (!rivers.is_empty(), !plants.is_empty() || !rivers.is_empty());
    out.edits(&scene.recipe.layers, has_more);
    if has_more {
        out.parts("mask", plants);
    }
    if has_rivers {
        out.parts("mask", rivers);
    }
    out.0
}

/// The parameters of the wanted groups in which two documents differ.
fn differences<D: Document>(now: &D, default: &D, is_wanted: impl Fn(&str) -> bool) -> Vec<Entry> {
    let wanted = D::params().iter().filter(|param| is_wanted(param.group()));
    let value = |param: &crate::param::Param<D>| {
        let value = (param.get)(now);
        let differs = !is_same(&value, &(param.get)(default));
        differs.then(|| Entry { number: number_of(param.key), value })
    };
    wanted.filter_map(value).collect()
}

/// The parameters in which two layers, operations, masks or marks of the same kind differ.
fn differences_of(
    now: &Target<'_>,
    default: &Target<'_>,
    key: impl Fn(&str) -> String,
) -> Vec<Entry> {
    let value = |row: crate::address::AddressRow| {
        let value = now.get(row.key)?;
        let differs = default.get(row.key).is_none_or(|default| !is_same(&value, &default));
        differs.then(|| Entry { number: number_of(&key(row.key)), value })
    };
    now.rows().into_iter().filter_map(value).collect()
}

/// Compares values bit for bit, so that zeros of different sign differ.
fn is_same(a: &Value, b: &Value) -> bool {
    a == b && a.to_string() == b.to_string()
}

fn number_of(key: &str) -> u16 {
    permanent_numbers::of_key(key).expect("every key has a number, as a test checks")
}

struct ShareWriter(Vec<u8>);

impl ShareWriter {
    fn varint(&mut self, x: u64) {
        varint::push(&mut self.0, x);
    }

    fn text(&mut self, text: &str) {
        self.varint(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    /// Writes a number as the shortest decimal digits that restore it exactly, otherwise as its
    /// bits.
    fn number(&mut self, x: f64) {
        let digits = Decimal::of(&format!("{x:e}"));
        let digits = digits.filter(|digits| digits.as_f64().to_bits() == x.to_bits());
        self.decimal(digits, &x.to_le_bytes());
    }

    /// Writes an f32 in the same form as an f64, but with the shortest digits of the f32.
    fn write_f32(&mut self, x: f32) {
        let digits = Decimal::of(&format!("{x:e}"));
        let digits = digits.filter(|digits| digits.as_f32().to_bits() == x.to_bits());
        self.decimal(digits, &x.to_le_bytes());
    }

    fn decimal(&mut self, decimal: Option<Decimal>, bits: &[u8]) {
        let Some(Decimal { negative, digits, power }) = decimal else {
            self.varint(FAR_POWER);
            self.0.push(BITS);
            self.0.extend(bits);
            return;
        };
        let signed = digits << 1 | u64::from(negative);
        let near_power = u64::try_from(power - MIN_POWER).ok().filter(|power| *power < FAR_POWER);
        self.varint(signed << 3 | near_power.unwrap_or(FAR_POWER));
        if near_power.is_none() {
            self.0.push(power as i8 as u8);
        }
    }

    fn integer(&mut self, i: i64) {
        varint::push_signed(&mut self.0, i);
    }

    fn name(&mut self, name: &str) {
        // 0 means that the name has no number, such as the name of a user's noise basis.
        let number = permanent_numbers::of_name(name).unwrap_or(0);
        self.varint(u64::from(number));
        if number == 0 {
            self.text(name);
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Number(x) => self.number(*x),
            Value::Integer(i) => self.integer(*i),
            // A toggle that differs from its default has only one possible value.
            Value::Toggle(_) => {}
            Value::Choice(name) => self.name(name),
            Value::Colour(rgb) => rgb.iter().for_each(|x| self.write_f32(*x)),
            Value::Curve(points) => {
                self.varint(points.len() as u64);
                points.iter().flatten().for_each(|x| self.number(*x));
            }
            Value::Text(text) => self.text(text),
        }
    }

    fn entries(&mut self, mut entries: Vec<Entry>) {
        entries.sort_by_key(|entry| entry.number);
        let mut last = 0;
        for Entry { number, value } in &entries {
            self.varint(u64::from(number - last));
            self.value(value);
            last = *number;
        }
        self.varint(0);
    }

    fn camera(&mut self, camera: Option<Camera>) {
        let Some(Camera { yaw_deg, pitch_deg, distance_m, focus_m }) = camera else {
            return self.0.push(DEFAULT);
        };
        self.0.push(if focus_m.is_some() { FOCUS } else { POSE });
        let pose = [yaw_deg, pitch_deg, distance_m];
        pose.iter().chain(focus_m.iter().flatten()).for_each(|x| self.number(*x));
    }

    fn layer(&mut self, layer: &Layer) {
        self.varint(u64::from(layer.id));
        self.name(layer.kind.name());
        let (mut now, mut default) = (layer.clone(), layer.with_defaults());
        let (now, default) = (Target::Layer(&mut now), Target::Layer(&mut default));
        self.entries(differences_of(&now, &default, key_of_layer));
        self.parts("operation", &layer.operations);
        self.parts("mask", &layer.masks.0);
        if let LayerKind::Marks(marks) = &layer.kind {
            self.parts("mark", marks);
        }
    }

    /// Writes the edits of layers and a final 0. Without edits, it writes the 0 only if more data
    /// follows.
    fn edits(&mut self, layers: &[Layer], has_more: bool) {
        let noises = layers.iter().filter_map(|layer| Some((layer.id, &layer.as_noise()?.edits)));
        let edited: Vec<_> = noises.filter(|(_, edits)| !edits.is_empty()).collect();
        for (id, edits) in &edited {
            self.varint(u64::from(*id));
            self.varint(edits.len() as u64);
            for Edit { octave, cell, gradient } in edits.iter() {
                self.varint(u64::from(*octave));
                cell.iter().for_each(|x| self.integer(*x));
                gradient.iter().for_each(|x| self.number(*x));
            }
        }
        if has_more || !edited.is_empty() {
            self.varint(0);
        }
    }

    fn parts<T: Listed + Clone>(&mut self, part_name: &str, parts: &[T]) {
        self.varint(parts.len() as u64);
        for part in parts {
            let kind = part.kind_name();
            self.varint(u64::from(part.number()));
            self.name(kind);
            let (mut now, mut default) = (part.clone(), part.with_defaults());
            let (now, default) = (now.target(), default.target());
            self.entries(differences_of(&now, &default, |key| key_of_part(part_name, kind, key)));
        }
    }
}

/// A number as decimal digits and a power of ten.
pub(super) struct Decimal {
    pub negative: bool,
    pub digits: u64,
    pub power: i32,
}

impl Decimal {
    /// Parses a text such as `-1.25e3`; returns `None` for infinity and NaN.
    fn of(text: &str) -> Option<Self> {
        let (mantissa, power) = text.split_once('e')?;
        let negative = mantissa.starts_with('-');
        let mantissa = mantissa.trim_start_matches('-');
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: u64 = format!("{whole}{fraction}").parse().ok()?;
        let power = power.parse::<i32>().ok()? - fraction.len() as i32;
        // The power must fit in a signed byte, whose lowest value is reserved for `BITS`.
        let fits = digits < 1 << 58 && (-127..=127).contains(&power);
        fits.then_some(Self { negative, digits, power })
    }

    fn text(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}e{}", self.digits, self.power)
    }

    /// The nearest f64.
    pub fn as_f64(&self) -> f64 {
        self.text().parse().expect("digits and a power of ten")
    }

    /// The nearest f32.
    pub fn as_f32(&self) -> f32 {
        self.text().parse().expect("digits and a power of ten")
    }
}
