//! Layers: what a land is composed of.

use std::ops::{Deref, DerefMut};

use crate::blend::{Blend, Blending};
use crate::choices;
use crate::document;
use crate::heightmap::HeightmapLayer;
use crate::landform::{LandformKind, LandformLayer};
use crate::mask::Masks;
use crate::noise_layer::NoiseLayer;
use crate::operation::ListedOperation;
use orogen_noise::hash::{Seed, avalanche, words};

/// The most layers of a land.
pub const MOST_LAYERS: usize = 16;

document! {
    /// What every layer has, whatever its kind.
    LayerHead {
        layer: LayerGroup, "Layer" {
            name: String = String::new(), Text { max_chars: 60 }, "", Shade, "Name",
                "What the layer is called; empty is its kind.";
            visible: bool = true, Toggle, "", Shape, "Visible",
                "Whether the layer is part of the land.";
            solo: bool = false, Toggle, "", Shape, "Solo",
                "Shows this layer, and others that are solo, alone.";
            blend: Blend = Blend::Add, Choice(choices::BLENDS), "", Shape, "Blend",
                "How the layer is laid over those below it.";
            opacity: f64 = 1.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Opacity",
                "How much of the layer counts: at 0 it is as if it were not there.";
            radius_m: f64 = 0.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Shape, "Radius",
                "How softly a blend turns from the one to the other where both are as high.";
            eroded: bool = true, Toggle, "", Shape, "Eroded",
                "Whether erosion cuts into the layer; else it is laid over the eroded land.";
        }
    }
}

/// What a layer is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerKind {
    /// A noise, as a whole land can be.
    Noise(NoiseLayer),
    /// A landform.
    Landform(LandformLayer),
    /// A heightmap of others.
    Heightmap(HeightmapLayer),
}

/// What files call a heightmap.
pub const HEIGHTMAP: &str = "heightmap";

impl LayerKind {
    /// One with its defaults, by the name that files have for it.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "noise" => Some(Self::Noise(NoiseLayer::default())),
            HEIGHTMAP => Some(Self::Heightmap(HeightmapLayer::default())),
            name => {
                let kind = name.parse::<LandformKind>().ok()?;
                Some(Self::Landform(LandformLayer::new(kind)))
            }
        }
    }

    /// As a file names it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Noise(_) => "noise",
            Self::Landform(landform) => landform.kind().name(),
            Self::Heightmap(_) => HEIGHTMAP,
        }
    }

    /// Every kind with one sentence, in the order in which they are offered.
    pub fn all() -> Vec<(&'static str, &'static str)> {
        let map = (HEIGHTMAP, "A heightmap from a file, with land between its samples.");
        Self::made().into_iter().chain([map]).collect()
    }

    /// Those that are made from nothing: a heightmap comes with its file.
    pub fn made() -> Vec<(&'static str, &'static str)> {
        let noise = ("noise", "Noise of any basis, fractal and warp.");
        let forms = LandformKind::ALL.iter().map(|row| (row.name, row.doc));
        std::iter::once(noise).chain(forms).collect()
    }

    /// Whether it is a heightmap whose samples are not there, which counts nowhere.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Heightmap(map) if map.raster().is_none())
    }

    /// Whether it is a coast, which is made of the land below it.
    pub fn is_coast(&self) -> bool {
        matches!(self, Self::Landform(landform) if landform.kind() == LandformKind::Coast)
    }

    /// Whether erosion cuts into it unless it is told not to: landforms that are as old as the
    /// ground are eroded, those that are younger or finer than gullies stay sharp.
    pub fn is_eroded(&self) -> bool {
        match self {
            Self::Noise(_) | Self::Heightmap(_) => true,
            Self::Landform(landform) => matches!(
                landform.kind(),
                LandformKind::Continents | LandformKind::Volcanoes | LandformKind::Coast
            ),
        }
    }

    /// Whether it makes creases, where the gradient jumps.
    pub fn is_creased(&self) -> bool {
        match self {
            Self::Noise(noise) => noise.is_creased(),
            Self::Landform(landform) => landform.is_creased(),
            Self::Heightmap(_) => false,
        }
    }
}

/// A layer of a land.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its lasting number, from 1 up: what it is called in addresses, and what its seed comes from.
    pub id: u32,
    /// Name, blend, opacity.
    pub head: LayerHead,
    /// What it is made of.
    pub kind: LayerKind,
    /// What is done to its heights, in this order.
    pub operations: Vec<ListedOperation>,
    /// Where it counts; without any, everywhere.
    pub masks: Masks,
}

impl Layer {
    /// A layer of a kind, without masks and operations.
    pub fn new(id: u32, kind: LayerKind) -> Self {
        let mut head = LayerHead::default();
        if kind.is_coast() {
            // It is made of the land below, whose place it takes.
            head.layer.blend = Blend::Over;
        }
        head.layer.eroded = kind.is_eroded();
        Self { id, head, kind, operations: vec![], masks: Masks::default() }
    }

    /// A layer of noise.
    pub fn noise(id: u32, noise: NoiseLayer) -> Self {
        Self::new(id, LayerKind::Noise(noise))
    }

    /// Another layer of the same kind and number, with the defaults.
    pub fn fresh(&self) -> Self {
        let kind = match &self.kind {
            LayerKind::Noise(_) => LayerKind::Noise(NoiseLayer::default()),
            LayerKind::Landform(landform) => {
                LayerKind::Landform(LandformLayer::new(landform.kind()))
            }
            LayerKind::Heightmap(_) => LayerKind::Heightmap(HeightmapLayer::default()),
        };
        Self::new(self.id, kind)
    }

    /// The noise of a layer of noise.
    pub fn as_noise(&self) -> Option<&NoiseLayer> {
        match &self.kind {
            LayerKind::Noise(noise) => Some(noise),
            LayerKind::Landform(_) | LayerKind::Heightmap(_) => None,
        }
    }

    /// The same without a name, which makes no difference to the land.
    pub fn nameless(&self) -> Self {
        let mut layer = self.clone();
        layer.head.layer.name.clear();
        layer
    }

    /// The seed of a layer, from the world's and its lasting number. The first layer has the
    /// world's own.
    pub fn seed(&self, world: Seed) -> Seed {
        if self.id == 1 {
            return world;
        }
        derived(world, 0x6c61_7965, self.id)
    }

    /// Whether the layer, as the lowest one, is the land as it is: laid over nothing, it stays
    /// itself to the last bit.
    pub fn is_whole(&self) -> bool {
        let LayerGroup { blend, opacity, .. } = self.head.layer;
        let is_everywhere = self.masks.on().next().is_none();
        opacity == 1.0 && is_everywhere && matches!(blend, Blend::Over | Blend::Add)
    }

    /// Whether erosion cuts into it. It doesn't into what has creases: gullies would tear where the
    /// gradient jumps, so such a layer is laid over the eroded land. Creases of folded noise are no
    /// hindrance: they are rounded for the erosion.
    pub fn is_guide(&self) -> bool {
        let operations = self.operations.iter().filter(|listed| listed.is_active());
        let kind_creases = match &self.kind {
            LayerKind::Noise(noise) => noise.is_creased_when_rounded(),
            LayerKind::Landform(landform) => landform.is_creased(),
            LayerKind::Heightmap(_) => false,
        };
        let creased = kind_creases
            || self.blending().is_creased()
            || self.masks.is_creased()
            || operations.into_iter().any(|listed| listed.operation.is_creased());
        self.head.layer.eroded && !creased
    }

    /// Whether it counts anywhere: it has opacity, and its heightmap is there.
    pub fn is_felt(&self) -> bool {
        self.head.layer.opacity > 0.0 && !self.kind.is_missing()
    }

    /// Whether operations are done to it.
    pub fn is_operated(&self) -> bool {
        self.operations.iter().any(ListedOperation::is_active)
    }

    /// How high it rises: of a noise where that is 1.
    pub fn height_m(&self) -> f64 {
        match &self.kind {
            LayerKind::Noise(noise) => noise.shape.height_m,
            LayerKind::Landform(landform) => landform.height_m(),
            LayerKind::Heightmap(map) => map.height_m(),
        }
    }

    /// How it joins the land below. A layer that multiplies does so by 1 where its noise is 1.
    pub fn blending(&self) -> Blending {
        let LayerGroup { blend, radius_m, .. } = self.head.layer;
        Blending { blend, radius_m, reference_m: self.height_m().max(1.0) }
    }

    /// What a list calls it: its name, or else its kind.
    pub fn title(&self) -> &str {
        match &*self.head.layer.name {
            "" => self.kind.name(),
            name => name,
        }
    }
}

/// What has weights that the chunks of a land may know: where it counts, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weighed {
    /// A layer, by its lasting number: its opacity times its masks.
    Layer(u32),
    /// The erosion: its masks.
    Erosion,
    /// All that stands on the land: the masks of the plants.
    Plants,
}

/// A part of a land's making, by its lasting numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A layer.
    Layer(u32),
    /// An operation of a layer, or of all layers together.
    Operation {
        /// The layer; none for all together.
        layer: Option<u32>,
        /// The operation's number in its list.
        operation: u32,
    },
    /// The erosion.
    Erosion,
    /// A mask of a layer, of the erosion or of the plants.
    Mask {
        /// What it belongs to.
        of: Weighed,
        /// The mask's number in its list.
        mask: u32,
    },
}

/// The seed of a part from that of the whole, what it is for, and its lasting number.
pub(super) fn derived(seed: Seed, salt: u32, id: u32) -> Seed {
    let [low, high] = words(seed.0);
    let mixed = |word: u32, salt: u32| {
        u64::from(avalanche(word ^ avalanche(id.wrapping_mul(0x9e37_79b9) ^ salt)))
    };
    Seed(mixed(low, salt) | mixed(high, salt.rotate_left(16)) << 32)
}

/// The layers of a land, from the bottom up: 1 to [`MOST_LAYERS`], each with a number of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers(Vec<Layer>);

impl Default for Layers {
    fn default() -> Self {
        Self(vec![Layer::noise(1, NoiseLayer::default())])
    }
}

/// Layers that are none: how many there are, or which number two of them share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayersError {
    /// Too few or too many.
    #[error("a land of {0} layers; allowed are 1 to {most}", most = MOST_LAYERS)]
    Count(usize),
    /// Two with one number.
    #[error("two layers have the number {0}; each has one of its own, from 1 up")]
    Twice(u32),
}

impl Layers {
    /// Layers from the bottom up.
    ///
    /// # Errors
    /// If there are none, more than [`MOST_LAYERS`], or two with one number.
    pub fn new(layers: Vec<Layer>) -> Result<Self, LayersError> {
        if !(1..=MOST_LAYERS).contains(&layers.len()) {
            return Err(LayersError::Count(layers.len()));
        }
        for (i, layer) in layers.iter().enumerate() {
            if layer.id == 0 || layers[..i].iter().any(|other| other.id == layer.id) {
                return Err(LayersError::Twice(layer.id));
            }
        }
        Ok(Self(layers))
    }

    /// A number that no layer has had: one above the highest.
    pub fn next_id(&self) -> u32 {
        self.0.iter().map(|layer| layer.id).max().unwrap_or(0).saturating_add(1)
    }

    /// Lays a new layer over one; where it lies, or `None` where there are as many as can be.
    pub fn add(&mut self, over: usize, kind: LayerKind) -> Option<usize> {
        let id = self.next_id();
        self.insert(over, Layer::new(id, kind))
    }

    /// Lays a copy of a layer over it, with a number of its own and so another seed; where it lies.
    pub fn duplicate(&mut self, index: usize) -> Option<usize> {
        let copy = Layer { id: self.next_id(), ..self.0.get(index)?.clone() };
        self.insert(index, copy)
    }

    fn insert(&mut self, over: usize, layer: Layer) -> Option<usize> {
        if self.0.len() >= MOST_LAYERS || over >= self.0.len() {
            return None;
        }
        self.0.insert(over + 1, layer);
        Some(over + 1)
    }

    /// Takes a layer away, but not the last one.
    pub fn remove(&mut self, index: usize) {
        if self.0.len() > 1 && index < self.0.len() {
            self.0.remove(index);
        }
    }

    /// The layers that are seen: those that are solo, if any is; else those that are visible.
    pub fn seen(&self) -> impl Iterator<Item = &Layer> {
        let is_solo = |layer: &Layer| layer.head.layer.solo;
        let any_solo = self.0.iter().any(is_solo);
        let is_seen = move |layer: &&Layer| match any_solo {
            true => is_solo(layer),
            false => layer.head.layer.visible,
        };
        self.0.iter().filter(is_seen)
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
