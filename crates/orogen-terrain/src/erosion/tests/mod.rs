mod batch;
mod drainage;
mod levels;
#[cfg(feature = "oracle")]
mod oracle;
mod point;

use super::*;
use crate::param::{Document, Param, ParamKind};
use crate::recipe::Recipe;
use crate::wavy::{SampleColumns, at_share};
use orogen_noise::grid::Level;
use orogen_noise::{FractalKind, Noise, NoiseSpec, Normalise};
use proptest::prelude::*;

/// The parameters of the erosion except its switch.
fn params() -> impl Iterator<Item = &'static Param<Recipe>> {
    let is_number = |kind: ParamKind| kind != ParamKind::Toggle;
    Recipe::params().iter().filter(move |p| p.group() == "erosion" && is_number(p.kind))
}

/// Parameters anywhere in their ranges, often at an end. `fixed` overrides some.
fn documents(fixed: fn(&mut ErosionGroup)) -> impl Strategy<Value = Recipe> {
    let share = prop_oneof![1 => Just(0.0), 1 => Just(1.0), 8 => 0.0..=1.0];
    let count = params().count();
    prop::collection::vec(share, count).prop_map(move |shares| {
        let mut document = Recipe::default();
        for (param, share) in params().zip(shares) {
            let value = at_share(param.kind, share);
            param.set(&mut document, value).expect("in its range");
        }
        fixed(&mut document.erosion);
        document
    })
}

/// Scales the gullies to the lands of the tests.
fn scale_to_test_land(group: &mut ErosionGroup) {
    group.gully_m = 20.0 + 0.004 * group.gully_m;
    group.reach_m = 50.0 + 0.1 * group.reach_m;
    (group.middle_m, group.shore_m) = (0.01 * group.middle_m, 0.1 * group.shore_m);
    group.inland_m += 5.0;
}

/// Evenly spaced lines from `first_m`.
fn line(first_m: f64, spacing_m: f64, count: usize) -> Vec<f64> {
    (0..count).map(|i| first_m + i as f64 * spacing_m).collect()
}

/// A guide on lines.
fn guide_on_lines(lines_m: [&[f64]; 2], guide: impl Fn([f64; 2]) -> Dual) -> SampleColumns {
    let places = lines_m[1].iter().flat_map(|z| lines_m[0].iter().map(move |x| [*x, *z]));
    SampleColumns::of(&places.map(guide).collect::<Vec<_>>())
}

/// The result of a batch.
#[derive(Clone, Debug, PartialEq)]
struct Filled {
    heights_m: Vec<f32>,
    ridge: Vec<f32>,
    occlusion: Vec<f32>,
}

impl Filled {
    fn new(
        erosion: &Erosion,
        level: Level,
        lines_m: [&[f64]; 2],
        places_m: Option<[&[f64]; 2]>,
        guide: &SampleColumns,
        spacing_m: f64,
    ) -> Self {
        let unset = vec![f32::NAN; guide.heights_m.len()];
        let mut made = Self { heights_m: unset.clone(), ridge: unset.clone(), occlusion: unset };
        let guide = Guide {
            lines_m,
            places_m,
            heights_m: &guide.heights_m,
            gradients: [&guide.east, &guide.south],
        };
        let mut out = ErodedSamples {
            heights_m: &mut made.heights_m,
            ridge: Some(&mut made.ridge),
            occlusion: Some(&mut made.occlusion),
        };
        erosion.fill(level, &guide, spacing_m, &mut out);
        made
    }

    fn best(
        erosion: &Erosion,
        lines_m: [&[f64]; 2],
        guide: &SampleColumns,
        spacing_m: f64,
    ) -> Self {
        Self::new(erosion, Level::best(), lines_m, None, guide, spacing_m)
    }

    fn bits(&self) -> Vec<u32> {
        let all = self.heights_m.iter().chain(&self.ridge).chain(&self.occlusion);
        all.map(|x| x.to_bits()).collect()
    }

    fn at(&self, i: usize) -> Eroded {
        Eroded {
            height_m: f64::from(self.heights_m[i]),
            ridge: f64::from(self.ridge[i]),
            occlusion: f64::from(self.occlusion[i]),
        }
    }
}

/// A smooth guide: three octaves that fall off fast, with landforms of this width and height.
fn hills(width_m: f64, height_m: f64) -> impl Fn([f64; 2]) -> Dual {
    let spec = NoiseSpec {
        seed: Seed(5),
        fractal: FractalKind::Fbm,
        octaves: 3.0,
        gain: 0.1,
        normalise: Normalise::Measured,
        octave_seeds: true,
        ..NoiseSpec::default()
    };
    let noise: Noise = spec.build(2).expect("a noise");
    move |place_m| {
        let (value, slopes) = noise.sample2_with_gradient(place_m.map(|x| x / width_m), 0.0);
        Dual { height_m: height_m * value, gradient: slopes.map(|g| g * height_m / width_m) }
    }
}

/// The erosion of a look on [`hills`], without a sea.
fn erosion_of_look(look: ErosionLook, width_m: f64, height_m: f64) -> Erosion {
    let document =
        Recipe { erosion: look.parameters(width_m, 0.6 * height_m), ..Recipe::default() };
    Erosion::new(&document.erosion, Seed(9), -1e6)
}
