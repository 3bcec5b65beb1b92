//! The light that the land around a place blocks or reflects, as texels for the shaders.

use crate::instance::Instance;
use orogen_terrain::horizon::{HorizonHeights, Horizons, Nest, Sunlit};
use orogen_terrain::shading::direction_to_sun;

/// Finds the horizons around a place, and the light of the scene's sun over them; see [`sunlit`].
///
/// # Errors
/// If choices of the recipe exclude each other.
pub fn surroundings(
    instance: &mut Instance,
    place_m: [f64; 2],
    texels: usize,
    reach_m: f64,
) -> Result<Vec<u8>, String> {
    let surface = instance.surface()?;
    let nest = Nest::around(place_m, reach_m, texels.clamp(16, 512));
    let heights = HorizonHeights::new(&surface, nest, &|| true).ok_or("the work was cancelled")?;
    let horizons = Horizons::new(&heights, &|| true).ok_or("the work was cancelled")?;
    instance.surroundings = Some((heights, horizons));
    sunlit(instance)
}

/// The light of the scene's sun over the known surroundings: six numbers in f64 (the centre's x and z,
/// the finest spacing, texels on a side, levels, the highest land above the sea), then the texels of
/// all levels: four 16-bit floats each, then four bytes each.
///
/// # Errors
/// If there are no surroundings.
pub fn sunlit(instance: &mut Instance) -> Result<Vec<u8>, String> {
    let (heights, horizons) = instance.surroundings.as_ref().ok_or("there are no surroundings")?;
    let to_sun = direction_to_sun(&instance.scene().view.params);
    let sun_light =
        Sunlit::new(heights, horizons, to_sun, &|| true).ok_or("the work was cancelled")?;
    let nest = heights.nest;
    let [x, z] = nest.centre_m;
    let top_m = f64::from(heights.top_m());
    let head = [x, z, nest.finest_m, nest.texels as f64, nest.levels as f64, top_m];
    let mut bytes: Vec<u8> = bytemuck::cast_slice(&head).to_vec();
    for level in &sun_light.levels {
        bytes.extend_from_slice(bytemuck::cast_slice(&level.light));
    }
    for level in &sun_light.levels {
        bytes.extend_from_slice(bytemuck::cast_slice(&level.ground));
    }
    Ok(bytes)
}
