//! Addresses of parameters within layers, operations, masks and marks. Examples:
//! `layer.2.fractal.octaves`, `layer.hills.opacity`, `layer.2.mask.1.low_m`, `operation.3.step_m`.
//!
//! The numbers are permanent ids of these parts, never positions in a list. Files,
//! `--set` and the panel all use these addresses.

use crate::address_target::unknown_key_error;
use crate::layer::{Layer, LayerKind, Layers};
use crate::marks::{Mark, MarkPath};
use crate::mask::Mask;
use crate::operation::{ListedOperation, Operation};
use crate::param::{ParamError, Value};
use crate::quantity;
use crate::recipe::Recipe;
use crate::scene_error::SceneError;

pub use crate::address_target::{AddressRow, Target};

/// Turns a name into its form in addresses.
///
/// It keeps letters and digits in lower case, with `-` between words.
///
/// ```
/// use orogen_terrain::address::slug;
///
/// assert_eq!(slug("High Hills"), "high-hills");
/// ```
pub fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Sets a parameter of a layer, operation, mask or mark by its full address.
pub(super) fn set_text(recipe: &mut Recipe, address: &str, text: &str) -> Result<(), SceneError> {
    let Resolved { mut target, prefix, key } = resolve(recipe, address)?;
    set_target_text(&mut target, &prefix, key, text)
}

/// Reads a parameter of a layer, operation, mask or mark by its full address.
pub(super) fn value(recipe: &Recipe, address: &str) -> Result<Value, SceneError> {
    let mut recipe = recipe.clone();
    let Resolved { target, prefix, key } = resolve(&mut recipe, address)?;
    target.get(key).ok_or_else(|| unknown_key(&target, &prefix, key))
}

/// The error for a key that a part does not have. `prefix` is the part's address.
fn unknown_key(target: &Target<'_>, prefix: &str, key: &str) -> SceneError {
    let keys: Vec<_> = target.rows().iter().map(|row| row.key).collect();
    let nearest = super::toml_text::nearest(key, &keys);
    SceneError::UnknownKey { key: format!("{prefix}{key}"), nearest }
}

/// Sets a parameter of a part by its key. `prefix` is the part's address, for errors.
fn set_target_text(
    target: &mut Target<'_>,
    prefix: &str,
    key: &str,
    text: &str,
) -> Result<(), SceneError> {
    let Some(row) = target.row(key) else { return Err(unknown_key(target, prefix, key)) };
    let Some(present) = target.get(key) else { return Err(unknown_key_error().into()) };
    let result = match quantity::parse_given(text, &row.kind, row.unit, &present) {
        Ok(value) => target.set(key, value),
        Err(problem) => Err(ParamError { key: String::new(), problem, allowed: row.allowed() }),
    };
    Ok(result.map_err(|error| ParamError { key: format!("{prefix}{key}"), ..error })?)
}

impl Mark {
    /// Sets a parameter by its short key, such as `height_m`, from a text with an optional unit.
    ///
    /// # Errors
    /// Returns an error if the tool has no such parameter, or it does not accept the value.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), SceneError> {
        set_target_text(&mut Target::Mark(self), "mark.", key, text)
    }
}

/// Calls `visitor` with the address and the target of every part of a recipe.
///
/// The address ends in a dot: `layer.2.`, `layer.2.mask.1.`, `rivers.mask.1.`, `erosion.mask.1.`,
/// `plants.mask.1.`, `operation.3.`. Marks are left out, because they are drawn and not adjusted.
pub fn visit(recipe: &mut Recipe, mut visitor: impl FnMut(&str, &mut Target<'_>)) {
    fn visit_list<T: Listed>(
        parts: &mut [T],
        prefix: &str,
        visitor: &mut impl FnMut(&str, &mut Target<'_>),
    ) {
        for part in parts {
            let address = format!("{prefix}{}.", part.number());
            visitor(&address, &mut part.target());
        }
    }
    for layer in recipe.layers.iter_mut() {
        let address = format!("layer.{}.", layer.id);
        visitor(&address, &mut Target::Layer(layer));
        visit_list(&mut layer.operations, &format!("{address}operation."), &mut visitor);
        visit_list(&mut layer.masks.0, &format!("{address}mask."), &mut visitor);
    }
    visit_list(&mut recipe.rivers_masks.0, "rivers.mask.", &mut visitor);
    visit_list(&mut recipe.erosion_masks.0, "erosion.mask.", &mut visitor);
    visit_list(&mut recipe.plants_masks.0, "plants.mask.", &mut visitor);
    visit_list(&mut recipe.operations, "operation.", &mut visitor);
}

/// The part of a recipe that an address names, and the rest of the address.
struct Resolved<'r, 't> {
    target: Target<'r>,
    /// The address of the target, ending in a dot.
    prefix: String,
    /// The key within the target.
    key: &'t str,
}

fn resolve<'r, 't>(
    recipe: &'r mut Recipe,
    address: &'t str,
) -> Result<Resolved<'r, 't>, SceneError> {
    let split = |address: &'t str| address.split_once('.').unwrap_or((address, ""));
    let (first, rest) = split(address);
    match first {
        "operation" => return resolve_part(&mut recipe.operations, "operation", rest, ""),
        "rivers" => {
            return resolve_part(&mut recipe.rivers_masks.0, "mask", split(rest).1, "rivers.");
        }
        "erosion" => {
            return resolve_part(&mut recipe.erosion_masks.0, "mask", split(rest).1, "erosion.");
        }
        "plants" => {
            return resolve_part(&mut recipe.plants_masks.0, "mask", split(rest).1, "plants.");
        }
        _ => {}
    }
    let (id_or_name, rest) = split(rest);
    let layer = find_layer(&mut recipe.layers, id_or_name)?;
    let prefix = format!("layer.{}.", layer.id);
    match split(rest) {
        ("operation", rest) => resolve_part(&mut layer.operations, "operation", rest, &prefix),
        ("mask", rest) => resolve_part(&mut layer.masks.0, "mask", rest, &prefix),
        ("mark", rest) => resolve_part(marks_of(&mut layer.kind), "mark", rest, &prefix),
        _ => Ok(Resolved { target: Target::Layer(layer), prefix, key: rest }),
    }
}

/// The marks of a layer; an empty list for other kinds.
fn marks_of(kind: &mut LayerKind) -> &mut [Mark] {
    match kind {
        LayerKind::Marks(marks) => marks.marks_mut(),
        _ => &mut [],
    }
}

/// Finds a part of `list` by its id. `rest` is the end of the address: the id and the key. `owner`
/// is the address of the list's owner, such as `layer.2.`; it is empty for the recipe.
fn resolve_part<'r, 't, T: Listed>(
    list: &'r mut [T],
    what: &'static str,
    rest: &'t str,
    owner: &str,
) -> Result<Resolved<'r, 't>, SceneError> {
    let (id, key) = rest.split_once('.').unwrap_or((rest, ""));
    let numbers: Vec<_> = list.iter().map(T::number).collect();
    let Some(index) = numbers.iter().position(|number| id.parse() == Ok(*number)) else {
        return Err(SceneError::NoPart { what, given: id.to_owned(), numbers });
    };
    let prefix = format!("{owner}{what}.{}.", numbers[index]);
    Ok(Resolved { target: list[index].target(), prefix, key })
}

/// An operation, a mask or a mark: a part of a list, with an id that is unique in that list.
pub(super) trait Listed {
    fn number(&self) -> u32;
    /// The name of its kind in files.
    fn kind_name(&self) -> &'static str;
    /// The key of the kind in files.
    const KIND_KEY: &'static str = "kind";
    /// One sentence about what its kind does.
    fn kind_doc(&self) -> &'static str;
    /// A part with the same kind and id, set to the defaults.
    fn with_defaults(&self) -> Self;
    fn target(&mut self) -> Target<'_>;
}

impl Listed for ListedOperation {
    fn number(&self) -> u32 {
        self.id
    }

    fn kind_name(&self) -> &'static str {
        self.operation.kind().name()
    }

    fn kind_doc(&self) -> &'static str {
        self.operation.kind().doc()
    }

    fn with_defaults(&self) -> Self {
        Self::new(self.id, Operation::new(self.operation.kind()))
    }

    fn target(&mut self) -> Target<'_> {
        Target::Operation(self)
    }
}

impl Listed for Mask {
    fn number(&self) -> u32 {
        self.id
    }

    fn kind_name(&self) -> &'static str {
        self.kind.mask_type().name()
    }

    fn kind_doc(&self) -> &'static str {
        self.kind.mask_type().doc()
    }

    fn with_defaults(&self) -> Self {
        Self::new(self.id, self.kind.mask_type())
    }

    fn target(&mut self) -> Target<'_> {
        Target::Mask(self)
    }
}

impl Listed for Mark {
    const KIND_KEY: &'static str = "tool";

    fn number(&self) -> u32 {
        self.id
    }

    fn kind_name(&self) -> &'static str {
        self.tool.kind().name()
    }

    fn kind_doc(&self) -> &'static str {
        self.tool.kind().doc()
    }

    fn with_defaults(&self) -> Self {
        Self::new(self.id, self.tool.kind(), MarkPath::default())
    }

    fn target(&mut self) -> Target<'_> {
        Target::Mark(self)
    }
}

/// Returns an unused id: one above the highest.
pub(super) fn next_number<T: Listed>(list: &[T]) -> u32 {
    list.iter().map(T::number).max().unwrap_or(0).saturating_add(1)
}

fn find_layer<'a>(layers: &'a mut Layers, id_or_name: &str) -> Result<&'a mut Layer, SceneError> {
    let matches_name = |layer: &Layer| match id_or_name.parse::<u32>() {
        Ok(id) => layer.id == id,
        Err(_) => slug(&layer.head.layer.name) == id_or_name,
    };
    let matching: Vec<_> = (0..layers.len()).filter(|i| matches_name(&layers[*i])).collect();
    match matching[..] {
        [index] => Ok(&mut layers[index]),
        _ => Err(SceneError::NoLayer {
            given: id_or_name.to_owned(),
            numbers: layers.iter().map(|layer| layer.id).collect(),
        }),
    }
}
