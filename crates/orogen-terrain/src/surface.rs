//! The surface: a land with its sea and bounds, for viewing, walking and picking.

use std::ops::Range;

use crate::land::Land;
use crate::layer::WeightedPart;
use crate::materials::SurfacePoint;
use crate::recipe::Recipe;
use crate::trace::{LandTrace, SurfaceTrace};
use orogen_noise::NoiseError;

/// The depth in metres to which a walker wades.
///
/// In deeper water a walker floats, with the feet this far below the water's surface.
pub const WADE_M: f64 = 1.2;

/// The step of a ray, as a share of its height above the ground. It is safe for slopes up to about
/// three to one, and land is rarely steeper.
const STEP_ABOVE: f64 = 0.3;
/// The smallest step of a ray, in spacings of the finest mesh.
const STEP_SPACING: f64 = 0.25;
/// The smallest step of a ray, as a share of the distance covered.
const STEP_DISTANCE: f64 = 0.001;
/// The smallest step of a ray with a coarseness, in the sample spacings of its current distance.
const STEP_SAMPLES: f64 = 1.5;
/// The number of times that the last step is halved to find the hit.
const HALVINGS: u32 = 24;
/// The longest distance at which a point of endless land can be picked.
const MAX_PICK_M: f64 = 64_000.0;

/// A land with its sea and bounds.
///
/// Positions are in metres from the world's origin, x east and z south.
///
/// ```
/// use orogen_terrain::Recipe;
/// use orogen_terrain::surface::{Ray, Surface};
///
/// let surface = Surface::new(&Recipe::default())?;
/// let down = Ray::new([0.0, 5000.0, 0.0], [0.0, -1.0, 0.0]);
/// let hit_m = surface.pick(&down).expect("land lies below");
/// assert_eq!(hit_m[1], surface.ground_m([0.0, 0.0]));
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone)]
pub struct Surface {
    land: Land,
    sea_level_m: f64,
    bounds_m: Option<[f64; 2]>,
    /// No land is higher than this.
    top_m: f64,
}

/// A ray in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// The start point.
    pub start_m: [f64; 3],
    /// The direction, of unit length.
    pub direction: [f64; 3],
    /// The sample spacing of the land, as a share of the distance from the start.
    ///
    /// 0 means the finest spacing everywhere.
    pub coarseness: f64,
}

impl Ray {
    /// Creates a ray that samples the land at the finest spacing.
    pub fn new(start_m: [f64; 3], direction: [f64; 3]) -> Self {
        Self { start_m, direction, coarseness: 0.0 }
    }

    /// The point at the distance `distance_m` along the ray.
    pub fn at(&self, distance_m: f64) -> [f64; 3] {
        [0, 1, 2].map(|c| self.start_m[c] + self.direction[c] * distance_m)
    }
}

/// The ground and water at a walker's position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// The height of the bed, also under water.
    pub bed_m: f64,
    /// The water level of a river, a lake or the sea.
    pub water_level_m: f64,
}

impl Footing {
    /// The height of a walker's feet, standing on the land or floating.
    pub fn floor_m(&self) -> f64 {
        self.bed_m.max(self.water_level_m - WADE_M)
    }

    /// The height of the visible surface: the land, or the water above it.
    pub fn surface_m(&self) -> f64 {
        self.bed_m.max(self.water_level_m)
    }
}

/// The upper bound of a land's heights and of the sea.
fn top_m(recipe: &Recipe, land: &Land) -> Result<f64, NoiseError> {
    // The extra metre allows for rounding.
    Ok(land.stack().bounds()?.high_m.max(recipe.world.sea_level_m) + 1.0)
}

impl Surface {
    /// Prepares the surface of a recipe's land.
    ///
    /// # Errors
    /// Returns an error if parameters of a layer cannot be combined.
    pub fn new(recipe: &Recipe) -> Result<Self, NoiseError> {
        Self::with_network_of(recipe, None)
    }

    /// Prepares the surface of a land whose rivers keep the network of another recipe.
    ///
    /// See [`Land::with_network_of`].
    ///
    /// # Errors
    /// Returns an error if parameters of a layer cannot be combined.
    pub fn with_network_of(
        recipe: &Recipe,
        network_of: Option<&Recipe>,
    ) -> Result<Self, NoiseError> {
        let land = Land::with_network_of(recipe, network_of)?;
        Ok(Self {
            top_m: top_m(recipe, &land)?,
            land,
            sea_level_m: recipe.world.sea_level_m,
            bounds_m: recipe.bounds_m(),
        })
    }

    /// Makes chunks also compute the weight of a part; see [`Land::with_weights_of`].
    pub fn with_weights_of(self, weighted_part: Option<WeightedPart>) -> Self {
        Self { land: self.land.with_weights_of(weighted_part), ..self }
    }

    /// The land, without sea and bounds.
    pub fn land(&self) -> &Land {
        &self.land
    }

    /// The sea level.
    pub fn sea_level_m(&self) -> f64 {
        self.sea_level_m
    }

    /// The water level at a position: that of a river or a lake, or else the sea level.
    ///
    /// Water may lie below the ground.
    ///
    /// Code that needs the level at a position should call this instead of `sea_level_m`.
    pub fn water_level_m(&self, position_m: [f64; 2]) -> f64 {
        match self.land.has_water() {
            true => self.level_m(position_m, self.bed_m(position_m), self.spacing_m()),
            false => self.sea_level_m,
        }
    }

    /// The water level at a position whose bed has the height `bed_m`.
    fn level_m(&self, position_m: [f64; 2], bed_m: f64, band_limit_m: f64) -> f64 {
        let water = self.land.water(position_m, band_limit_m, bed_m);
        let level_m = water.filter(|water| water.distance_m < 0.0).map(|water| water.level_m);
        level_m.map_or(self.sea_level_m, |level_m| level_m.max(self.sea_level_m))
    }

    /// The lowest and the highest coordinate of a bounded land, in metres.
    ///
    /// Both axes have the same range. Endless land returns `None`.
    pub fn bounds_m(&self) -> Option<[f64; 2]> {
        self.bounds_m
    }

    /// Returns true if a position lies within the land's bounds.
    pub fn contains(&self, [x, z]: [f64; 2]) -> bool {
        self.bounds_m
            .is_none_or(|[low, high]| (low..=high).contains(&x) && (low..=high).contains(&z))
    }

    /// The spacing of the finest samples, in metres.
    pub fn spacing_m(&self) -> f64 {
        self.land.spacing_m()
    }

    /// The height of the bed, also under water.
    pub fn bed_m(&self, position_m: [f64; 2]) -> f64 {
        self.land.height_m(position_m, self.land.spacing_m())
    }

    /// Traces the steps of [`Surface::bed_m`], with the water and the mesh at the position.
    pub fn trace(&self, position_m: [f64; 2]) -> LandTrace {
        let trace = self.land.trace(position_m, self.land.spacing_m());
        let (bed_m, water_level_m) = (trace.height_m, self.water_level_m(position_m));
        let surface = SurfaceTrace {
            sea_level_m: self.sea_level_m,
            water_level_m,
            bed_m,
            depth_m: (water_level_m - bed_m).max(0.0),
            ground_m: self.ground_m(position_m),
            mesh_m: self.mesh_m(position_m),
            is_within: self.contains(position_m),
        };
        LandTrace { surface: Some(surface), ..trace }
    }

    /// The height of the land, or of the water above it.
    pub fn ground_m(&self, position_m: [f64; 2]) -> f64 {
        let bed_m = self.bed_m(position_m);
        bed_m.max(self.level_m(position_m, bed_m, self.spacing_m()))
    }

    /// The height of the finest mesh, or of the water above it.
    ///
    /// The mesh is linear within its triangles, so between samples it differs from the land.
    pub fn mesh_m(&self, position_m: [f64; 2]) -> f64 {
        let spacing_m = self.spacing_m();
        let cell = position_m.map(|c| (c / spacing_m).floor());
        let [u, v] = [0, 1].map(|i| position_m[i] / spacing_m - cell[i]);
        let corner =
            |x: f64, z: f64| self.ground_m([(cell[0] + x) * spacing_m, (cell[1] + z) * spacing_m]);
        let [north_east, south_west] = [corner(1.0, 0.0), corner(0.0, 1.0)];
        // The mesh splits cells from their north-east to their south-west corner.
        if u + v <= 1.0 {
            let north_west = corner(0.0, 0.0);
            north_west + u * (north_east - north_west) + v * (south_west - north_west)
        } else {
            let south_east = corner(1.0, 1.0);
            south_east
                + (1.0 - u) * (south_west - south_east)
                + (1.0 - v) * (north_east - south_east)
        }
    }

    /// The height above which the eye has to stay: the higher of ground and mesh.
    pub fn surface_m(&self, position_m: [f64; 2]) -> f64 {
        self.ground_m(position_m).max(self.mesh_m(position_m))
    }

    /// The unit normal of the land, also under water: x east, y up, z south.
    ///
    /// It comes from central differences over the finest spacing.
    pub fn normal(&self, position_m: [f64; 2]) -> [f64; 3] {
        SurfacePoint::at(&self.land, position_m).normal
    }

    /// The ground and water for a walker.
    ///
    /// The walker's feet must not sink into the visible mesh.
    pub fn footing(&self, position_m: [f64; 2]) -> Footing {
        let bed_m = self.bed_m(position_m);
        let water_level_m = self.level_m(position_m, bed_m, self.spacing_m());
        // Under water the mesh is not visible.
        let bed_m = if bed_m > water_level_m { bed_m.max(self.mesh_m(position_m)) } else { bed_m };
        Footing { bed_m, water_level_m }
    }

    /// The distance in metres, within a range, at which a ray meets land or water.
    ///
    /// In a bounded land, only hits inside its bounds count. A ray that is under the ground at the
    /// start of the range hits there. The steps grow with the height above the ground and with the
    /// distance; bisection of the last step finds the hit.
    pub fn cast(&self, ray: &Ray, within_m: Range<f64>) -> Option<f64> {
        let spacing_m = self.spacing_m();
        let clearance_at = |t: f64| {
            let [x, y, z] = ray.at(t);
            let band_limit_m = spacing_m.max(ray.coarseness * t);
            let bed_m = self.land.height_m([x, z], band_limit_m);
            y - bed_m.max(self.level_m([x, z], bed_m, band_limit_m))
        };
        let is_inside = |t: f64| {
            let [x, _, z] = ray.at(t);
            self.contains([x, z])
        };
        let growth = STEP_DISTANCE.max(STEP_SAMPLES * ray.coarseness);
        let (mut last, mut t) = (within_m.start, within_m.start);
        while t < within_m.end {
            let clearance = clearance_at(t);
            if clearance <= 0.0 && is_inside(t) {
                let (mut outside, mut under_ground) = (last, t);
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (outside + under_ground);
                    if clearance_at(middle) > 0.0 {
                        outside = middle
                    } else {
                        under_ground = middle
                    }
                }
                return Some(under_ground);
            }
            last = t;
            t += (STEP_ABOVE * clearance.abs()).max(STEP_SPACING * spacing_m).max(t * growth);
            // Above all land, a rising ray hits nothing.
            if ray.direction[1] > 0.0 && ray.at(t)[1] > self.top_m {
                return None;
            }
        }
        None
    }

    /// The first point where a ray meets land or water, to a few centimetres.
    ///
    /// In endless land, the point is at most 64 km away.
    pub fn pick(&self, ray: &Ray) -> Option<[f64; 3]> {
        let [x, y, z] = ray.start_m;
        let away_m = (x * x + y * y + z * z).sqrt();
        let reach_m = self.bounds_m.map_or(MAX_PICK_M, |[low, high]| 4.0 * (high - low) + away_m);
        let [x, _, z] = ray.at(self.cast(ray, 0.0..reach_m)?);
        Some([x, self.ground_m([x, z]), z])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Spacing;
    use orogen_noise::Normalise;
    use proptest::prelude::*;

    fn surface(edit: impl FnOnce(&mut Recipe)) -> Surface {
        let mut recipe = Recipe::default();
        edit(&mut recipe);
        Surface::new(&recipe).unwrap()
    }

    /// The ray from a point towards another, and the distance between them.
    fn towards(start_m: [f64; 3], to_m: [f64; 3]) -> (Ray, f64) {
        let offset = [0, 1, 2].map(|c| to_m[c] - start_m[c]);
        let length = offset.iter().map(|c| c * c).sum::<f64>().sqrt();
        (Ray::new(start_m, offset.map(|c| c / length)), length)
    }

    #[test]
    fn the_mesh_equals_the_ground_at_samples_and_is_linear_between_them() {
        let surface = surface(|recipe| recipe.world.spacing_m = Spacing::Eight);
        for [x, z] in [[0.0, 0.0], [808.0, -1600.0], [8e6, 160.0]] {
            assert_eq!(surface.mesh_m([x, z]), surface.ground_m([x, z]));
            let ends = [[x + 8.0, z], [x, z + 8.0]].map(|end| surface.ground_m(end));
            let middle = surface.mesh_m([x + 4.0, z + 4.0]);
            assert!(
                (middle - 0.5 * (ends[0] + ends[1])).abs() < 1e-6,
                "the diagonal is an edge of the mesh"
            );
        }
    }

    #[test]
    fn rays_hit_a_bounded_land_only_within_its_square() {
        let surface = surface(|recipe| {
            recipe.world.bounded = true;
            recipe.world.extent_chunks = 4;
        });
        let [low, high] = surface.bounds_m().unwrap();
        let down = |x: f64, z: f64| Ray::new([x, 5000.0, z], [0.0, -1.0, 0.0]);
        for [x, z] in [[low, low], [high, 0.0], [0.0, 0.0]] {
            let [_, y, _] = surface.pick(&down(x, z)).unwrap();
            assert_eq!(y, surface.ground_m([x, z]));
        }
        for [x, z] in [[low - 1.0, 0.0], [0.0, high + 1.0], [1e6, -1e6]] {
            assert!(!surface.contains([x, z]));
            assert_eq!(surface.pick(&down(x, z)), None);
        }
    }

    #[test]
    fn rising_rays_end_above_the_highest_peak() {
        let mut height_m = 0.0;
        let surface = surface(|recipe| {
            let noise = recipe.base_mut();
            (noise.fractal.normalise, noise.fractal.gain) = (Normalise::Off, 0.9);
            noise.shape.exponent = 4.0;
            height_m = noise.shape.height_m;
        });
        let places = (0..200 * 200).map(|i| [i % 200, i / 200].map(|i| 20.0 * f64::from(i - 100)));
        let peak_m = places.map(|place_m| surface.ground_m(place_m)).fold(0.0, f64::max);
        assert!(peak_m > 10.0 * height_m, "{peak_m} m is the highest peak");
        assert!(surface.top_m > peak_m, "{} m is above all land", surface.top_m);
    }

    #[test]
    fn rays_hit_flat_land_and_never_hit_the_sky() {
        let surface = surface(|recipe| recipe.base_mut().shape.height_m = 0.0);
        let (slanting, length_m) = towards([30.0, 100.0, -7.0], [330.0, 0.0, 400.0]);
        for ray in [slanting, Ray { coarseness: 0.002, ..slanting }] {
            let hit_m = surface.cast(&ray, 0.0..1e4).unwrap();
            assert!((hit_m - length_m).abs() < 1e-3, "{hit_m} of {length_m}");
            assert_eq!(surface.cast(&ray, 0.0..0.9 * length_m), None);
            assert_eq!(
                surface.cast(&ray, 1.1 * length_m..1e4),
                Some(1.1 * length_m),
                "the ray is under the ground there"
            );
            let up = Ray { direction: ray.direction.map(|c| -c), ..ray };
            assert_eq!(surface.cast(&up, 0.0..f64::INFINITY), None);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_picked_point_lies_on_the_ground_and_on_the_ray(
            x in -700.0..700.0,
            z in -700.0..700.0,
        ) {
            let surface = surface(|_| {});
            let start = [100.0, 2500.0, 1500.0];
            let (ray, _) = towards(start, [x, 0.0, z]);
            let hit = surface.pick(&ray).unwrap();
            prop_assert!((hit[1] - surface.ground_m([hit[0], hit[2]])).abs() < 1e-9);
            let offset = [0, 1, 2].map(|c| hit[c] - start[c]);
            let way: f64 = (0..3).map(|c| offset[c] * ray.direction[c]).sum();
            let distance =
                (0..3).map(|c| (offset[c] - way * ray.direction[c]).powi(2)).sum::<f64>().sqrt();
            prop_assert!(distance < 0.2, "{distance} m off the ray");
        }

        #[test]
        fn a_walker_stands_on_the_visible_land_or_wades(
            x in -1e5..1e5,
            z in -1e5..1e5,
            sea_level_m in -300.0..300.0,
        ) {
            let surface = surface(|recipe| recipe.world.sea_level_m = sea_level_m);
            let footing = surface.footing([x, z]);
            prop_assert!(footing.surface_m() >= surface.ground_m([x, z]));
            prop_assert!(footing.surface_m() <= surface.surface_m([x, z]));
            prop_assert!(
                footing.floor_m() >= sea_level_m - WADE_M
                    && footing.floor_m() <= footing.surface_m()
            );
        }

        #[test]
        fn a_normal_is_perpendicular_to_the_slope(x in -1e5..1e5, z in -1e5..1e5) {
            let surface = surface(|_| {});
            let normal = surface.normal([x, z]);
            prop_assert!(
                (normal.iter().map(|c| c * c).sum::<f64>() - 1.0).abs() < 1e-12 && normal[1] > 0.0
            );
            let step = surface.spacing_m();
            let rise = surface.bed_m([x + step, z]) - surface.bed_m([x - step, z]);
            prop_assert!(
                (normal[0] * 2.0 * step + normal[1] * rise).abs() < 1e-9,
                "across the slope"
            );
        }
    }
}
