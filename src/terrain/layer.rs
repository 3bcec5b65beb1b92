//! Layers: what a land is composed of.

use std::ops::{Deref, DerefMut};

use crate::document;
use crate::noise::hash::{Seed, avalanche, words};
use crate::terrain::blend::{Blend, Blending};
use crate::terrain::choices;
use crate::terrain::recipe::NoiseLayer;

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
        }
    }
}

/// What a layer is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerKind {
    /// A noise, as a whole land can be.
    Noise(NoiseLayer),
}

impl LayerKind {
    /// As a file names it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Noise(_) => "noise",
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
}

impl Layer {
    /// A layer of noise.
    pub fn noise(id: u32, noise: NoiseLayer) -> Self {
        Self { id, head: LayerHead::default(), kind: LayerKind::Noise(noise) }
    }

    /// The seed of a layer, from the world's and its lasting number. The first layer has the
    /// world's own.
    pub fn seed(&self, world: Seed) -> Seed {
        if self.id == 1 {
            return world;
        }
        let [low, high] = words(world.0);
        let mixed = |word: u32, salt: u32| {
            u64::from(avalanche(word ^ avalanche(self.id.wrapping_mul(0x9e37_79b9) ^ salt)))
        };
        Seed(mixed(low, 0x6c61_7965) | mixed(high, 0x7265_6c6f) << 32)
    }

    /// Whether the layer, as the lowest one, is the land as it is: laid over nothing, it stays
    /// itself to the last bit.
    pub fn is_whole(&self) -> bool {
        let LayerGroup { blend, opacity, .. } = self.head.layer;
        opacity == 1.0 && matches!(blend, Blend::Over | Blend::Add)
    }

    /// How high it rises where its noise is 1.
    pub fn height_m(&self) -> f64 {
        let LayerKind::Noise(noise) = &self.kind;
        noise.shape.height_m
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

    /// Lays a new layer of noise over one; where it lies, or `None` where there are as many as can
    /// be.
    pub fn add(&mut self, over: usize) -> Option<usize> {
        let id = self.next_id();
        self.insert(over, Layer::noise(id, NoiseLayer::default()))
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
