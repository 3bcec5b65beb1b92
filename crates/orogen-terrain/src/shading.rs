//! Shading of the course style on the CPU: the reference for the material's shader.
//!
//! Colours are sRGB values, not linear. The shader computes with the same values, and converts the
//! result to linear light at the end.

use crate::recipe::Recipe;
use crate::view::ViewParams;

/// A point of the surface to shade.
#[derive(Clone, Copy, Debug)]
pub struct ShadedPoint {
    /// The height of the ground, also under water. At or below the sea level, the point is water.
    pub bed_m: f64,
    /// The unit normal of the land. Water is level and ignores it.
    pub normal: [f64; 3],
    /// The unit vector from the point to the eye.
    pub to_eye: [f64; 3],
}

/// The unit vector towards the sun (x east, y up, z south).
pub fn direction_to_sun(view: &ViewParams) -> [f64; 3] {
    let azimuth_rad = view.light.sun_azimuth_deg.to_radians();
    let elevation_rad = view.light.sun_elevation_deg.to_radians();
    let horizontal = elevation_rad.cos();
    [azimuth_rad.sin() * horizontal, elevation_rad.sin(), -azimuth_rad.cos() * horizontal]
}

/// The share of the mountain colour in the land's colour, from 0 to 1.
///
/// It is clamp((s − s_sea) × `alpha_scale`), where s and s_sea are the heights of land and sea
/// converted to noise values ([`Recipe::shape`]).
pub fn mountain_share(recipe: &Recipe, bed_m: f64) -> f64 {
    let shape = recipe.shape();
    let above_sea = shape.noise(bed_m) - shape.noise(recipe.world.sea_level_m);
    (above_sea * recipe.colour.alpha_scale).clamp(0.0, 1.0)
}

/// The sRGB colour and the shininess of the material at a height.
///
/// At or below the sea level the material is water, otherwise a mix of grass and mountain by
/// [`mountain_share`].
pub fn material(recipe: &Recipe, bed_m: f64) -> ([f64; 3], f64) {
    let colour = &recipe.colour;
    let display = |rgb: [f32; 3]| rgb.map(f64::from);
    if bed_m <= recipe.world.sea_level_m {
        return (display(colour.water), colour.shininess_water);
    }
    let alpha = mountain_share(recipe, bed_m);
    let (grass, mountain) = (display(colour.grass), display(colour.mountain));
    (std::array::from_fn(|i| grass[i] + (mountain[i] - grass[i]) * alpha), colour.shininess_land)
}

/// The terms of Phong shading at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phong {
    /// The material's sRGB colour.
    pub material: [f64; 3],
    /// The Phong exponent.
    pub shininess: f64,
    /// The cosine of the angle between the normal and the direction to the sun.
    pub n_dot_l: f64,
    /// The cosine of the angle between the mirrored sunlight and the direction to the eye.
    pub r_dot_v: f64,
    /// The specular term [n·l > 0]·max(r·v, 0)^shininess.
    pub specular: f64,
    /// The intensity: ambient + max(n·l, 0) + specular.
    pub intensity: f64,
    /// The result: material × light colour × intensity, as sRGB values clamped to 0..=1.
    pub colour: [f64; 3],
}

/// Shades a point by Phong's model; returns sRGB values clamped to 0..=1.
///
/// The formula is m·L·(ambient + max(n·l, 0) + [n·l > 0]·max(r·v, 0)^shininess), with material m,
/// light colour L, normal n, direction to the sun l, its reflection r at n, and direction to the
/// eye v.
pub fn phong(recipe: &Recipe, view: &ViewParams, point: &ShadedPoint) -> [f64; 3] {
    phong_terms(recipe, view, point).colour
}

/// Shades a point like [`phong`], and returns all terms of the formula.
pub fn phong_terms(recipe: &Recipe, view: &ViewParams, point: &ShadedPoint) -> Phong {
    let (material, shininess) = material(recipe, point.bed_m);
    let is_water = point.bed_m <= recipe.world.sea_level_m;
    let n = if is_water { [0.0, 1.0, 0.0] } else { point.normal };
    let l = direction_to_sun(view);
    let n_dot_l = dot(n, l);
    let mirror: [f64; 3] = std::array::from_fn(|i| 2.0 * n_dot_l * n[i] - l[i]);
    let r_dot_v = dot(mirror, point.to_eye);
    let specular = if n_dot_l > 0.0 { r_dot_v.max(0.0).powf(shininess) } else { 0.0 };
    let intensity = view.light.ambient + n_dot_l.max(0.0) + specular;
    let colour = std::array::from_fn(|i| {
        (material[i] * f64::from(view.light.colour[i]) * intensity).clamp(0.0, 1.0)
    });
    Phong { material, shininess, n_dot_l, r_dot_v, specular, intensity, colour }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: [f64; 3] = [0.0, 1.0, 0.0];

    #[test]
    fn the_sun_goes_clockwise_from_north() {
        let mut view = ViewParams::default();
        for (azimuth, expected) in
            [(0.0, [0.0, 0.0, -1.0]), (90.0, [1.0, 0.0, 0.0]), (180.0, [0.0, 0.0, 1.0])]
        {
            (view.light.sun_azimuth_deg, view.light.sun_elevation_deg) = (azimuth, 0.0);
            let sun = direction_to_sun(&view);
            assert!(
                sun.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12),
                "{azimuth}: {sun:?}"
            );
        }
    }

    #[test]
    fn land_turns_from_grass_to_mountain_above_the_sea() {
        let recipe = Recipe::default();
        let sea = recipe.world.sea_level_m;
        assert_eq!(material(&recipe, sea).0, recipe.colour.water.map(f64::from));
        assert_eq!(material(&recipe, sea - 5.0).1, 8.0);
        let (just_above, shininess) = material(&recipe, sea + 1e-9);
        assert!(
            just_above
                .iter()
                .zip(recipe.colour.grass)
                .all(|(a, b)| (a - f64::from(b)).abs() < 1e-6)
        );
        assert_eq!(shininess, 0.5);
        assert_eq!(material(&recipe, 8000.0).0, recipe.colour.mountain.map(f64::from));
    }

    #[test]
    fn mirrored_sunlight_reaches_the_eye_and_a_set_sun_leaves_ambient_light() {
        let (mut recipe, mut view) = (Recipe::default(), ViewParams::default());
        recipe.colour.water = [0.2; 3];
        view.light.colour = [1.0; 3];
        view.light.sun_elevation_deg = 30.0;
        let [x, y, z] = direction_to_sun(&view);
        let point = ShadedPoint { bed_m: -1000.0, normal: UP, to_eye: [-x, y, -z] };
        let expected = 0.2 * (view.light.ambient + y + 1.0);
        assert!((phong(&recipe, &view, &point)[0] - expected).abs() < 1e-6);
        view.light.sun_elevation_deg = -5.0;
        assert!((phong(&recipe, &view, &point)[0] - 0.2 * view.light.ambient).abs() < 1e-6);
    }
}
