//! Random stacks for properties.

use super::*;
use crate::layer::Layers;
use crate::param::{Param, ParamKind, Value};

/// Sets the numbers of a table within their ranges, except positions.
pub fn vary<D>(table: &[Param<D>], document: &mut D, shares: &[f64]) {
    for (param, share) in table.iter().zip(shares.iter().cycle()) {
        let value = match param.kind {
            ParamKind::Number { min, max, .. } if max < 1e8 => {
                // Stay near the default, as users do.
                let Value::Number(default) = (param.get)(document) else { continue };
                let to = if *share < 0.5 { min } else { max };
                Value::Number(default + (to - default) * 0.3 * (2.0 * share - 1.0).abs())
            }
            _ => continue,
        };
        param.set(document, value).unwrap();
    }
}

/// A share from 0 to 1 for each parameter.
pub fn any_shares() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(0.0..1.0, 8)
}

prop_compose! {
    pub fn any_operations()(
        listed in prop::collection::vec((select(OperationKind::ALL), any_shares(), any::<bool>()), 0..3)
    ) -> Vec<ListedOperation> {
        let make = |((kind, shares, on), id): ((_, Vec<f64>, bool), u32)| {
            let kind: orogen_noise::choice::Choice<OperationKind> = kind;
            let mut operation = Operation::new(kind.value);
            vary(kind.value.params(), &mut operation, &shares);
            ListedOperation { id, on, operation }
        };
        listed.into_iter().zip(1..).map(make).collect()
    }
}

prop_compose! {
    /// Masks without hard edges, at which rounding would decide.
    pub fn any_masks()(
        masks in prop::collection::vec(
            (select(MaskType::ALL), any_shares(), select(Combine::ALL), any::<bool>()), 0..3,
        )
    ) -> Masks {
        let make = |((kind, shares, combine, invert), id): ((_, Vec<f64>, _, bool), u32)| {
            let kind: orogen_noise::choice::Choice<MaskType> = kind;
            let combine: orogen_noise::choice::Choice<Combine> = combine;
            let mut mask = Mask::new(id, kind.value);
            vary(kind.value.params(), &mut mask.kind, &shares);
            (mask.combine, mask.invert) = (combine.value, invert);
            if let MaskKind::Distance(disc) = &mut mask.kind {
                (disc.radius_m, disc.edge) = (3e5, 0.9);
            }
            mask
        };
        Masks(masks.into_iter().zip(1..).map(make).collect())
    }
}

prop_compose! {
    pub fn any_layer()(
        kind in select(LayerKind::all()),
        fractal in select(vec![FractalKind::Fbm, FractalKind::Fbm, FractalKind::Ridged]),
        (frequency, height_m) in (0.1..2.0, 50.0..900.0),
        blend in select(Blend::ALL),
        opacity in select(vec![0.3, 0.7, 1.0]),
        radius_m in select(vec![20.0, 300.0]),
        (operations, masks) in (any_operations(), any_masks()),
    ) -> Layer {
        let mut layer = Layer::new(1, LayerKind::named(kind.0).unwrap());
        if let LayerKind::Noise(noise) = &mut layer.kind {
            noise.fractal.kind = fractal;
            (noise.noise.frequency, noise.shape.height_m) = (frequency, height_m);
            noise.fractal.octaves = 4.0;
        }
        let head = &mut layer.head.layer;
        (head.blend, head.opacity, head.radius_m) = (blend.value, opacity, radius_m);
        (layer.operations, layer.masks) = (operations, masks);
        layer
    }
}

prop_compose! {
    pub fn any_recipe()(
        layers in prop::collection::vec(any_layer(), 1..5),
        operations in any_operations(),
        eroded in eroded::any_erosion(),
    ) -> Recipe {
        let Recipe { erosion, talus, strata, erosion_masks, .. } = eroded;
        let recipe = recipe_of(layers);
        Recipe { operations, erosion, talus, strata, erosion_masks, ..recipe }
    }
}

pub fn recipe_of(layers: Vec<Layer>) -> Recipe {
    let numbered = layers.into_iter().zip(1..).map(|(layer, id)| Layer { id, ..layer });
    Recipe { layers: Layers::new(numbered.collect()).unwrap(), ..Recipe::default() }
}

/// A land of smooth noises only.
pub fn smooth(recipe: &Recipe) -> Recipe {
    let mut recipe = recipe.clone();
    for layer in recipe.layers.iter_mut() {
        let mut noise = NoiseLayer::default();
        noise.noise.frequency = 0.4;
        noise.fractal.octaves = 3.0;
        if let LayerKind::Noise(other) = &layer.kind {
            noise.noise.frequency = other.noise.frequency.min(0.6);
            noise.shape.height_m = other.shape.height_m;
        }
        layer.kind = LayerKind::Noise(noise);
        layer.operations.retain(|listed| !listed.operation.is_creased());
        layer.operations.retain(|listed| !listed.operation.needs_gradients());
        let reads_slopes = |mask: &Mask| {
            let needs = mask.needs();
            needs.gradient_below || needs.curvature_radius_m.is_some()
        };
        layer.masks.0.retain(|mask| !reads_slopes(mask) && !mask.is_creased());
        layer.masks.0.iter_mut().for_each(|mask| mask.combine = Combine::Multiply);
        // Hard blends would crease, even with soft layers.
        layer.head.layer.radius_m = layer.head.layer.radius_m.max(100.0);
    }
    let is_smooth = |listed: &ListedOperation| {
        !listed.operation.is_creased() && !listed.operation.needs_gradients()
    };
    recipe.operations.retain(is_smooth);
    // The slopes of erosion are measured, not analytic.
    recipe.erosion.on = false;
    recipe
}
