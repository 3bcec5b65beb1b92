//! A hash of a preset's heights, to compare browsers with native programs.

use orogen_noise::grid::Grid;
use orogen_terrain::Land;
use orogen_terrain::preset::Preset;
use orogen_terrain::{ChunkKey, heightfield, mesh};

/// The hash of a preset's heights: grids in f32 at three spacings, points with gradients in f64, and
/// the mesh of a chunk.
///
/// # Errors
/// If there is no preset of this name.
pub fn of_preset(slug: &str) -> Result<String, String> {
    let preset = Preset::find(slug).ok_or_else(|| format!("there is no preset “{slug}”"))?;
    let scene = preset.scene().map_err(|error| error.to_string())?;
    let land = Land::new(&scene.recipe).map_err(|error| error.to_string())?;
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for (times, corner) in [(1.0, [-40, 25]), (4.0, [310, -77]), (32.0, [-20, -30])] {
        let spacing_m = times * land.spacing_m();
        let grid = Grid { origin: corner, size: [48, 40], spacing_m, band_limit_m: spacing_m };
        let mut heights_m = vec![0.0; 48 * 40];
        land.fill(&grid, &mut heights_m);
        hash.add(bytemuck::cast_slice(&heights_m));
    }
    for i in 0..24 {
        let place_m = [f64::from(i) * 61.7 - 800.0, 900.0 - f64::from(i) * 43.1];
        let dual = land.dual(place_m, land.spacing_m());
        hash.add(&land.height_m(place_m, land.spacing_m()).to_le_bytes());
        hash.add(&dual.gradient[0].to_le_bytes());
        hash.add(&dual.gradient[1].to_le_bytes());
    }
    let key = ChunkKey { level: 2, x: 1, z: -2 };
    let samples = heightfield::sample_chunk(&land, key, None);
    let heights_m = samples.heights_m(&land);
    let spacing_m = key.spacing_m(land.spacing_m()) as f32;
    let fields = mesh::Fields::of_samples(&samples, &heights_m);
    let level = orogen_noise::grid::Level::best();
    mesh::put_rows(fields, spacing_m, scene.recipe.world.sea_level_m as f32, level, |row| {
        hash.add(bytemuck::cast_slice(row));
    });
    Ok(format!("{:016x}", hash.0))
}

/// FNV-1a over bytes.
struct Hash(u64);

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
