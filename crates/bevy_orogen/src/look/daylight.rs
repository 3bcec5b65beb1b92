//! The light of the natural style: sun, sky and exposure.
//!
//! It follows from the sun's height and the weather.

use std::sync::Arc;

use bevy::prelude::*;

use super::colour::linear;
use super::shader_structs::Grade;
use orogen_terrain::look::{Overlay, Style};
use orogen_terrain::sky::{
    AIR, HAZE_EXTINCTION, LinearRgb, SKY_AZIMUTHS, SKY_ELEVATIONS, Sky, Weather,
};
use orogen_terrain::view::ViewParams;

/// The light of a view.
///
/// It is computed again when the light's parameters or the haze change.
#[derive(Resource, Clone, Debug, Default)]
pub struct Daylight {
    computed_for: Option<ViewParams>,
    /// The sky's radiance by elevation and azimuth, laid out as the shader's table.
    pub table: Arc<Vec<Vec4>>,
    /// The sun's irradiance on a surface that faces it, divided by π.
    pub sun: Vec3,
    /// The visible share of the sun's disc.
    pub disc: f32,
    /// The radiance of sky and ground, averaged over all directions.
    pub sky_mean: Vec3,
    /// The mean of radiance × upward component over all directions.
    pub sky_up: Vec3,
    /// The mean of radiance × component towards the sun's azimuth over all directions.
    pub sky_sunward: Vec3,
    /// The sun's irradiance on low and on high clouds, on a surface that faces it, divided by π.
    pub on_clouds: [Vec3; 2],
    /// Ambient light on clouds from above.
    pub above_clouds: Vec3,
    /// Ambient light on clouds from below.
    pub below_clouds: Vec3,
    /// The extinction of light by air, per metre.
    pub air: Vec3,
    /// The factor by which the shader multiplies radiance before tone mapping.
    pub exposure: f32,
    /// The brightness of the stars.
    pub stars: f32,
    /// The tints of shadows and highlights.
    pub grade: Grade,
}

/// The strength of the air relative to real air. Strong air makes small lands look large.
const AIR_STRENGTH: f32 = 2.2;

/// The share by which night darkens the visible sky, and the sky's light on the land; chosen by
/// eye. A darker sky turns sunlight into moonlight.
const NIGHT_LOSS: f32 = 0.82;
const NIGHT_SHADE_LOSS: f32 = 0.45;

/// The share by which an overcast dims the sun on clouds, chosen by eye.
const OVERCAST_LOSS: f32 = 0.8;
/// The share of light that land reflects to the clouds, chosen by eye.
const GROUND_ALBEDO: f32 = 0.2;

fn vector(rgb: LinearRgb) -> Vec3 {
    Vec3::from(rgb.map(|c| c as f32))
}

fn luminance(rgb: Vec3) -> f32 {
    rgb.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

impl Daylight {
    /// Computes the light again if the view's light or haze has changed.
    ///
    /// Returns true if so.
    pub fn follow(&mut self, view: &ViewParams) -> bool {
        if self
            .computed_for
            .as_ref()
            .is_some_and(|old| (&old.light, old.distance.haze) == (&view.light, view.distance.haze))
        {
            return false;
        }
        *self = Self::new(view);
        true
    }

    /// The light of a view.
    pub fn new(view: &ViewParams) -> Self {
        let light = &view.light;
        let weather = Weather { haze: haziness(view), air: light.air };
        let sky = Sky::new(light.sun_elevation_deg.to_radians(), weather);
        let clouds = light.clouds as f32;
        let stars = light.stars as f32 * (1.0 - clouds);
        // Without air, stars are visible by day, and then do not mean night.
        let night = stars * light.air.min(1.0) as f32;
        let night_dim = 1.0 - NIGHT_SHADE_LOSS * night;
        let tint = linear(light.colour);
        // The sky gets the tint of the light divided by the default tint.
        let sky_tint = tint / linear(ViewParams::default().light.colour);
        let sun =
            vector(sky.sun) * tint * light.strength as f32 * (1.0 - clouds) / std::f32::consts::PI;
        let height = (light.sun_elevation_deg.to_radians().sin() as f32).max(0.0);
        let on_ground = vector(sky.on_ground) * sky_tint + std::f32::consts::PI * sun * height;
        // An overcast has the grey of the light that it scatters, and is brightest overhead.
        let grey = Vec3::splat(luminance(vector(sky.on_ground) + vector(sky.sun) * height))
            * Vec3::new(0.95, 1.0, 1.06);
        let overcast = 0.45 * grey / std::f32::consts::PI;
        let cloudy = |clear: Vec3, cloud: Vec3| (clear * sky_tint).lerp(cloud, clouds);
        let sky_shown = 1.0 - NIGHT_LOSS * night;
        let on_clouds = sky.sun_on_clouds.map(|sun| {
            let open = 1.0 - OVERCAST_LOSS * clouds;
            vector(sun) * tint * (light.strength as f32 * open * sky_shown / std::f32::consts::PI)
        });
        let [brightness, saturation] = sky_factors(light.sun_elevation_deg as f32);
        let radiance = without_dark_band(&sky.radiance, light.sun_elevation_deg as f32);
        let table = radiance.into_iter().enumerate().map(|(i, clear)| {
            let row_fraction = (i / SKY_AZIMUTHS) as f32 / (SKY_ELEVATIONS - 1) as f32;
            let sky = cloudy(
                brightness * saturate(clear, saturation),
                overcast * (0.75 + 0.5 * row_fraction),
            );
            (sky * sky_shown).extend(1.0)
        });
        let reference =
            luminance(on_ground.lerp(overcast * std::f32::consts::PI, clouds)).max(1e-6);
        // The exposure follows the brightness of the scene, but not fully: dusk stays darker than
        // noon.
        let exposure = 3.4 * reference.powf(-0.85) * (light.exposure_ev as f32).exp2();
        Self {
            computed_for: Some(view.clone()),
            table: Arc::new(table.collect()),
            sun,
            disc: (1.0 - clouds) * (1.0 - clouds),
            sky_mean: night_dim * cloudy(vector(sky.mean), overcast * 0.6),
            sky_up: night_dim * cloudy(vector(sky.first_moment[1]), overcast * 0.2),
            sky_sunward: night_dim * cloudy(vector(sky.first_moment[0]), Vec3::ZERO),
            on_clouds,
            above_clouds: sky_shown * cloudy(1.4 * vector(sky.mean), overcast),
            below_clouds: sky_shown * GROUND_ALBEDO / std::f32::consts::PI
                * on_ground.lerp(overcast * std::f32::consts::PI, clouds),
            air: AIR_STRENGTH
                * light.air as f32
                * (vector(AIR) + (HAZE_EXTINCTION * weather.haze) as f32),
            exposure,
            // Division by the exposure keeps the drawn brightness of stars constant.
            stars: stars * 0.8 / exposure,
            grade: grade(light.sun_elevation_deg as f32, clouds, night),
        }
    }
}

/// Multiplies the saturation of the visible sky by `saturation`, because the film curve
/// desaturates bright skies to grey.
fn saturate(sky: Vec3, saturation: f32) -> Vec3 {
    let grey = Vec3::splat(luminance(sky));
    (grey + saturation * (sky - grey)).max(Vec3::ZERO)
}

/// Returns two factors for the visible sky, both chosen by eye and smaller for a low sun: a
/// brightness, which darkens the sky like a photographer's graduated filter, and a saturation.
fn sky_factors(sun_elevation_deg: f32) -> [f32; 2] {
    const LOW: [f32; 2] = [0.38, 1.15];
    const HIGH: [f32; 2] = [0.88, 1.45];
    const HIGH_SUN_DEG: f32 = 40.0;
    let t = (sun_elevation_deg / HIGH_SUN_DEG).clamp(0.0, 1.0);
    let soft = t * t * (3.0 - 2.0 * t);
    std::array::from_fn(|i| LOW[i] + (HIGH[i] - LOW[i]) * soft)
}

/// Brightens the lowest rows of the sky if the sun is low. In these rows the table has the earth's
/// shadow as a grey band, which haze between mountains would repeat.
fn without_dark_band(radiance: &[[f32; 3]], sun_elevation_deg: f32) -> Vec<Vec3> {
    // The row above the band, about 5° above the horizon.
    const CLEAR_ROW: usize = 7;
    const MAX_WEIGHT: f32 = 0.85;
    let horizon_weight = MAX_WEIGHT * (1.0 - sun_elevation_deg / 5.0).clamp(0.0, 1.0);
    let filled = |(i, rgb): (usize, &[f32; 3])| {
        let (row, column) = (i / SKY_AZIMUTHS, i % SKY_AZIMUTHS);
        let weight = horizon_weight * (1.0 - row as f32 / CLEAR_ROW as f32).max(0.0);
        Vec3::from(*rgb).lerp(radiance[column + SKY_AZIMUTHS * CLEAR_ROW].into(), weight)
    };
    radiance.iter().enumerate().map(filled).collect()
}

/// Tints shadows blue and highlights in the sun's colour, chosen by eye. The tint is weak by day,
/// stronger at a low sun, and strongest at night, when eyes see hardly any colour.
fn grade(sun_elevation_deg: f32, clouds: f32, night: f32) -> Grade {
    struct Tone {
        shadows: [f32; 3],
        highlights: [f32; 3],
        saturation: f32,
    }
    const DAY: Tone =
        Tone { shadows: [0.96, 1.0, 1.06], highlights: [1.01, 1.0, 0.98], saturation: 1.0 };
    const LOW: Tone =
        Tone { shadows: [0.91, 0.98, 1.13], highlights: [1.06, 1.0, 0.91], saturation: 1.06 };
    const DUSK: Tone =
        Tone { shadows: [0.9, 0.97, 1.14], highlights: [1.05, 0.985, 0.97], saturation: 1.0 };
    const GREY: Tone =
        Tone { shadows: [0.97, 1.0, 1.04], highlights: [1.0, 1.0, 1.0], saturation: 0.88 };
    const NIGHT: Tone =
        Tone { shadows: [0.72, 0.92, 1.3], highlights: [0.88, 1.0, 1.12], saturation: 0.4 };
    let blend = |a: Tone, b: &Tone, weight: f32| Tone {
        shadows: std::array::from_fn(|c| a.shadows[c] + (b.shadows[c] - a.shadows[c]) * weight),
        highlights: std::array::from_fn(|c| {
            a.highlights[c] + (b.highlights[c] - a.highlights[c]) * weight
        }),
        saturation: a.saturation + (b.saturation - a.saturation) * weight,
    };
    let low = 1.0 - (sun_elevation_deg / 22.0).clamp(0.0, 1.0);
    let dusk = (-0.5 * sun_elevation_deg).clamp(0.0, 1.0);
    let tone = blend(blend(DAY, &LOW, low), &DUSK, dusk);
    let tone = blend(blend(tone, &GREY, clouds), &NIGHT, night);
    Grade {
        shadows: Vec3::from(tone.shadows) / luminance(tone.shadows.into()),
        saturation: tone.saturation,
        highlights: Vec3::from(tone.highlights) / luminance(tone.highlights.into()),
    }
}

/// Returns true if a view is drawn in the natural style, without an overlay.
pub fn is_natural(view: &ViewParams) -> bool {
    view.look.style == Style::Natural && view.look.overlay == Overlay::Shaded
}

/// Returns true if a view shows the water of rivers: views that explain the land show its bed.
pub fn shows_rivers(view: &ViewParams) -> bool {
    view.look.overlay == Overlay::Shaded
}

/// The amount of haze in the air; 1 is a clear day.
fn haziness(view: &ViewParams) -> f64 {
    let haze = view.distance.haze;
    0.6 + 12.0 * haze * haze * haze
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(change: impl FnOnce(&mut ViewParams)) -> ViewParams {
        let mut view = ViewParams::default();
        change(&mut view);
        view
    }

    fn daylight(change: impl FnOnce(&mut ViewParams)) -> Daylight {
        Daylight::new(&view(change))
    }

    #[test]
    fn light_is_computed_again_only_for_another_sun_or_haze() {
        let mut light = Daylight::default();
        assert!(light.follow(&view(|_| {})));
        assert!(!light.follow(&view(|view| view.camera.lens_mm = 85.0)));
        assert!(light.follow(&view(|view| view.distance.haze = 0.9)));
        assert!(light.follow(&view(|view| view.light.sun_elevation_deg = 3.0)));
    }

    #[test]
    fn one_stop_more_doubles_the_exposure_and_changes_no_light() {
        let (before, after) = (daylight(|_| {}), daylight(|view| view.light.exposure_ev += 1.0));
        assert!((after.exposure / before.exposure - 2.0).abs() < 1e-4);
        assert_eq!((after.sun, after.sky_mean), (before.sun, before.sky_mean));
    }

    #[test]
    fn an_overcast_hides_the_sun_and_the_stars() {
        let closed = daylight(|view| (view.light.clouds, view.light.stars) = (1.0, 1.0));
        assert_eq!((closed.sun, closed.disc, closed.stars), (Vec3::ZERO, 0.0, 0.0));
        assert!(luminance(closed.sky_mean) > 0.0, "the sky still gives light");
        assert!(daylight(|view| (view.light.clouds, view.light.stars) = (0.0, 1.0)).stars > 0.0);
    }

    #[test]
    fn a_lower_sun_is_exposed_longer() {
        let exposure =
            |elevation_deg| daylight(|view| view.light.sun_elevation_deg = elevation_deg).exposure;
        assert!(exposure(-4.0) > exposure(2.0) && exposure(2.0) > exposure(60.0));
    }

    #[test]
    fn tones_keep_the_brightness_of_grey() {
        for (elevation_deg, clouds, night) in [(60.0, 0.0, 0.0), (4.0, 0.3, 0.0), (-6.0, 0.0, 1.0)]
        {
            let Grade { shadows, highlights, .. } = grade(elevation_deg, clouds, night);
            assert!((luminance(shadows) - 1.0).abs() < 1e-5);
            assert!((luminance(highlights) - 1.0).abs() < 1e-5);
        }
    }
}
