//! The layers of a file: `[[layer]]` tables, each a patch over the defaults of its kind.

use std::fmt::Write as _;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::terrain::address::{self, LayerParam};
use crate::terrain::layer::{Layer, LayerKind, Layers};
use crate::terrain::param::{ParamError, ParamKind};
use crate::terrain::recipe::NoiseLayer;
use crate::terrain::scene_error::SceneError;
use crate::terrain::toml_text::{
    integer, located, nearest, typed_value, write_groups, write_params,
};

/// The layers of a file, from the bottom up. One without a number gets the next.
pub(super) fn read(value: &DeValue, text: &str) -> Result<Layers, SceneError> {
    let Some(tables) = value.as_array() else { return Err(SceneError::LayerType) };
    let mut layers: Vec<Layer> = vec![];
    for table in tables {
        let next = layers.iter().map(|layer| layer.id).max().unwrap_or(0) + 1;
        let DeValue::Table(entries) = table.get_ref() else {
            return Err(located(text, table.span().start, SceneError::LayerType));
        };
        layers.push(layer(entries, next, text)?);
    }
    Ok(Layers::new(layers)?)
}

fn layer(entries: &DeTable, next: u32, text: &str) -> Result<Layer, SceneError> {
    let get = |name: &str| entries.iter().find(|(key, _)| key.get_ref() == name);
    if let Some((_, kind)) = get("kind")
        && kind.get_ref().as_str() != Some("noise")
    {
        let name = kind.get_ref().as_str().unwrap_or(kind.get_ref().type_str()).to_owned();
        return Err(located(text, kind.span().start, SceneError::LayerKind(name)));
    }
    let id = match get("id") {
        None => next,
        Some((_, id)) => {
            let number = id.get_ref().as_integer().and_then(integer);
            let number = number.and_then(|number| u32::try_from(number).ok());
            let number = number.filter(|number| *number > 0);
            number.ok_or_else(|| located(text, id.span().start, SceneError::LayerId))?
        }
    };
    let mut layer = Layer::noise(id, NoiseLayer::default());
    for (name, value) in entries {
        match (name.get_ref().as_ref(), value.get_ref()) {
            ("id" | "kind", _) => {}
            (group, DeValue::Table(params)) => {
                for (name, value) in params {
                    let key = format!("{group}.{}", name.get_ref());
                    set(&mut layer, &key, (name, value), text)?;
                }
            }
            (key, _) => set(&mut layer, key, (name, value), text)?,
        }
    }
    Ok(layer)
}

fn set(
    layer: &mut Layer,
    key: &str,
    (name, value): (&Spanned<impl Sized>, &Spanned<DeValue>),
    text: &str,
) -> Result<(), SceneError> {
    let Some(param) = LayerParam::find(layer, key) else {
        let nearest = nearest(key, &address::keys());
        let problem = SceneError::UnknownKey { key: format!("layer.{}.{key}", layer.id), nearest };
        return Err(located(text, name.span().start, problem));
    };
    let source = text.get(value.span()).unwrap_or_default();
    let allowed = match param.kind() {
        ParamKind::Toggle => "true or false".to_owned(),
        _ => param.allowed(),
    };
    let set = match typed_value(param.kind(), value.get_ref(), source) {
        Ok(value) => param.set(layer, value),
        Err(problem) => Err(ParamError { key: param.address(layer.id), problem, allowed }),
    };
    set.map_err(|error| located(text, value.span().start, error.into()))
}

/// Writes the layers, every key of them.
pub(super) fn write(text: &mut String, layers: &Layers) {
    for layer in layers.iter() {
        let _ = write!(text, "\n[[layer]]\nid = {}\nkind = \"{}\"\n", layer.id, layer.kind.name());
        write_params(text, &layer.head, "layer");
        let LayerKind::Noise(noise) = &layer.kind;
        write_groups(text, noise, "layer.", |_| true);
    }
}
