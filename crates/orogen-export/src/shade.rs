//! Computes the look of samples: normals, curvature, materials and colours.

use super::field::{FieldSampler, MarginedField};
use orogen_terrain::ground::{Colour, Ground, GroundNoises, GroundPlace, GroundShares, linear};
use orogen_terrain::look::Style;
use orogen_terrain::mesh::WaterSample;
use orogen_terrain::scene::Scene;
use orogen_terrain::shading::material;

/// Shades samples that are a fixed spacing apart: along rows, and between rows.
pub(super) struct Shade<'a> {
    scene: &'a Scene,
    ground: Ground,
    spacing_m: f32,
    /// The spacing along rows, divided by the spacing between rows.
    row_factor: f32,
    sea_level_m: f32,
    /// True to tint ground under water with the colour of water.
    tints_water: bool,
}

/// Buffers for a row, reused between rows.
#[derive(Default)]
pub(super) struct ShadeBuffers {
    pub places: Vec<GroundPlace>,
    /// The water at each place.
    pub waters: Vec<WaterSample>,
    pub noises: Vec<GroundNoises>,
    pub shares: Vec<GroundShares>,
    pub colours: Vec<Colour>,
}

impl<'a> Shade<'a> {
    pub fn new(scene: &'a Scene, spacing_m: f64, tints_water: bool) -> Self {
        Self {
            scene,
            ground: Ground::new(&scene.recipe, spacing_m),
            spacing_m: spacing_m as f32,
            row_factor: 1.0,
            sea_level_m: scene.recipe.world.sea_level_m as f32,
            tints_water,
        }
    }

    /// Shades samples whose rows are this far apart.
    pub fn with_row_spacing(self, row_spacing_m: f64) -> Self {
        Self { row_factor: self.spacing_m / row_spacing_m as f32, ..self }
    }

    /// Computes the properties of the ground for each sample of a row. They are height, normal from
    /// the differences of neighbours, curvature as in the view's meshes, and ridge value.
    pub fn places(&self, field: &MarginedField, row: usize, out: &mut ShadeBuffers) {
        let [above, here, below] = field.neighbouring_rows(row);
        let width = here.len() - 2;
        let ridge = field.ridge(row);
        out.places.clear();
        out.places.extend((0..width).map(|i| {
            let (west, bed_m, east) = (here[i], here[i + 1], here[i + 2]);
            let (north, south) = (above[i + 1], below[i + 1]);
            let square = 4.0 * bed_m - west - east - north - south;
            // Adds 0 where both spacings are equal.
            let stretched = (self.row_factor - 1.0) * (2.0 * bed_m - north - south);
            let curvature = (square + stretched) / self.spacing_m;
            GroundPlace {
                bed_m,
                normal: normal([west - east, (north - south) * self.row_factor], self.spacing_m),
                curvature,
                ridge: ridge.map_or(0.0, |ridge| ridge[i]),
            }
        }));
        out.waters.clear();
        match field.water(row) {
            Some(waters) => out.waters.extend_from_slice(waters),
            None => {
                let sea = |place: &GroundPlace| WaterSample::of_sea(self.sea_level_m, place.bed_m);
                out.waters.extend(out.places.iter().map(sea));
            }
        }
    }

    /// Computes the materials of a row. Call [`Self::places`] first.
    pub fn shares(&self, sampler: &FieldSampler, row: usize, out: &mut ShadeBuffers) {
        self.ground.noises_along_row(sampler.columns_m(), sampler.rows_m()[row], &mut out.noises);
        out.shares.clear();
        let shares = out.places.iter().zip(&out.noises).map(|(place, noises)| {
            let curvature = place.curvature.clamp(-1.0, 1.0);
            self.ground.shares(&GroundPlace { curvature, ..*place }, *noises)
        });
        out.shares.extend(shares);
    }

    /// Computes the linear colours of a row. Call [`Self::places`] and [`Self::shares`] first.
    pub fn colours(&self, out: &mut ShadeBuffers) {
        let ShadeBuffers { places, waters, noises, shares, colours } = out;
        colours.clear();
        let is_course = self.scene.view.params.look.style == Style::Course;
        colours.extend(places.iter().zip(waters.iter()).zip(shares.iter().zip(noises.iter())).map(
            |((place, water), (shares, noises))| {
                // Where a river or a lake stands above the sea, the bed counts as equally deep
                // below the sea.
                let bed_m = match water.is_wet() && water.level_m > self.sea_level_m {
                    true => self.sea_level_m - water.depth_m,
                    false => place.bed_m,
                };
                if is_course {
                    let (display, _) = material(&self.scene.recipe, f64::from(bed_m));
                    return linear(display.map(|c| c as f32));
                }
                let albedo = self.ground.albedo(place, shares, *noises);
                match self.tints_water {
                    true => self.ground.under_water(albedo, bed_m),
                    false => albedo,
                }
            },
        ));
    }
}

/// Returns the unit normal, given the falls in metres eastward and southward, from the sample before
/// to the sample after.
pub(super) fn normal([east, south]: [f32; 2], spacing_m: f32) -> [f32; 3] {
    let up = 2.0 * spacing_m;
    let length = (east * east + up * up + south * south).sqrt();
    [east / length, up / length, south / length]
}

/// Converts a linear value to 8 bits of sRGB.
pub(super) fn srgb_byte(linear: f32) -> u8 {
    static TABLE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    /// The number of table steps. With it, a step changes the result by less than half a unit, even
    /// where the curve is steepest.
    const STEPS: f32 = 16_384.0;
    let table = TABLE.get_or_init(|| {
        let display = |i: i32| {
            let c = i as f32 / STEPS;
            let display =
                if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
            (255.0 * display).round() as u8
        };
        (0..=STEPS as i32).map(display).collect()
    });
    table[(linear.clamp(0.0, 1.0) * STEPS + 0.5) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_match_srgb() {
        for byte in 0..=255_u8 {
            let linear = linear([f32::from(byte) / 255.0; 3])[0];
            assert_eq!(srgb_byte(linear), byte);
        }
        assert_eq!([srgb_byte(-1.0), srgb_byte(2.0)], [0, 255]);
    }

    #[test]
    fn normals_point_downhill() {
        assert_eq!(normal([0.0, 0.0], 2.0), [0.0, 1.0, 0.0]);
        let east_is_higher = normal([-4.0, 0.0], 2.0);
        assert!(east_is_higher[0] < -0.7 && (east_is_higher[1] - 0.5f32.sqrt()).abs() < 1e-6);
    }
}
