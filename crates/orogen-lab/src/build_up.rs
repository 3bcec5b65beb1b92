//! The build-up: an animation that assembles a land step by step, from a plane to its materials.
//! Each moment is a scene, made from the land's scene with a few changed parameters.

use orogen_noise::{Basis, Fade, FractalKind};
use orogen_terrain::Scene;
use orogen_terrain::layer::{Layer, LayerKind};
use orogen_terrain::look::{Overlay, Style};
use orogen_terrain::mask::Masks;
use orogen_terrain::recipe::{NoiseLayer, Recipe};

/// A stop of the build-up, at which the land gains one more feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// A plane.
    Flat,
    /// The tilted plane of each lattice point, cut off halfway to its neighbours.
    Planes,
    /// The planes blended by the linear fade.
    Linear,
    /// The planes blended by the cubic fade.
    Cubic,
    /// The planes blended by the quintic fade.
    Quintic,
    /// The land's own basis, and the folds of its fractal, such as ridges.
    Own,
    /// All octaves.
    Octaves,
    /// The domain warp.
    Warp,
    /// The exponent.
    Exponent,
    /// The other layers, and operations.
    Layers,
    /// Erosion, talus and strata.
    Erosion,
    /// The sea.
    Sea,
    /// Colours, light and haze.
    Materials,
}

/// The name and the description of a stop.
#[derive(Clone, Copy, Debug)]
pub struct StopRow {
    /// The stop itself.
    pub stop: Stop,
    /// The name that the timeline shows.
    pub name: &'static str,
    /// A description in one or two sentences.
    pub doc: &'static str,
}

/// All stops in order.
pub const STOPS: [StopRow; 13] = [
    StopRow {
        stop: Stop::Flat,
        name: "Flat",
        doc: "A plane without noise. Everything that follows is added to it.",
    },
    StopRow {
        stop: Stop::Planes,
        name: "Planes",
        doc: "Every lattice point gets a random slope. Around each point the land is a tilted \
              plane, which breaks off halfway to the next point.",
    },
    StopRow {
        stop: Stop::Linear,
        name: "Linear",
        doc: "Neighbouring planes are mixed in proportion to the distance. There are no gaps, but \
              low light shows a crease along every cell border.",
    },
    StopRow {
        stop: Stop::Cubic,
        name: "Cubic",
        doc: "The mix starts and ends gently: 3t² − 2t³. The creases are gone, but the curvature \
              still jumps.",
    },
    StopRow {
        stop: Stop::Quintic,
        name: "Quintic",
        doc: "6t⁵ − 15t⁴ + 10t³: now slope and curvature are smooth. This is Perlin's noise of \
              2002.",
    },
    StopRow {
        stop: Stop::Own,
        name: "Own noise",
        doc: "The land's own noise replaces Perlin noise, with the folds of its fractal, such as \
              ridges.",
    },
    StopRow {
        stop: Stop::Octaves,
        name: "Octaves",
        doc: "The same noise is added again and again, each time finer and lower: hills get \
              smaller hills.",
    },
    StopRow {
        stop: Stop::Warp,
        name: "Warp",
        doc: "Noise displaces the points at which the land is sampled: straight features bend.",
    },
    StopRow {
        stop: Stop::Exponent,
        name: "Exponent",
        doc: "Heights are raised to a power: above 1, lowlands flatten and peaks sharpen.",
    },
    StopRow {
        stop: Stop::Layers,
        name: "Layers",
        doc: "Other layers and operations are added: ranges, coasts, dunes, terraces.",
    },
    StopRow {
        stop: Stop::Erosion,
        name: "Erosion",
        doc: "Gullies run down the slopes, branch and join: the land looks as if water had shaped it.",
    },
    StopRow {
        stop: Stop::Sea,
        name: "Sea",
        doc: "The water rises to the sea level. The land below it does not change.",
    },
    StopRow {
        stop: Stop::Materials,
        name: "Materials",
        doc: "Height, slope and curvature decide where grass, rock, scree and snow lie. The \
              mountain is done.",
    },
];

/// The length of the whole animation, in seconds.
pub const SECONDS: f64 = 20.0;

/// The sun's elevation at the early stops: raking light shows creases.
const RAKING_DEG: f64 = 12.0;

/// Returns true if a stop changes the land. The animation skips the other stops.
pub fn changes_land(recipe: &Recipe, stop: Stop) -> bool {
    let base = recipe.base();
    match stop {
        Stop::Own => {
            !has_fade(base)
                || base.fractal.kind.takes_magnitudes()
                || base.noise.fade != Fade::Quintic
        }
        Stop::Octaves => base.fractal.kind != FractalKind::None && base.fractal.octaves > 1.0,
        Stop::Warp => base.warp.strength != 0.0 && base.warp.times > 0,
        Stop::Exponent => base.shape.exponent != 1.0,
        Stop::Layers => {
            let has_other_layers = recipe.layers.visible().count() > 1;
            let base = recipe.layers.iter().find(|layer| layer.as_noise().is_some());
            let is_base_changed =
                base.is_some_and(|base| base.is_operated() || !base.masks.0.is_empty());
            has_other_layers || is_base_changed || !recipe.operations.is_empty()
        }
        Stop::Erosion => {
            recipe.erosion.on || recipe.talus.fill > 0.0 || recipe.strata.strength > 0.0
        }
        _ => true,
    }
}

/// Returns true if the noise's basis has a choice of fade, so the first stops can use this basis.
fn has_fade(base: &NoiseLayer) -> bool {
    base.noise.basis.row().uses.fade
}

/// The scene at a stop.
///
/// `progress` is 0 at the end of the previous stop and 1 at this stop. If `is_value_noise`, the
/// first stops show value noise instead of gradient noise.
///
/// ```
/// use orogen_lab::build_up::{Stop, scene};
/// use orogen_terrain::Scene;
///
/// let flat = scene(&Scene::default(), Stop::Flat, 1.0, false);
/// assert!(!flat.recipe.erosion.on);
/// ```
pub fn scene(finished: &Scene, stop: Stop, progress: f64, is_value_noise: bool) -> Scene {
    let mut scene = finished.clone();
    apply_stop(&mut scene.recipe, stop, progress.clamp(0.0, 1.0), is_value_noise);
    let params = &mut scene.view.params;
    if stop < Stop::Materials {
        params.look.style = Style::Course;
        params.look.overlay = Overlay::Clay;
        if stop <= Stop::Quintic {
            params.light.sun_elevation_deg = RAKING_DEG;
        }
    }
    scene
}

/// Changes the recipe so that it makes the land of a stop.
fn apply_stop(recipe: &mut Recipe, stop: Stop, progress: f64, is_value_noise: bool) {
    // A parameter that slides in at a stop has no effect before the stop and its full effect after
    // it.
    let progress_at = |at: Stop| match stop.cmp(&at) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => progress,
        std::cmp::Ordering::Greater => 1.0,
    };
    if stop < Stop::Layers {
        isolate_base(recipe);
    } else if stop == Stop::Layers {
        fade_in_layers(recipe, progress);
    }
    if stop < Stop::Erosion {
        recipe.erosion.on = false;
        recipe.talus.fill = 0.0;
        recipe.strata.strength = 0.0;
    } else if stop == Stop::Erosion {
        recipe.erosion.strength *= progress;
        recipe.talus.fill *= progress;
        recipe.strata.strength *= progress;
    }
    if progress_at(Stop::Sea) < 1.0 {
        // Rivers run down to the sea.
        recipe.rivers.on = false;
        let low = -4000.0;
        let sea_m = &mut recipe.world.sea_level_m;
        // The sea starts 400 m below its level, so only the last part of the rise is visible.
        *sea_m = if stop < Stop::Sea { low } else { *sea_m - 400.0 * (1.0 - progress) };
    }
    let Some(base) = base_mut(recipe) else { return };
    base.warp.strength *= progress_at(Stop::Warp);
    base.shape.exponent = base.shape.exponent.powf(progress_at(Stop::Exponent));
    base.shape.height_m *= progress_at(Stop::Planes);
    base.fractal.octaves = 1.0 + (base.fractal.octaves - 1.0) * progress_at(Stop::Octaves);
    if stop < Stop::Own {
        base.fractal.kind = FractalKind::Fbm;
        if is_value_noise {
            base.noise.basis = Basis::Value;
        } else if !has_fade(base) {
            base.noise.basis = Basis::Perlin;
        }
        base.noise.fade = match stop {
            Stop::Flat | Stop::Planes => Fade::Step,
            Stop::Linear => Fade::Linear,
            Stop::Cubic => Fade::Cubic,
            _ => Fade::Quintic,
        };
    }
}

/// The lowest noise layer, if there is one. ([`Recipe::base_mut`] panics without one.)
pub(super) fn base_mut(recipe: &mut Recipe) -> Option<&mut NoiseLayer> {
    recipe.layers.iter_mut().find_map(|layer| match &mut layer.kind {
        LayerKind::Noise(noise) => Some(noise),
        LayerKind::Landform(_) | LayerKind::Heightmap(_) | LayerKind::Marks(_) => None,
    })
}

/// Hides all layers but the lowest noise, and removes all operations and masks.
fn isolate_base(recipe: &mut Recipe) {
    recipe.operations.clear();
    recipe.rivers_masks = Masks::default();
    recipe.erosion_masks = Masks::default();
    let base = recipe.layers.iter().find(|layer| layer.as_noise().is_some()).map(|layer| layer.id);
    for layer in recipe.layers.iter_mut() {
        let is_base = Some(layer.id) == base;
        layer.head.layer.visible = is_base;
        layer.head.layer.solo = false;
        if is_base {
            clear_layer(layer);
        }
    }
}

/// Makes a layer opaque, and removes its masks and operations.
fn clear_layer(layer: &mut Layer) {
    layer.head.layer.opacity = 1.0;
    layer.operations.clear();
    layer.masks = Masks::default();
}

/// Fades in all layers but the lowest noise.
fn fade_in_layers(recipe: &mut Recipe, progress: f64) {
    let base = recipe.layers.iter().find(|layer| layer.as_noise().is_some()).map(|layer| layer.id);
    for layer in recipe.layers.iter_mut().filter(|layer| Some(layer.id) != base) {
        layer.head.layer.opacity *= progress;
    }
}

/// The stop `seconds` after the start of the animation, and its progress, 0 to 1.
///
/// Stops that change nothing take no time; the others take equal times.
pub fn stop_at(recipe: &Recipe, seconds: f64) -> (Stop, f64) {
    let stops: Vec<Stop> =
        STOPS.iter().map(|row| row.stop).filter(|stop| changes_land(recipe, *stop)).collect();
    let position = (seconds / SECONDS).clamp(0.0, 1.0) * stops.len() as f64;
    let index = (position as usize).min(stops.len() - 1);
    // The land moves for two thirds of a stop's time and rests for the last third.
    (stops[index], ((position - index as f64) * 1.5).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::Land;
    use orogen_terrain::preset::PRESETS;

    #[test]
    fn the_last_stop_is_the_land_itself_and_the_first_is_flat() {
        for preset in PRESETS {
            let preset_scene = preset.scene().unwrap();
            assert_eq!(
                scene(&preset_scene, Stop::Materials, 1.0, false),
                preset_scene,
                "{}",
                preset.slug
            );
            let sea = scene(&preset_scene, Stop::Sea, 1.0, false);
            assert_eq!(sea.recipe, preset_scene.recipe, "{}", preset.slug);
            let flat = scene(&preset_scene, Stop::Flat, 1.0, false);
            let land = Land::new(&flat.recipe).unwrap();
            for place_m in [[0.0, 0.0], [1234.5, -777.0]] {
                assert_eq!(land.height_m(place_m, 1.0), 0.0, "{}", preset.slug);
            }
        }
    }

    #[test]
    fn every_moment_makes_a_land_and_each_stop_starts_where_the_last_one_ended() {
        for preset in PRESETS {
            let preset_scene = preset.scene().unwrap();
            let place_m = [310.0, -1270.0];
            for row in &STOPS {
                for progress in [0.0, 0.5, 1.0] {
                    let moment = scene(&preset_scene, row.stop, progress, false);
                    moment
                        .validate()
                        .unwrap_or_else(|e| panic!("{} {}: {e}", preset.slug, row.name));
                    let land = Land::new(&moment.recipe).unwrap();
                    assert!(land.height_m(place_m, 4.0).is_finite());
                }
            }
            // The land changes gradually at these stops; the fade and the basis change at once.
            for [before, after] in [
                [Stop::Own, Stop::Octaves],
                [Stop::Octaves, Stop::Warp],
                [Stop::Warp, Stop::Exponent],
            ] {
                let height = |stop, progress| {
                    let land =
                        Land::new(&scene(&preset_scene, stop, progress, false).recipe).unwrap();
                    land.height_m(place_m, 4.0)
                };
                let (end, start) = (height(before, 1.0), height(after, 0.0));
                assert!((end - start).abs() < 1e-6, "{} {after:?}: {end} {start}", preset.slug);
            }
        }
    }

    #[test]
    fn the_build_up_plays_from_the_first_stop_to_the_last() {
        let default_scene = Scene::default();
        assert_eq!(stop_at(&default_scene.recipe, 0.0), (Stop::Flat, 0.0));
        assert_eq!(stop_at(&default_scene.recipe, SECONDS), (Stop::Materials, 1.0));
        let passed: Vec<Stop> = (0..=2000)
            .map(|i| stop_at(&default_scene.recipe, SECONDS * f64::from(i) / 2000.0).0)
            .collect();
        assert!(passed.is_sorted());
        assert!(!passed.contains(&Stop::Warp), "the default land has no warp");
    }
}
