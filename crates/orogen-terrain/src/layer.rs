//! Layers: the noises, landforms and heightmaps that make a land.

use std::ops::{Deref, DerefMut};

use crate::blend::{Blend, Blending};
use crate::choices;
use crate::document;
use crate::heightmap::HeightmapLayer;
use crate::landform::{LandformKind, LandformLayer};
use crate::marks::{Mark, MarksLayer};
use crate::mask::Masks;
use crate::noise_layer::NoiseLayer;
use crate::operation::ListedOperation;
use crate::part_seed::derive_seed;
use orogen_noise::hash::Seed;

pub use crate::recipe_part::{RecipePart, WeightedPart};

/// The largest number of layers.
pub const MAX_LAYERS: usize = 16;

document! {
    /// The parameters that every layer has.
    LayerHead {
        layer: LayerGroup, "Layer" {
            name: String = String::new(), Text { max_chars: 60 }, "", Shade, "Name",
                "The name of the layer; if it is empty, the kind is shown.";
            visible: bool = true, Toggle, "", Shape, "Visible",
                "Makes the layer part of the land.";
            solo: bool = false, Toggle, "", Shape, "Solo",
                "Shows only this layer and other solo layers.";
            blend: Blend = Blend::Add, Choice(choices::BLENDS), "", Shape, "Blend",
                "How the layer combines with the layers below.";
            opacity: f64 = 1.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Opacity",
                "The strength of the layer: 0 has no effect, 1 is full.";
            radius_m: f64 = 0.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Shape, "Radius",
                "The height range over which a blend rounds the transition between two surfaces.";
            eroded: bool = true, Toggle, "", Shape, "Eroded",
                "Lets the erosion cut into the layer; otherwise it lies on top of the eroded land.";
        }
    }
}

/// The kind of a layer, with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerKind {
    /// Noise.
    Noise(NoiseLayer),
    /// A landform.
    Landform(LandformLayer),
    /// An imported heightmap.
    Heightmap(HeightmapLayer),
    /// Marks that the user draws on the land below.
    Marks(MarksLayer),
}

/// The name of heightmap layers in files.
pub const HEIGHTMAP: &str = "heightmap";

/// The name of layers of marks in files.
pub const MARKS: &str = "hands";

impl LayerKind {
    /// Creates a kind with defaults from its name in files.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "noise" => Some(Self::Noise(NoiseLayer::default())),
            HEIGHTMAP => Some(Self::Heightmap(HeightmapLayer::default())),
            MARKS => Some(Self::Marks(MarksLayer::default())),
            name => {
                let kind = name.parse::<LandformKind>().ok()?;
                Some(Self::Landform(LandformLayer::new(kind)))
            }
        }
    }

    /// The name in files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Noise(_) => "noise",
            Self::Landform(landform) => landform.kind().name(),
            Self::Heightmap(_) => HEIGHTMAP,
            Self::Marks(_) => MARKS,
        }
    }

    /// The names of all kinds, each with a sentence, in menu order.
    pub fn all() -> Vec<(&'static str, &'static str)> {
        let map = (HEIGHTMAP, "A heightmap that is read from a file.");
        let marks = (MARKS, "Marks drawn by hand: strokes, ridges, valleys, roads and lakes.");
        Self::kinds_without_file().into_iter().chain([map, marks]).collect()
    }

    /// The kinds that need neither a file, as a heightmap does, nor marks.
    pub fn kinds_without_file() -> Vec<(&'static str, &'static str)> {
        let noise = ("noise", "Noise with any basis, fractal and warp.");
        let forms = LandformKind::ALL.iter().map(|row| (row.name, row.doc));
        std::iter::once(noise).chain(forms).collect()
    }

    /// Returns true for a heightmap without samples, which contributes nothing.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Heightmap(map) if map.raster().is_none())
    }

    /// Returns true for a coast, which reshapes the land below it.
    pub fn is_coast(&self) -> bool {
        matches!(self, Self::Landform(landform) if landform.kind() == LandformKind::Coast)
    }

    /// Returns true for kinds that reshape the land below them: coasts and marks.
    pub fn reshapes_below(&self) -> bool {
        self.is_coast() || matches!(self, Self::Marks(_))
    }

    /// Returns true if erosion cuts into the kind by default.
    ///
    /// Landforms as old as the ground are eroded. Younger landforms, and landforms finer than
    /// gullies, stay sharp.
    pub fn is_eroded(&self) -> bool {
        match self {
            Self::Noise(_) | Self::Heightmap(_) | Self::Marks(_) => true,
            Self::Landform(landform) => matches!(
                landform.kind(),
                LandformKind::Continents | LandformKind::Volcanoes | LandformKind::Coast
            ),
        }
    }
}

/// A layer of a land.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The permanent id, from 1 up. Addresses use it, and the seed is derived from it.
    pub id: u32,
    /// Name, blend, opacity.
    pub head: LayerHead,
    /// The kind with its parameters.
    pub kind: LayerKind,
    /// The operations on its heights, in order.
    pub operations: Vec<ListedOperation>,
    /// The masks; without masks, the layer has its full weight everywhere.
    pub masks: Masks,
}

impl Layer {
    /// Creates a layer of a kind, without masks and operations.
    pub fn new(id: u32, kind: LayerKind) -> Self {
        let mut head = LayerHead::default();
        if kind.reshapes_below() {
            // The reshaped land replaces the land below.
            head.layer.blend = Blend::Over;
        }
        head.layer.eroded = kind.is_eroded();
        Self { id, head, kind, operations: vec![], masks: Masks::default() }
    }

    /// A layer of noise.
    pub fn noise(id: u32, noise: NoiseLayer) -> Self {
        Self::new(id, LayerKind::Noise(noise))
    }

    /// A layer with the same kind and id, set to the defaults.
    pub fn with_defaults(&self) -> Self {
        let kind = LayerKind::named(self.kind.name());
        Self::new(self.id, kind.expect("a kind has its name"))
    }

    /// The same layer without operations and masks.
    pub(crate) fn without_parts(&self) -> Self {
        let mut layer = Self::new(self.id, self.kind.clone());
        layer.head = self.head.clone();
        layer
    }

    /// The noise parameters, if this is a noise layer.
    pub fn as_noise(&self) -> Option<&NoiseLayer> {
        match &self.kind {
            LayerKind::Noise(noise) => Some(noise),
            LayerKind::Landform(_) | LayerKind::Heightmap(_) | LayerKind::Marks(_) => None,
        }
    }

    /// The marks of the layer, if it consists of marks.
    pub fn marks(&self) -> &[Mark] {
        match &self.kind {
            LayerKind::Marks(marks) => marks,
            _ => &[],
        }
    }

    /// The same layer without its name, which does not affect the land.
    pub fn without_name(&self) -> Self {
        let mut layer = self.clone();
        layer.head.layer.name.clear();
        layer
    }

    /// Derives the seed from the world's seed and the id.
    ///
    /// The first layer uses the world's own seed.
    pub fn seed(&self, world: Seed) -> Seed {
        if self.id == 1 {
            return world;
        }
        derive_seed(world, 0x6c61_7965, self.id)
    }

    /// Returns true if blending leaves the layer unchanged when it is the lowest layer.
    ///
    /// The layer's own heights are then the land, bit for bit.
    pub fn is_unchanged_if_lowest(&self) -> bool {
        let LayerGroup { blend, opacity, .. } = self.head.layer;
        let is_everywhere = self.masks.enabled().next().is_none();
        opacity == 1.0 && is_everywhere && matches!(blend, Blend::Over | Blend::Add)
    }

    /// Returns true if the layer belongs to the guide, the land that erosion cuts into.
    ///
    /// Layers with creases lie on top of the eroded land instead, because gullies would tear where
    /// the gradient jumps. Folded noise is still eroded: the guide contains a form of it with
    /// rounded creases.
    pub fn is_guide(&self) -> bool {
        let operations = self.operations.iter().filter(|listed| listed.has_effect());
        let is_kind_creased = match &self.kind {
            LayerKind::Noise(noise) => noise.is_creased_when_rounded(),
            LayerKind::Landform(landform) => landform.is_creased(),
            LayerKind::Heightmap(_) => false,
            LayerKind::Marks(marks) => marks.is_creased(),
        };
        let is_creased = is_kind_creased
            || self.blending().is_creased()
            || self.masks.is_creased()
            || operations.into_iter().any(|listed| listed.operation.is_creased());
        self.head.layer.eroded && !is_creased
    }

    /// Returns true if the layer can change the land.
    ///
    /// The opacity must be above 0, a heightmap must be loaded, and a layer of marks must have a mark
    /// with an effect.
    pub fn has_effect(&self) -> bool {
        let is_empty = match &self.kind {
            LayerKind::Marks(marks) => !marks.has_effect(),
            kind => kind.is_missing(),
        };
        self.head.layer.opacity > 0.0 && !is_empty
    }

    /// Returns true if an operation changes the layer.
    pub fn is_operated(&self) -> bool {
        self.operations.iter().any(ListedOperation::has_effect)
    }

    /// The height of the layer in metres; for noise, the height at the noise value 1.
    pub fn height_m(&self) -> f64 {
        match &self.kind {
            LayerKind::Noise(noise) => noise.shape.height_m,
            LayerKind::Landform(landform) => landform.height_m(),
            LayerKind::Heightmap(map) => map.height_m(),
            LayerKind::Marks(_) => 0.0,
        }
    }

    /// The blend with the land below.
    ///
    /// A layer that multiplies has a factor of 1 where its noise is 1.
    pub fn blending(&self) -> Blending {
        let LayerGroup { blend, radius_m, .. } = self.head.layer;
        Blending { blend, radius_m, reference_m: self.height_m().max(1.0) }
    }

    /// The title in lists: the name, or the kind if the name is empty.
    pub fn title(&self) -> &str {
        match &*self.head.layer.name {
            "" => self.kind.name(),
            name => name,
        }
    }
}

/// The layers of a land from the bottom up.
///
/// A land has 1 to [`MAX_LAYERS`] layers. Their ids differ.
///
/// ```
/// use orogen_terrain::layer::{LayerKind, Layers};
///
/// let mut layers = Layers::default();
/// let dunes = LayerKind::named("dunes").expect("a kind of layer");
/// assert_eq!(layers.add(0, dunes), Some(1));
/// assert_eq!(layers[1].title(), "dunes");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layers(Vec<Layer>);

impl Default for Layers {
    fn default() -> Self {
        Self(vec![Layer::noise(1, NoiseLayer::default())])
    }
}

/// The error of an invalid list of layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayersError {
    /// The number of layers is out of range.
    #[error("a land cannot have {0} layers; allowed are 1 to {max}", max = MAX_LAYERS)]
    Count(usize),
    /// Two layers have the same id, or a layer has the id 0.
    #[error(
        "a layer cannot have the number {0}; numbers start at 1 and no two layers have the same"
    )]
    Twice(u32),
}

impl Layers {
    /// Creates the list from layers, bottom up.
    ///
    /// # Errors
    /// Returns an error if the list is empty or longer than [`MAX_LAYERS`], repeats an id, or has
    /// the id 0.
    pub fn new(layers: Vec<Layer>) -> Result<Self, LayersError> {
        if !(1..=MAX_LAYERS).contains(&layers.len()) {
            return Err(LayersError::Count(layers.len()));
        }
        for (i, layer) in layers.iter().enumerate() {
            if layer.id == 0 || layers[..i].iter().any(|other| other.id == layer.id) {
                return Err(LayersError::Twice(layer.id));
            }
        }
        Ok(Self(layers))
    }

    /// Returns an unused id: one above the highest.
    pub fn next_id(&self) -> u32 {
        self.0.iter().map(|layer| layer.id).max().unwrap_or(0).saturating_add(1)
    }

    /// Adds a layer above the layer with index `below`.
    ///
    /// Returns the index of the new layer; `None` if the list is full or `below` is out of range.
    pub fn add(&mut self, below: usize, kind: LayerKind) -> Option<usize> {
        let id = self.next_id();
        self.insert(below, Layer::new(id, kind))
    }

    /// Adds a copy above the original and returns its index.
    ///
    /// The copy gets a new id, and therefore another seed.
    pub fn duplicate(&mut self, index: usize) -> Option<usize> {
        let copy = Layer { id: self.next_id(), ..self.0.get(index)?.clone() };
        self.insert(index, copy)
    }

    fn insert(&mut self, below: usize, layer: Layer) -> Option<usize> {
        if self.0.len() >= MAX_LAYERS || below >= self.0.len() {
            return None;
        }
        self.0.insert(below + 1, layer);
        Some(below + 1)
    }

    /// Removes a layer, unless it is the only layer.
    pub fn remove(&mut self, index: usize) {
        if self.0.len() > 1 && index < self.0.len() {
            self.0.remove(index);
        }
    }

    /// The visible layers: the solo layers if there are any, else the layers that are not hidden.
    pub fn visible(&self) -> impl Iterator<Item = &Layer> {
        let is_solo = |layer: &Layer| layer.head.layer.solo;
        let any_solo = self.0.iter().any(is_solo);
        let is_visible = move |layer: &&Layer| match any_solo {
            true => is_solo(layer),
            false => layer.head.layer.visible,
        };
        self.0.iter().filter(is_visible)
    }
}

impl Deref for Layers {
    type Target = [Layer];

    fn deref(&self) -> &[Layer] {
        &self.0
    }
}

impl DerefMut for Layers {
    fn deref_mut(&mut self) -> &mut [Layer] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests;
