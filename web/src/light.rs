//! The light of the natural style for a view: sun, sky, air, exposure and tints.

use std::f64::consts::PI;

use serde_json::{Value as Json, json};

use orogen_terrain::ground::linear;
use orogen_terrain::shading::direction_to_sun;
use orogen_terrain::sky::{
    AIR, HAZE_EXTINCTION, LinearRgb, SKY_AZIMUTHS, SKY_ELEVATIONS, Sky, Weather,
};
use orogen_terrain::view::ViewParams;

/// The strength of the air relative to real air, so that small lands look large.
const AIR_STRENGTH: f64 = 2.2;
/// The shares by which night darkens the sky, and the sky's light on the land; chosen by eye.
const NIGHT_SKY: f64 = 0.82;
const NIGHT_LAND: f64 = 0.45;
/// The exposure of a scene with light of strength 1, and the power of the light by which exposure
/// changes: dusk stays darker than noon.
const EXPOSURE: f64 = 3.4;
const EXPOSURE_EXPONENT: f64 = -0.85;

fn luminance(c: LinearRgb) -> f64 {
    0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
}

fn mix(a: LinearRgb, b: LinearRgb, share: f64) -> LinearRgb {
    [0, 1, 2].map(|c| a[c] + (b[c] - a[c]) * share)
}

fn multiply(a: LinearRgb, b: LinearRgb) -> LinearRgb {
    [0, 1, 2].map(|c| a[c] * b[c])
}

/// The uniforms of the light, by their names in the shaders; `sky_table` has 48 columns of azimuth and
/// 32 rows of elevation.
pub fn uniforms(view: &ViewParams) -> Json {
    let light = &view.light;
    let elevation_deg = light.sun_elevation_deg;
    let haze = 0.6 + 12.0 * view.distance.haze.powi(3);
    let sky = Sky::new(elevation_deg.to_radians(), Weather { haze, air: light.air });
    let clouds = light.clouds;
    let stars = light.stars * (1.0 - clouds);
    let night = stars * light.air.min(1.0);
    let land_dim = 1.0 - NIGHT_LAND * night;
    let sky_dim = 1.0 - NIGHT_SKY * night;
    let tint = linear(light.colour).map(f64::from);
    let default_tint = linear(ViewParams::default().light.colour).map(f64::from);
    let sky_tint = [0, 1, 2].map(|c| tint[c] / default_tint[c]);
    let sun = multiply(sky.sun, tint).map(|c| c * light.strength * (1.0 - clouds) / PI);
    let height = elevation_deg.to_radians().sin().max(0.0);
    let sky_light = multiply(sky.on_ground, sky_tint);
    let on_ground = [0, 1, 2].map(|c| sky_light[c] + PI * sun[c] * height);
    // An overcast sky is grey, as bright as the light that it scatters.
    let grey = luminance(sky.on_ground) + luminance(sky.sun) * height;
    let overcast = [0.95, 1.0, 1.06].map(|c| 0.45 * grey * c / PI);
    let cloudy = |clear: LinearRgb, cloud: LinearRgb| mix(multiply(clear, sky_tint), cloud, clouds);
    let reference = luminance(mix(on_ground, overcast.map(|c| c * PI), clouds)).max(1e-6);
    let exposure = EXPOSURE * reference.powf(EXPOSURE_EXPONENT) * light.exposure_ev.exp2();
    let table = sky_table(&sky, elevation_deg).into_iter().enumerate().flat_map(|(i, clear)| {
        let share = (i / SKY_AZIMUTHS) as f64 / (SKY_ELEVATIONS - 1) as f64;
        let cloud = overcast.map(|c| c * (0.75 + 0.5 * share));
        cloudy(clear, cloud).map(|c| (c * sky_dim) as f32)
    });
    let scaled = |rgb: LinearRgb, by: f64| rgb.map(|c| c * by);
    let on_clouds = multiply(sky.sun_on_clouds[0], tint)
        .map(|c| c * light.strength * (1.0 - 0.8 * clouds) * sky_dim / PI);
    let [shadows, lights, saturation] = grade(elevation_deg, clouds, night);
    let air = AIR.map(|air| AIR_STRENGTH * light.air * (air + HAZE_EXTINCTION * haze));
    json!({
        "u_sun": direction_to_sun(view),
        "u_sun_light": sun,
        "u_sun_disc": (1.0 - clouds) * (1.0 - clouds),
        "u_sky_mean": scaled(cloudy(sky.mean, scaled(overcast, 0.6)), land_dim),
        "u_sky_up": scaled(cloudy(sky.first_moment[1], scaled(overcast, 0.2)), land_dim),
        "u_sky_sunward": scaled(cloudy(sky.first_moment[0], [0.0; 3]), land_dim),
        "u_air": air,
        "u_exposure": exposure,
        "u_stars": stars * 0.8 / exposure,
        "u_cloud_light": on_clouds,
        "u_cloud_above": scaled(cloudy(scaled(sky.mean, 1.4), overcast), sky_dim),
        "u_cloud_cover": [view.clouds.low, view.clouds.high],
        "u_grade_shadows": shadows,
        "u_grade_lights": lights,
        "u_saturation": saturation[0],
        "sky_table": table.collect::<Vec<f32>>(),
    })
}

/// The sky's radiance, more vivid because the film curve makes bright skies grey, darker for a low
/// sun, and without the earth's shadow as a grey band on the horizon.
fn sky_table(sky: &Sky, elevation_deg: f64) -> Vec<LinearRgb> {
    let share = (elevation_deg / 40.0).clamp(0.0, 1.0);
    let soft = share * share * (3.0 - 2.0 * share);
    let (brightness, vivid) = (0.38 + 0.5 * soft, 1.15 + 0.3 * soft);
    // The row about 5° above the horizon, which replaces the rows below it.
    const CLEAR_ROW: usize = 7;
    let low = 0.85 * (1.0 - elevation_deg / 5.0).clamp(0.0, 1.0);
    let at = |i: usize| sky.radiance[i].map(f64::from);
    let shown = |i: usize| {
        let (row, column) = (i / SKY_AZIMUTHS, i % SKY_AZIMUTHS);
        let filled = low * (1.0 - row as f64 / CLEAR_ROW as f64).max(0.0);
        let clear = mix(at(i), at(column + SKY_AZIMUTHS * CLEAR_ROW), filled);
        let grey = luminance(clear);
        clear.map(|c| brightness * (grey + vivid * (c - grey)).max(0.0))
    };
    (0..sky.radiance.len()).map(shown).collect()
}

/// The tints of shadows and of lights, of luminance 1, and the saturation; chosen by eye.
fn grade(elevation_deg: f64, clouds: f64, night: f64) -> [LinearRgb; 3] {
    type Tone = [LinearRgb; 3];
    const DAY: Tone = [[0.96, 1.0, 1.06], [1.01, 1.0, 0.98], [1.0; 3]];
    const LOW: Tone = [[0.91, 0.98, 1.13], [1.06, 1.0, 0.91], [1.06; 3]];
    const DUSK: Tone = [[0.9, 0.97, 1.14], [1.05, 0.985, 0.97], [1.0; 3]];
    const GREY: Tone = [[0.97, 1.0, 1.04], [1.0; 3], [0.88; 3]];
    const NIGHT: Tone = [[0.72, 0.92, 1.3], [0.88, 1.0, 1.12], [0.4; 3]];
    let parts = [
        (LOW, 1.0 - (elevation_deg / 22.0).clamp(0.0, 1.0)),
        (DUSK, (-0.5 * elevation_deg).clamp(0.0, 1.0)),
        (GREY, clouds),
        (NIGHT, night),
    ];
    let tone = parts.iter().fold(DAY, |tone, (other, share)| {
        [0, 1, 2].map(|part| mix(tone[part], other[part], *share))
    });
    let [shadows, lights] = [tone[0], tone[1]].map(|tint| tint.map(|c| c / luminance(tint)));
    [shadows, lights, tone[2]]
}
