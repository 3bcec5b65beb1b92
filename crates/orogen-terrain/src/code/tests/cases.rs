//! The lands whose exported code is tested.

use super::super::code;
use super::super::language::Language;
use crate::layer::Layer;
use crate::marks::MarksLayer;
use crate::preset::{PRESETS, Preset};
use crate::recipe::NoiseLayer;
use crate::vary;
use crate::{Land, Scene};
use orogen_noise::hash::further_word;
use orogen_noise::{Basis, Edit, Fade, FadeCurve, FractalKind, GradientSet};

/// A land with a name.
pub struct Case {
    pub name: String,
    pub scene: Scene,
    pub land: Land,
    /// The allowed error of shaders, as a share of the land's range.
    pub tolerance: f64,
}

impl Case {
    pub fn new(name: &str, scene: Scene) -> Self {
        let land = Land::new(&scene.recipe).unwrap();
        Self { name: name.to_owned(), scene, land, tolerance: 1e-5 }
    }

    pub fn preset(slug: &str) -> Self {
        Self::new(slug, Preset::find(slug).unwrap().scene().unwrap())
    }

    /// Test points near and far, on cell borders and one bit off the borders. On a land with marks,
    /// half of the points lie around the marks.
    pub fn points(&self, count: u32) -> Vec<[f64; 2]> {
        let cell_m = 1.0 / self.scene.recipe.base().frequency_per_m();
        let marks = self.scene.recipe.layers.iter().flat_map(Layer::marks);
        let marks: Vec<[[f64; 2]; 2]> = marks
            .map(|mark| MarksLayer::new(vec![mark.clone()]).unwrap())
            .filter_map(|layer| layer.around_m())
            .collect();
        (0..count)
            .map(|index| {
                let [x, z] =
                    [0, 1].map(|axis| f64::from(further_word(index, axis)) / 2_147_483_648.0 - 1.0);
                let word = further_word(index, 2);
                if let (Some([low, high]), true) =
                    (marks.get(word as usize % marks.len().max(1)), index % 8 < 4)
                {
                    let unit = |c: f64| (0.5 * c + 0.5).clamp(0.0, 1.0);
                    return [
                        low[0] + unit(x) * (high[0] - low[0]),
                        low[1] + unit(z) * (high[1] - low[1]),
                    ];
                }
                match index % 4 {
                    0 => [x, z].map(|c| c * 6.0 * cell_m),
                    1 => [x, z].map(|c| c * 2e5 * cell_m),
                    2 => [x, z].map(|c| {
                        let border = (c * 40.0).round() * cell_m;
                        match word % 3 {
                            0 => border,
                            1 => border.next_up(),
                            _ => border.next_down(),
                        }
                    }),
                    _ => [x, z].map(|c| (c * 4000.0).round() * self.land.spacing_m()),
                }
            })
            .collect()
    }

    pub fn heights(&self, points: &[[f64; 2]]) -> Vec<f64> {
        points.iter().map(|point| self.land.height_m(*point, self.land.spacing_m())).collect()
    }
}

/// Random variations of the presets that shaders can express.
pub fn random_cases(count: usize) -> Vec<Case> {
    let varied = |(preset, seed): (&Preset, u64)| {
        let scene = preset.scene().unwrap();
        let scene = vary::randomise(&scene, seed, 1.0, &vary::Locks::default());
        // Masks of slope and curvature over eroded land read differences of a few metres.
        Case { tolerance: 1e-3, ..Case::new(&format!("{}-{seed}", preset.slug), scene) }
    };
    let all = PRESETS.iter().cycle().zip(1..).map(varied);
    all.filter(|case| code(&case.scene, Language::Wgsl).is_ok()).take(count).collect()
}

/// A land of one noise layer, after `change`.
pub fn noise_case(name: &str, change: impl Fn(&mut NoiseLayer)) -> Case {
    let mut scene = Preset::find("course").unwrap().scene().unwrap();
    change(scene.recipe.base_mut());
    Case::new(name, scene)
}

/// The text of a recipe as a land.
fn text_case(name: &str, text: &str) -> Case {
    Case::new(name, Scene::from_toml(text).unwrap())
}

/// Lands with marks of every tool, before erosion and after it, and with painted masks.
pub fn marks() -> Vec<Case> {
    vec![
        text_case("marks", include_str!("../../../tests/recipes/v2/parts-hands.toml")),
        text_case("marks of all tools", include_str!("marks.toml")),
    ]
}

/// A few lands that together cover most choices of a noise.
pub fn noises() -> Vec<Case> {
    vec![
        noise_case("simplex, turned", |layer| {
            layer.noise.basis = Basis::Simplex;
            layer.fractal.rotate = true;
            layer.fractal.octave_seeds = true;
        }),
        noise_case("value, ridged", |layer| {
            layer.noise.basis = Basis::Value;
            layer.noise.fade = Fade::Cubic;
            layer.fractal.kind = FractalKind::Ridged;
        }),
        noise_case("worley", |layer| {
            layer.noise.basis = Basis::WorleyF2MinusF1;
            layer.fractal.kind = FractalKind::Billow;
        }),
        noise_case("lattice of order 2, warped", |layer| {
            layer.noise.basis = Basis::Lattice2;
            layer.noise.gradients = GradientSet::Continuous;
            layer.fractal.kind = FractalKind::Hybrid;
            layer.warp.strength = 0.3;
            layer.warp.times = 2;
        }),
        noise_case("a period, with an edit and a custom fade", |layer| {
            layer.noise.period = 8;
            layer.noise.fade = Fade::Custom(FadeCurve::DEFAULT);
            layer.noise.fade_quarter = 0.3;
            layer.fractal.lacunarity = 2.0;
            layer.shape.exponent = 1.7;
            layer.edits = vec![Edit { octave: 0, cell: [1, -2], gradient: [2.0, -1.0] }].into();
        }),
    ]
}
