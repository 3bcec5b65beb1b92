//! Reads a scene from the bytes that [`super::write`] makes.
//!
//! Invalid bytes give an error, never a panic. The length of the bytes bounds the memory use.

use super::error::ShareError;
use super::keys::{key_of_layer, key_of_part};
use super::write::{BITS, DEFAULT, Decimal, FAR_POWER, FOCUS, MIN_POWER, POSE};
use crate::address::{Listed, Target};
use crate::bookmark::BOOKMARKS;
use crate::camera::Camera;
use crate::layer::{Layer, LayerKind, Layers, MAX_LAYERS};
use crate::marks::{MAX_MARKS, Mark, MarkPath, MarksLayer};
use crate::mask::{MAX_MASKS, Mask, Masks};
use crate::operation::{ListedOperation, MAX_OPERATIONS, Operation};
use crate::param::{Document, ParamError, ParamKind, Value};
use crate::permanent_numbers;
use crate::recipe::{RECIPE_VERSION, Recipe};
use crate::recipe_text::is_noise_group;
use crate::scene::{Scene, SceneError};
use crate::varint;
use crate::view::ViewParams;
use orogen_noise::edit::{Edit, MAX_EDITS, MAX_GRADIENT, MAX_OCTAVES};

type Read<T> = Result<T, ShareError>;

/// Reads a scene, which must use all bytes.
pub(super) fn scene(bytes: &[u8]) -> Read<Scene> {
    let mut reader = ShareReader(bytes);
    let version = reader.varint()?;
    if version > u64::from(RECIPE_VERSION) {
        return Err(ShareError::Newer);
    }
    if version == 0 {
        return Err(ShareError::NoScene);
    }
    let mut scene = Scene::defaults_of(version as u32);
    reader.read_documents(&mut scene)?;
    if let Some(camera) = reader.camera()? {
        scene.view.camera = camera;
    }
    for _ in 0..reader.count(usize::from(BOOKMARKS))? {
        let number = reader.varint()?;
        let number = u8::try_from(number).ok().filter(|n| (1..=BOOKMARKS).contains(n));
        let camera = reader.camera()?;
        scene.view.bookmarks.set(number.ok_or(ShareError::NoScene)?, camera);
    }
    let layers = (0..reader.count(MAX_LAYERS)?).map(|_| reader.layer()).collect::<Read<_>>()?;
    scene.recipe.layers = Layers::new(layers).map_err(|e| Box::new(SceneError::from(e)))?;
    scene.recipe.operations = reader.operations()?;
    scene.recipe.erosion_masks = reader.masks()?;
    if !reader.0.is_empty() {
        reader.edits(&mut scene.recipe.layers)?;
    }
    if !reader.0.is_empty() {
        scene.recipe.plants_masks = reader.masks()?;
        // The list of plants' masks is empty only if masks of rivers follow.
        if scene.recipe.plants_masks.0.is_empty() && reader.0.is_empty() {
            return Err(ShareError::NoScene);
        }
    }
    if !reader.0.is_empty() {
        scene.recipe.rivers_masks = reader.masks()?;
        if scene.recipe.rivers_masks.0.is_empty() {
            return Err(ShareError::NoScene);
        }
    }
    if !reader.0.is_empty() {
        return Err(ShareError::NoScene);
    }
    scene.validate().map_err(Box::new)?;
    Ok(scene)
}

struct ShareReader<'a>(&'a [u8]);

impl<'a> ShareReader<'a> {
    fn byte(&mut self) -> Read<u8> {
        let (first, rest) = self.0.split_first().ok_or(ShareError::NoScene)?;
        self.0 = rest;
        Ok(*first)
    }

    fn bytes(&mut self, count: usize) -> Read<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(ShareError::NoScene)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn varint(&mut self) -> Read<u64> {
        varint::take(&mut self.0).ok_or(ShareError::NoScene)
    }

    fn integer(&mut self) -> Read<i64> {
        varint::take_signed(&mut self.0).ok_or(ShareError::NoScene)
    }

    /// Reads a count; an error if it is larger than `max`.
    fn count(&mut self, max: usize) -> Read<usize> {
        let count = self.varint()?;
        usize::try_from(count).ok().filter(|count| *count <= max).ok_or(ShareError::NoScene)
    }

    fn text(&mut self) -> Read<&'a str> {
        // The text cannot be longer than the remaining bytes.
        let length = self.count(self.0.len())?;
        std::str::from_utf8(self.bytes(length)?).map_err(|_| ShareError::NoScene)
    }

    /// Reads a number: decimal digits with a power of ten, or the bits of a float in `N` bytes.
    fn decimal<const N: usize>(&mut self) -> Read<Result<Decimal, [u8; N]>> {
        let word = self.varint()?;
        let (near_power, negative, digits) = (word & 7, word >> 3 & 1 == 1, word >> 4);
        let mut power = near_power as i32 + MIN_POWER;
        if near_power == FAR_POWER {
            let byte = self.byte()?;
            if byte == BITS {
                let bits = self.bytes(N)?;
                return Ok(Err(bits.try_into().expect("`bytes` returns the requested count")));
            }
            power = i32::from(byte as i8);
        }
        Ok(Ok(Decimal { negative, digits, power }))
    }

    fn number(&mut self) -> Read<f64> {
        Ok(self.decimal()?.map_or_else(f64::from_le_bytes, |decimal| decimal.as_f64()))
    }

    fn read_f32(&mut self) -> Read<f32> {
        Ok(self.decimal()?.map_or_else(f32::from_le_bytes, |decimal| decimal.as_f32()))
    }

    fn name(&mut self) -> Read<&'a str> {
        match self.varint()? {
            0 => self.text(),
            number => permanent_numbers::name_of(number).ok_or(ShareError::Newer),
        }
    }

    /// Reads a value of this kind; a toggle has no bytes and is the opposite of its default.
    fn value(&mut self, kind: ParamKind, default: &Value) -> Read<Value> {
        Ok(match kind {
            ParamKind::Number { .. } => Value::Number(self.number()?),
            ParamKind::Integer { .. } => Value::Integer(self.integer()?),
            ParamKind::Toggle => Value::Toggle(*default != Value::Toggle(true)),
            ParamKind::Choice(_) => Value::Text(self.name()?.to_owned()),
            ParamKind::Colour => {
                Value::Colour([self.read_f32()?, self.read_f32()?, self.read_f32()?])
            }
            ParamKind::Curve { max_points } => {
                let count = self.count(max_points)?;
                let point = |_| Ok([self.number()?, self.number()?]);
                Value::Curve((0..count).map(point).collect::<Read<_>>()?)
            }
            ParamKind::Text { .. } => Value::Text(self.text()?.to_owned()),
        })
    }

    /// Reads the number of the next key, stored as the difference from the number before (`last`).
    /// Returns `None` at the end of the entries.
    fn next_key(&mut self, last: u64) -> Read<Option<u64>> {
        let step = self.varint()?;
        let number = last.checked_add(step).ok_or(ShareError::NoScene)?;
        Ok((step > 0).then_some(number))
    }

    /// Reads the changed parameters of recipe and view.
    fn read_documents(&mut self, scene: &mut Scene) -> Read<()> {
        let mut last = 0;
        while let Some(number) = self.next_key(last)? {
            last = number;
            let key = permanent_numbers::key_of(number).ok_or(ShareError::Newer)?;
            let recipe_param = Recipe::param(key).filter(|param| !is_noise_group(param.group()));
            if let Some(param) = recipe_param {
                let value = self.value(param.kind, &(param.get)(&scene.recipe))?;
                param.set(&mut scene.recipe, value)?;
            } else if let Some(param) = ViewParams::param(key) {
                let value = self.value(param.kind, &(param.get)(&scene.view.params))?;
                param.set(&mut scene.view.params, value)?;
            } else {
                return Err(ShareError::NoScene);
            }
        }
        Ok(())
    }

    /// Reads the changed parameters of a layer, operation, mask or mark. `full_key` returns the full
    /// key of a row.
    fn target(&mut self, target: &mut Target<'_>, full_key: impl Fn(&str) -> String) -> Read<()> {
        let rows = target.rows();
        let mut last = 0;
        while let Some(number) = self.next_key(last)? {
            last = number;
            let key = permanent_numbers::key_of(number).ok_or(ShareError::Newer)?;
            let row =
                rows.iter().find(|row| full_key(row.key) == key).ok_or(ShareError::NoScene)?;
            let default = target.get(row.key).ok_or(ShareError::NoScene)?;
            let value = self.value(row.kind, &default)?;
            let set = target.set(row.key, value);
            set.map_err(|error| ParamError { key: key.to_owned(), ..error })?;
        }
        Ok(())
    }

    fn id(&mut self) -> Read<u32> {
        let id = u32::try_from(self.varint()?).ok().filter(|id| *id > 0);
        id.ok_or(ShareError::NoScene)
    }

    fn layer(&mut self) -> Read<Layer> {
        let id = self.id()?;
        let kind = LayerKind::named(self.name()?).ok_or(ShareError::NoScene)?;
        let mut layer = Layer::new(id, kind);
        self.target(&mut Target::Layer(&mut layer), key_of_layer)?;
        (layer.operations, layer.masks) = (self.operations()?, self.masks()?);
        if let LayerKind::Marks(marks) = &mut layer.kind {
            *marks = self.marks()?;
        }
        Ok(layer)
    }

    /// Reads the edits of noise layers. A layer must not be listed twice or without edits.
    fn edits(&mut self, layers: &mut Layers) -> Read<()> {
        loop {
            let id = self.varint()?;
            if id == 0 {
                return Ok(());
            }
            let layer = layers.iter_mut().find(|layer| u64::from(layer.id) == id);
            let Some(LayerKind::Noise(noise)) = layer.map(|layer| &mut layer.kind) else {
                return Err(ShareError::NoScene);
            };
            let count = self.count(MAX_EDITS)?;
            let edits = (0..count).map(|_| self.edit()).collect::<Read<Vec<_>>>()?;
            if edits.is_empty() || !noise.edits.is_empty() {
                return Err(ShareError::NoScene);
            }
            noise.edits = edits.into();
        }
    }

    fn edit(&mut self) -> Read<Edit> {
        let octave = u32::try_from(self.varint()?).ok().filter(|octave| *octave < MAX_OCTAVES);
        let octave = octave.ok_or(ShareError::NoScene)?;
        let cell = [self.integer()?, self.integer()?];
        let gradient = [self.number()?, self.number()?];
        if gradient.iter().any(|x| !(-MAX_GRADIENT..=MAX_GRADIENT).contains(x)) {
            return Err(ShareError::NoScene);
        }
        Ok(Edit { octave, cell, gradient })
    }

    fn operations(&mut self) -> Read<Vec<ListedOperation>> {
        let make =
            |id, kind: &str| Some(ListedOperation::new(id, Operation::new(kind.parse().ok()?)));
        self.parts("operation", MAX_OPERATIONS, make)
    }

    fn masks(&mut self) -> Read<Masks> {
        let make = |id, kind: &str| Some(Mask::new(id, kind.parse().ok()?));
        self.parts("mask", MAX_MASKS, make).map(Masks)
    }

    fn marks(&mut self) -> Read<MarksLayer> {
        let make = |id, kind: &str| Some(Mark::new(id, kind.parse().ok()?, MarkPath::default()));
        let marks = self.parts("mark", MAX_MARKS, make)?;
        MarksLayer::new(marks).map_err(|error| Box::new(SceneError::from(error)).into())
    }

    fn parts<T: Listed>(
        &mut self,
        part_name: &str,
        max: usize,
        make: impl Fn(u32, &str) -> Option<T>,
    ) -> Read<Vec<T>> {
        let mut parts: Vec<T> = vec![];
        for _ in 0..self.count(max)? {
            let (id, kind) = (self.id()?, self.name()?);
            let part = make(id, kind).filter(|_| parts.iter().all(|other| other.number() != id));
            let mut part = part.ok_or(ShareError::NoScene)?;
            self.target(&mut part.target(), |key| key_of_part(part_name, kind, key))?;
            parts.push(part);
        }
        Ok(parts)
    }

    /// Reads a camera and checks its ranges; `None` if it is the default camera.
    fn camera(&mut self) -> Read<Option<Camera>> {
        let form = self.byte()?;
        let has_focus = match form {
            DEFAULT => return Ok(None),
            POSE => false,
            FOCUS => true,
            _ => return Err(ShareError::Newer),
        };
        let [yaw_deg, pitch_deg, distance_m] = [self.number()?, self.number()?, self.number()?];
        let focus_m = match has_focus {
            true => Some([self.number()?, self.number()?, self.number()?]),
            false => None,
        };
        let camera = Camera { yaw_deg, pitch_deg, distance_m, focus_m };
        // Writing the camera as text and parsing it checks the ranges.
        let read = camera.to_string().parse::<Camera>().map_err(|_| ShareError::NoScene)?;
        Ok(Some(read))
    }
}
