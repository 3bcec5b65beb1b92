//! Makes random valid recipes from bytes: one to four layers of any kind, with any basis, fractal,
//! warp, blend, operations and masks, with or without erosion.

use std::sync::LazyLock;

use orogen::noise::Edit;
use orogen::noise::edit::can_edit;
use orogen::terrain::Recipe;
use orogen::terrain::address::{Target, visit};
use orogen::terrain::heightmap::{self, Raster};
use orogen::terrain::layer::{HEIGHTMAP, Layer, LayerKind, Layers, WeightedPart};
use orogen::terrain::mask::{Mask, MaskType, Masks};
use orogen::terrain::operation::{ListedOperation, Operation, OperationKind};
use orogen::terrain::param::{Document, ParamKind, Stage, Value};
use orogen::terrain::recipe::NoiseLayer;

use super::Draws;

/// The largest coordinate that is drawn for a position. A mask farther away would have no effect.
const MAX_COORDINATE_M: f64 = 3000.0;

/// Draws the value of a parameter. In half of the cases, and after the end of the bytes, the value
/// stays `current`.
fn drawn(draws: &mut Draws, kind: ParamKind, current: Value) -> Value {
    if draws.below(8) < 4 {
        return current;
    }
    match kind {
        ParamKind::Number { min, max, log } => {
            let [min, max] = match max >= 1e8 {
                true => [-MAX_COORDINATE_M, MAX_COORDINATE_M],
                false => [min, max],
            };
            let share = draws.share();
            Value::Number(match log && min > 0.0 {
                true => (min * (max / min).powf(share)).clamp(min, max),
                false => min + (max - min) * share,
            })
        }
        ParamKind::Integer { min, max } => {
            Value::Integer(min + (draws.share() * (max - min) as f64) as i64)
        }
        ParamKind::Toggle => Value::Toggle(draws.one_in(2)),
        ParamKind::Choice(rows) => Value::Choice(rows[draws.below(rows.len())].name),
        ParamKind::Curve { max_points } => {
            let count = 2 + draws.below(max_points - 1);
            let point = |i| [i as f64 / (count - 1) as f64, draws.share()];
            Value::Curve((0..count).map(point).collect())
        }
        ParamKind::Colour | ParamKind::Text { .. } => current,
    }
}

/// Draws the parameters that change the land, except those that `skips` selects.
fn vary<D: Document>(draws: &mut Draws, document: &mut D, skips: impl Fn(&str) -> bool) {
    for param in D::params() {
        if param.stage != Stage::Shade && !skips(param.key) {
            let value = drawn(draws, param.kind, (param.get)(document));
            param.set(document, value).expect("a value that the parameter takes");
        }
    }
}

fn vary_target(draws: &mut Draws, target: &mut Target<'_>) {
    for row in target.rows() {
        let hides = ["visible", "solo", "on"].contains(&row.key) && !draws.one_in(8);
        if row.stage == Stage::Shade || hides {
            continue;
        }
        if let Some(current) = target.get(row.key) {
            let value = drawn(draws, row.kind, current);
            target.set(row.key, value).expect("a value that the parameter takes");
        }
    }
}

/// Adjusts the choices of a noise so that they are valid together.
fn make_valid(draws: &mut Draws, noise: &mut NoiseLayer) {
    // Limit most warps, because random ones would usually be extreme.
    if !draws.one_in(3) {
        noise.warp.strength = noise.warp.strength.min(0.5);
    }
    if draws.one_in(4) && can_edit(noise.noise.basis, 2) {
        let edit = |draws: &mut Draws| Edit {
            octave: draws.below(3) as u32,
            cell: [0; 2].map(|_| draws.below(9) as i64 - 4),
            gradient: [0; 2].map(|_| 8.0 * draws.share() - 4.0),
        };
        noise.edits = (0..1 + draws.below(4)).map(|_| edit(draws)).collect::<Vec<_>>().into();
    }
    if noise.noise.period > 0 {
        noise.fractal.lacunarity = noise.fractal.lacunarity.round();
        noise.fractal.rotate = false;
        noise.warp.frequency = noise.warp.frequency.ceil();
    }
}

/// Puts a small heightmap into the store and returns its hash.
fn stored_map() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| {
        let sample = |i: usize| ((i * i * 31 + i * 7) % 97) as f32;
        let raster = Raster::new([13, 11], (0..13 * 11).map(sample).collect());
        heightmap::keep(raster.expect("a raster"), None).hash().to_owned()
    });
    &HASH
}

fn operations(draws: &mut Draws) -> Vec<ListedOperation> {
    let count = draws.below(6).saturating_sub(2);
    let listed = |id: u32, kind| ListedOperation::new(id, Operation::new(kind));
    (0..count).zip(1..).map(|(_, id)| listed(id, draws.pick(OperationKind::ALL).value)).collect()
}

fn masks(draws: &mut Draws) -> Masks {
    let count = draws.below(6).saturating_sub(3);
    Masks(
        (0..count).zip(1..).map(|(_, id)| Mask::new(id, draws.pick(MaskType::ALL).value)).collect(),
    )
}

fn layer(draws: &mut Draws, id: u32) -> Layer {
    let kinds = LayerKind::all();
    let name = if draws.below(4) < 2 { "noise" } else { kinds[draws.below(kinds.len())].0 };
    let mut layer = Layer::new(id, LayerKind::named(name).expect("a kind"));
    if let LayerKind::Heightmap(map) = &mut layer.kind {
        debug_assert_eq!(name, HEIGHTMAP);
        map.heightmap.hash = stored_map().to_owned();
    }
    layer.operations = operations(draws);
    layer.masks = masks(draws);
    layer
}

/// Makes a valid recipe from any bytes.
pub fn recipe_of(bytes: &[u8]) -> Recipe {
    let draws = &mut Draws::new(bytes);
    let mut recipe = Recipe::default();
    recipe.world.seed = draws.word().to_string();
    let layers = (1..=1 + draws.below(4) as u32).map(|id| layer(draws, id)).collect();
    recipe.layers = Layers::new(layers).expect("one to four layers");
    recipe.operations = operations(draws);
    recipe.erosion_masks = masks(draws);
    vary(draws, &mut recipe, |key| {
        // The parameters of the layers are drawn further below.
        let groups = ["noise", "fractal", "warp", "shape"];
        groups.iter().any(|group| key.split('.').next() == Some(*group)) || key == "erosion.on"
    });
    recipe.erosion.on = draws.below(3) == 1;
    visit(&mut recipe, |_, target| vary_target(draws, target));
    for layer in recipe.layers.iter_mut() {
        if let LayerKind::Noise(noise) = &mut layer.kind {
            make_valid(draws, noise);
        }
    }
    // These draws come last, so that stored inputs still make the same lands as before.
    for part in [WeightedPart::Plants, WeightedPart::Rivers] {
        let mut drawn = masks(draws);
        drawn.0.iter_mut().for_each(|mask| vary_target(draws, &mut Target::Mask(mask)));
        *recipe.masks_of_mut(part).expect("plants and rivers have lists of masks") = drawn;
    }
    recipe
}

/// Makes a valid noise layer from any bytes.
pub fn noise_of(bytes: &[u8]) -> NoiseLayer {
    let draws = &mut Draws::new(bytes);
    let mut noise = NoiseLayer::default();
    vary(draws, &mut noise, |_| false);
    make_valid(draws, &mut noise);
    noise
}
