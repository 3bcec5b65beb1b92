//! Addresses of layers' parameters: `layer.2.fractal.octaves`, `layer.hills.opacity`.

use crate::terrain::layer::{Layer, LayerHead, LayerKind, Layers};
use crate::terrain::param::{Document, Param, ParamError, ParamKind, Value};
use crate::terrain::recipe::NoiseLayer;
use crate::terrain::scene_error::SceneError;

/// A parameter of a layer: one that all kinds have, or one of its own kind.
#[derive(Clone, Copy)]
pub(super) enum LayerParam {
    Head(&'static Param<LayerHead>),
    Noise(&'static Param<NoiseLayer>),
}

impl LayerParam {
    /// The parameter of a key within a layer: `opacity`, `fractal.octaves`.
    pub fn find(layer: &Layer, key: &str) -> Option<Self> {
        match key.contains('.') {
            false => LayerHead::param(&format!("layer.{key}")).map(Self::Head),
            true => match &layer.kind {
                LayerKind::Noise(_) => NoiseLayer::param(key).map(Self::Noise),
            },
        }
    }

    pub fn kind(self) -> ParamKind {
        match self {
            Self::Head(param) => param.kind,
            Self::Noise(param) => param.kind,
        }
    }

    pub fn allowed(self) -> String {
        match self {
            Self::Head(param) => param.allowed(),
            Self::Noise(param) => param.allowed(),
        }
    }

    /// Sets it to a value.
    pub fn set(self, layer: &mut Layer, value: Value) -> Result<(), ParamError> {
        let id = layer.id;
        let set = match (self, &mut layer.kind) {
            (Self::Head(param), _) => param.set(&mut layer.head, value),
            (Self::Noise(param), LayerKind::Noise(noise)) => param.set(noise, value),
        };
        set.map_err(|error| ParamError { key: self.address(id), ..error })
    }

    /// Sets it from a text.
    fn set_text(self, layer: &mut Layer, text: &str) -> Result<(), ParamError> {
        let key = self.address(layer.id);
        let value = self.kind().parse(text);
        let fail = |problem| ParamError { key, problem, allowed: self.allowed() };
        self.set(layer, value.map_err(fail)?)
    }

    /// The whole address of the parameter of a layer.
    pub fn address(self, id: u32) -> String {
        match self {
            Self::Head(param) => format!("layer.{id}.{}", param.name()),
            Self::Noise(param) => format!("layer.{id}.{}", param.key),
        }
    }
}

/// A name as an address has it: its letters and digits in lower case, `-` between words.
pub fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Sets a parameter by the part of its address behind `layer.`: a layer's number, or its name as a
/// slug where that is the only one's, and the key within the layer.
pub(super) fn set_text(layers: &mut Layers, address: &str, text: &str) -> Result<(), SceneError> {
    let (who, key) = address.split_once('.').unwrap_or((address, ""));
    let layer = find(layers, who)?;
    let id = layer.id;
    let param = LayerParam::find(layer, key).ok_or_else(|| SceneError::UnknownKey {
        key: format!("layer.{id}.{key}"),
        nearest: super::toml_text::nearest(key, &keys()),
    })?;
    Ok(param.set_text(layer, text)?)
}

/// The keys within a layer, of all kinds.
pub(super) fn keys() -> Vec<&'static str> {
    let head = LayerHead::params().iter().map(|param| param.name());
    head.chain(NoiseLayer::params().iter().map(|param| param.key)).collect()
}

fn find<'a>(layers: &'a mut Layers, who: &str) -> Result<&'a mut Layer, SceneError> {
    let is_meant = |layer: &Layer| match who.parse::<u32>() {
        Ok(id) => layer.id == id,
        Err(_) => slug(&layer.head.layer.name) == who,
    };
    let meant: Vec<_> = (0..layers.len()).filter(|i| is_meant(&layers[*i])).collect();
    match meant[..] {
        [index] => Ok(&mut layers[index]),
        _ => Err(SceneError::NoLayer {
            who: who.to_owned(),
            numbers: layers.iter().map(|layer| layer.id).collect(),
        }),
    }
}
