//! Computes the colours of a thumbnail: the recipe's colours, in daylight for the natural style.

use std::sync::LazyLock;

use super::ground::ThumbnailGround;
use crate::look::Style;
use crate::materials::{MaterialShares, SurfacePoint};
use crate::recipe::Recipe;
use crate::scene::Scene;
use crate::shading::{self, direction_to_sun};
use crate::view::ViewParams;

type Colour = [f64; 3];

/// The sRGB colours of the sky at the horizon and at the zenith, chosen by eye.
const HORIZON: Colour = [0.74, 0.81, 0.88];
const ZENITH: Colour = [0.33, 0.51, 0.76];
/// The background of the course style, the same as in the window.
const PLAIN: Colour = [0.66, 0.73, 0.79];
/// The side walls of a bounded land.
const WALL: Colour = [0.17, 0.16, 0.15];
/// A hit this far below the surface is on a side wall, as a share of the distance.
const WALL_DEPTH: f64 = 0.012;
/// The linear colours of sunlight and skylight, chosen by eye.
const SUN: Colour = [2.35, 2.1, 1.75];
const SKY: Colour = [0.34, 0.42, 0.55];
/// The linear colour of skylight that water reflects.
const REFLECTED_SKY: Colour = [0.35, 0.485, 0.664];
/// The range to which the sun's elevation is clamped. A lower sun would cast too much shadow; a
/// higher sun would show no relief.
const SUN_DEG: [f64; 2] = [14.0, 50.0];
/// The number of steps from a place towards the sun, and the factor by which steps grow.
const SHADOW_STEPS: u32 = 9;
const SHADOW_GROWTH: f64 = 1.75;

pub(super) struct ThumbnailPainter<'a> {
    recipe: &'a Recipe,
    view: &'a ViewParams,
    to_sun: [f64; 3],
    farthest_m: f64,
    is_course: bool,
    /// The sRGB colours of the sky at the horizon and at the zenith.
    sky: [Colour; 2],
    /// The brightness of sun and sky.
    brightness: f64,
    /// Linear colours: sand, meadow, dark grass, scree, rock, strata, snow and deep water.
    colours: [Colour; 8],
}

fn mix(a: Colour, b: Colour, weight: f64) -> Colour {
    [0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * weight)
}

/// Converts sRGB to linear light, by a power that is accurate enough for a thumbnail.
fn linear(display: [f32; 3]) -> Colour {
    display.map(|c| f64::from(c).powf(2.2))
}

/// The number of steps of [`TONES`].
const TONE_STEPS: usize = 256;
/// The sRGB value of linear light, by the square root of the light. Powers are slow, and between the
/// roots the curve is nearly straight.
static TONES: LazyLock<[f32; TONE_STEPS + 2]> = LazyLock::new(|| {
    std::array::from_fn(|i| (i as f64 / TONE_STEPS as f64).powf(2.0 / 2.2) as f32)
});

/// Converts linear light to sRGB; bright light is compressed towards white.
fn display(light: Colour) -> Colour {
    let tones = &*TONES;
    light.map(|c| {
        let place = (c / (1.0 + 0.25 * c)).clamp(0.0, 1.0).sqrt() * TONE_STEPS as f64;
        let [low, high] = [0, 1].map(|step| f64::from(tones[place as usize + step]));
        low + place.fract() * (high - low)
    })
}

impl<'a> ThumbnailPainter<'a> {
    pub fn new(scene: &'a Scene, farthest_m: f64) -> Self {
        let mut daylight = scene.view.params.clone();
        let elevation_deg = daylight.light.sun_elevation_deg.clamp(SUN_DEG[0], SUN_DEG[1]);
        daylight.light.sun_elevation_deg = elevation_deg;
        // Clouds make the sky grey, stars make it dark, and without air it is black.
        let params = &scene.view.params.light;
        let sky = [HORIZON, ZENITH].map(|clear| {
            let grey = (clear[0] + clear[1] + clear[2]) / 3.0;
            mix(clear, [grey; 3], params.clouds)
                .map(|c| c * (1.0 - 0.92 * params.stars) * params.air.min(1.0))
        });
        let ground = &scene.recipe.ground;
        let colours = [
            ground.sand,
            ground.meadow,
            ground.grass,
            ground.scree,
            ground.rock,
            ground.strata,
            ground.snow,
            scene.recipe.lake.deep,
        ];
        Self {
            colours: colours.map(linear),
            sky,
            brightness: params.exposure_ev.clamp(-0.6, 0.4).exp2(),
            recipe: &scene.recipe,
            view: &scene.view.params,
            to_sun: direction_to_sun(&daylight),
            farthest_m,
            is_course: scene.view.params.look.style == Style::Course,
        }
    }

    pub fn sky(&self, ray: [f64; 3]) -> Colour {
        match self.is_course {
            true => PLAIN,
            false => mix(self.sky[0], self.sky[1], (2.2 * ray[1]).clamp(0.0, 1.0).sqrt()),
        }
    }

    /// The sRGB colour at the point where a ray meets land or water.
    pub fn land(
        &self,
        ground: &ThumbnailGround,
        at_m: [f64; 3],
        ray: [f64; 3],
        distance_m: f64,
    ) -> Colour {
        let place_m = [at_m[0], at_m[2]];
        let Some(point) = ground.point(place_m) else { return self.sky(ray) };
        if at_m[1] < point.bed_m.max(ground.sea_m()) - WALL_DEPTH * distance_m {
            return WALL;
        }
        if self.is_course {
            let SurfacePoint { bed_m, normal, .. } = point;
            let point = shading::ShadedPoint { bed_m, normal, to_eye: ray.map(|c| -c) };
            return shading::phong(self.recipe, self.view, &point);
        }
        let sunlight = self.sunlight(ground, at_m);
        let is_water = point.bed_m <= ground.sea_m();
        let light = match is_water {
            true => self.water(&point, ground.sea_m(), ray, sunlight),
            false => self.light_surface(self.material(&point), point.normal, sunlight),
        };
        // Distant land fades to the horizon's colour.
        let relative_distance = distance_m / self.farthest_m;
        let haze =
            0.55 * self.view.distance.haze * relative_distance + 0.75 * relative_distance.powi(3);
        mix(display(light.map(|c| c * self.brightness)), self.sky[0], haze.clamp(0.0, 0.92))
    }

    /// The linear colour of the ground's materials.
    fn material(&self, point: &SurfacePoint) -> Colour {
        let ground = &self.recipe.ground;
        let shares = MaterialShares::at(self.recipe, point);
        let [sand, meadow, grass, scree, rock, strata, snow, _] = self.colours;
        let band = 0.5 + 0.5 * (point.bed_m / ground.strata_m * std::f64::consts::TAU).sin();
        let strata_share = 0.6 * ground.strata_strength * band;
        let parts = [
            (sand, shares.sand),
            (meadow, shares.meadow),
            (grass, shares.dark_grass),
            (scree, shares.scree),
            (mix(rock, strata, strata_share), shares.rock),
            (snow, shares.snow),
        ];
        [0, 1, 2].map(|c| parts.iter().map(|(colour, share)| colour[c] * share).sum())
    }

    /// The colour of a surface in the light of sun and sky; `sun` is the share of sunlight, 0 in
    /// shadow.
    fn light_surface(&self, colour: Colour, normal: [f64; 3], sun: f64) -> Colour {
        let facing = (0..3).map(|c| normal[c] * self.to_sun[c]).sum::<f64>().max(0.0);
        let open_sky = 0.5 + 0.5 * normal[1];
        // Under a dark sky, the only other light is the faint grey light that the ground reflects.
        let dark = 1.0 - self.sky[1][2] / ZENITH[2];
        let sky = mix(SKY, [0.12; 3], dark.clamp(0.0, 1.0));
        [0, 1, 2].map(|c| colour[c] * (SUN[c] * facing * sun + sky[c] * open_sky))
    }

    /// The colour of water: sand where it is shallow, its own colour where it is deep, and the
    /// reflected sky at grazing angles.
    fn water(&self, bed: &SurfacePoint, sea_m: f64, ray: [f64; 3], sun: f64) -> Colour {
        let lake = &self.recipe.lake;
        let depth_m = sea_m - bed.bed_m;
        let clear = (-depth_m / (0.8 * lake.clarity_m)).exp();
        let [sand, .., deep] = self.colours;
        let (sand, deep) = (sand.map(|c| 0.6 * c), deep.map(|c| 1.5 * c + 0.01));
        let body = mix(deep, sand, 0.7 * clear);
        let surface = self.light_surface(body, [0.0, 1.0, 0.0], sun);
        let grazing = (1.0 + ray[1]).clamp(0.0, 1.0);
        mix(surface, REFLECTED_SKY, 0.04 + 0.55 * grazing.powi(5))
    }

    /// The share of sunlight that reaches a place; 0 in full shadow.
    fn sunlight(&self, ground: &ThumbnailGround, [x, y, z]: [f64; 3]) -> f64 {
        let mut step_m = 1.5 * ground.spacing_m([x, z]);
        let (mut distance_m, mut fraction) = (step_m, 1.0f64);
        for _ in 0..SHADOW_STEPS {
            let [px, py, pz] = [0, 1, 2].map(|c| [x, y, z][c] + self.to_sun[c] * distance_m);
            if py > ground.top_m() {
                break;
            }
            let clearance_m = py - ground.surface_m([px, pz]);
            let clear = 0.5 + 8.0 * clearance_m / distance_m;
            if clear <= 0.0 {
                return 0.0;
            }
            fraction = if clear < fraction { clear } else { fraction };
            step_m *= SHADOW_GROWTH;
            distance_m += step_m;
        }
        fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_tones_is_right_to_a_tenth_of_a_step_of_the_screen() {
        for i in 0..=4000 {
            let light = f64::from(i) / 4000.0;
            let exact = (light / (1.0 + 0.25 * light)).powf(1.0 / 2.2);
            let [found, ..] = display([light; 3]);
            assert!((found - exact).abs() < 0.1 / 255.0, "{light}: {found} {exact}");
        }
        assert_eq!(display([1e9, 0.0, 4.0]), [1.0, 0.0, 1.0]);
    }
}
