//! The natural style's light: the sky of the sun's height, how much of it reaches the ground, and
//! the exposure.

use std::sync::Arc;

use bevy::prelude::*;

use super::colour::linear;
use crate::terrain::sky::{AIR, HAZE_TAKES, Rgb, SKY_AZIMUTHS, SKY_ELEVATIONS, Sky};
use crate::terrain::view::ViewParams;

/// The light of a view, made again when the sun or the haze moves.
#[derive(Resource, Clone, Debug, Default)]
pub struct Daylight {
    made_of: Option<ViewParams>,
    /// Radiance by elevation and azimuth, as the shader's table.
    pub table: Arc<Vec<Vec4>>,
    /// What the sun throws on a surface that faces it, over π.
    pub sun: Vec3,
    /// How bright the sun's disc is against that.
    pub disc: f32,
    /// The sky's radiance, averaged over all directions.
    pub sky_mean: Vec3,
    /// Its radiance overhead.
    pub sky_up: Vec3,
    /// Its radiance towards the sun.
    pub sky_sunward: Vec3,
    /// What a metre of air takes away.
    pub air: Vec3,
    /// What radiance is multiplied by for the screen.
    pub exposure: f32,
    /// How bright the stars are.
    pub stars: f32,
}

/// How much stronger the air is than real air: lands are smaller than the earth's, and should look
/// as large.
const AIR_STRENGTH: f32 = 2.2;

fn vector(rgb: Rgb) -> Vec3 {
    Vec3::from(rgb.map(|c| c as f32))
}

fn luminance(rgb: Vec3) -> f32 {
    rgb.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

impl Daylight {
    /// Brings it up to a view; whether anything changed.
    pub fn follow(&mut self, view: &ViewParams) -> bool {
        if self
            .made_of
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
        let haze = haziness(view);
        let sky = Sky::new(light.sun_elevation_deg.to_radians(), haze);
        let clouds = light.clouds as f32;
        let tint = linear(light.colour);
        // The default light is the sun's, and the sky's own colour goes with it.
        let sky_tint = tint / linear(ViewParams::default().light.colour);
        let sun =
            vector(sky.sun) * tint * light.strength as f32 * (1.0 - clouds) / std::f32::consts::PI;
        let height = (light.sun_elevation_deg.to_radians().sin() as f32).max(0.0);
        let on_ground = vector(sky.on_ground) * sky_tint + std::f32::consts::PI * sun * height;
        // A cloud spreads what falls on it, and is brightest overhead.
        let grey = Vec3::splat(luminance(vector(sky.on_ground) + vector(sky.sun) * height))
            * Vec3::new(0.95, 1.0, 1.06);
        let overcast = 0.45 * grey / std::f32::consts::PI;
        let cloudy = |clear: Vec3, cloud: Vec3| (clear * sky_tint).lerp(cloud, clouds);
        let table = sky.radiance.iter().enumerate().map(|(i, clear)| {
            let share = (i / SKY_AZIMUTHS) as f32 / (SKY_ELEVATIONS - 1) as f32;
            cloudy(Vec3::from(*clear), overcast * (0.75 + 0.5 * share)).extend(1.0)
        });
        let reference =
            luminance(on_ground.lerp(overcast * std::f32::consts::PI, clouds)).max(1e-6);
        // Eyes get used to the dark, but not wholly: dusk stays darker than noon.
        let exposure = 3.4 * reference.powf(-0.85) * (light.exposure_ev as f32).exp2();
        Self {
            made_of: Some(view.clone()),
            table: Arc::new(table.collect()),
            sun,
            disc: (1.0 - clouds) * 60.0,
            sky_mean: cloudy(vector(sky.mean), overcast * 0.6),
            sky_up: cloudy(vector(sky.towards[1]), overcast * 0.2),
            sky_sunward: cloudy(vector(sky.towards[0]), Vec3::ZERO),
            air: AIR_STRENGTH * (vector(AIR) + (HAZE_TAKES * haze) as f32),
            exposure,
            // Stars are as bright whatever the exposure.
            stars: light.stars as f32 * (1.0 - clouds) * 0.8 / exposure,
        }
    }
}

/// How much haze the air holds: 1 on a clear day.
fn haziness(view: &ViewParams) -> f64 {
    let haze = view.distance.haze;
    0.6 + 12.0 * haze * haze * haze
}
