//! The area of an export, and the grid of its samples.

use std::fmt;
use std::str::FromStr;

use orogen_noise::text;
use orogen_terrain::recipe::Recipe;
use orogen_terrain::scene::Scene;

/// The most samples on each side of an export's grid.
pub const MAX_SAMPLES: u32 = 65_537;

/// A square of the world, in metres.
///
/// ```
/// use orogen_export::Area;
///
/// let area: Area = "0,0,2048".parse()?;
/// assert_eq!(area.corner_m(), [-1024.0, -1024.0]);
/// # Ok::<(), orogen_export::AreaError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its centre (x, z).
    pub centre_m: [f64; 2],
    /// The length of its sides, above 0.
    pub side_m: f64,
}

/// The side of the default area on unbounded land. The camera's focus is its centre.
const DEFAULT_SIDE_M: f64 = 4096.0;

/// The largest coordinate and side of an area. Up to it, f64 resolves a millimetre.
const MAX_COORDINATE_M: f64 = 1e12;

impl Area {
    /// Returns the default area: the bounded land, or a square of 4,096 m a side around the focus.
    pub fn of_scene(scene: &Scene) -> Self {
        Self::of_bounds(scene.recipe.bounds_m(), scene.view.camera.focus_m)
    }

    fn of_bounds(bounds_m: Option<[f64; 2]>, focus_m: Option<[f64; 3]>) -> Self {
        match (bounds_m, focus_m) {
            (Some([low, high]), _) => {
                Self { centre_m: [0.5 * (low + high); 2], side_m: high - low }
            }
            (None, Some([x, _, z])) => Self { centre_m: [x, z], side_m: DEFAULT_SIDE_M },
            (None, None) => Self { centre_m: [0.0; 2], side_m: DEFAULT_SIDE_M },
        }
    }

    /// The north-west corner (x, z).
    pub fn corner_m(&self) -> [f64; 2] {
        self.centre_m.map(|c| c - 0.5 * self.side_m)
    }

    /// Checks that the area has a valid size and lies on the land.
    ///
    /// # Errors
    /// The error is one line that names the mistake and the allowed values.
    pub fn check(&self, recipe: &Recipe) -> Result<(), AreaError> {
        let numbers = [self.centre_m[0], self.centre_m[1], self.side_m];
        if !numbers.iter().all(|c| c.is_finite() && c.abs() <= MAX_COORDINATE_M)
            || self.side_m <= 0.0
        {
            return Err(AreaError::Range(*self));
        }
        let corner_m = self.corner_m();
        match recipe.bounds_m() {
            Some([low, high]) if corner_m.iter().any(|&c| c < low || c + self.side_m > high) => {
                Err(AreaError::OffLand { area: *self, bounds_m: [low, high] })
            }
            _ => Ok(()),
        }
    }
}

impl Area {
    /// Shrinks and moves the area so that it lies on a bounded land.
    ///
    /// On unbounded land the area does not change.
    pub fn fitted_to(self, recipe: &Recipe) -> Self {
        let Some([low, high]) = recipe.bounds_m() else { return self };
        let fitted = self.clamped([low, high]);
        if fitted.check(recipe).is_ok() {
            return fitted;
        }
        // In f64, rounding may put an edge just off the land. Multiples of 2⁻⁹ m are exact on any
        // bounded land.
        let round_down = |c: f64| (512.0 * c).floor() / 512.0;
        let side_m = round_down(fitted.side_m).max(1.0 / 256.0);
        Self { centre_m: fitted.centre_m.map(round_down), side_m }.clamped([low, high])
    }

    fn clamped(self, [low, high]: [f64; 2]) -> Self {
        let side_m = self.side_m.min(high - low);
        let half = 0.5 * side_m;
        Self { centre_m: self.centre_m.map(|c| c.max(low + half).min(high - half)), side_m }
    }
}

/// An invalid area, with the allowed values.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AreaError {
    /// The text is not of the form X,Z,SIZE.
    #[error("an area is X,Z,SIZE: its centre and its side in metres, as in 0,0,2048")]
    Form,
    /// The position or the size is out of range.
    #[error("the area {0} is out of range: X and Z go from -{most} to {most} m, SIZE from above 0 to {most} m",
        most = MAX_COORDINATE_M)]
    Range(Area),
    /// The area lies partly outside a bounded land.
    #[error("the area {area} leaves the land, which reaches from {} to {} m in x and z",
        .bounds_m[0], .bounds_m[1])]
    OffLand {
        /// The area.
        area: Area,
        /// The lowest and highest coordinate of the land, in x and in z.
        bounds_m: [f64; 2],
    },
}

impl FromStr for Area {
    type Err = AreaError;

    fn from_str(text: &str) -> Result<Self, AreaError> {
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[x, z, side_m])
                if side_m > 0.0 && [x, z, side_m].iter().all(|c| c.is_finite()) =>
            {
                Ok(Self { centre_m: [x, z], side_m })
            }
            _ => Err(AreaError::Form),
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [x, z, side] = [self.centre_m[0], self.centre_m[1], self.side_m].map(text::number);
        write!(f, "{x},{z},{side}")
    }
}

/// A grid of samples on an area.
///
/// The first samples lie on the north and west edges of the area, the last on the south and east
/// edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleGrid {
    corner_m: [f64; 2],
    side_m: f64,
    samples: u32,
}

impl SampleGrid {
    /// Makes a grid with `samples` on each side, at least 2.
    pub fn new(area: Area, samples: u32) -> Self {
        Self { corner_m: area.corner_m(), side_m: area.side_m, samples }
    }

    /// Samples on each side.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// The distance between neighbouring samples, in metres.
    pub fn spacing_m(&self) -> f64 {
        self.side_m / f64::from(self.samples - 1)
    }

    /// The position of column (axis 0) or row (axis 1) `i`: corner + i·side/(n − 1).
    ///
    /// The single division gives grids of two resolutions the same bits where their positions
    /// coincide.
    pub fn position_m(&self, axis: usize, i: u32) -> f64 {
        self.unclamped_position_m(axis, i64::from(i))
    }

    /// Like [`Self::position_m`], also for columns and rows outside the area.
    ///
    /// Slopes on the border need these samples.
    pub fn unclamped_position_m(&self, axis: usize, i: i64) -> f64 {
        self.corner_m[axis] + i as f64 * self.side_m / f64::from(self.samples - 1)
    }

    /// Returns true if the samples and the vertices on screen share a grid.
    ///
    /// The spacing must be a power of two. The corner must be a multiple of the smaller of two
    /// lengths: the spacing, and `finest_m`, the finest spacing on screen. Samples then lie on
    /// vertices or evenly between them.
    pub fn is_exact(&self, finest_m: f64) -> bool {
        let spacing_m = self.spacing_m();
        let power_of_two = spacing_m.is_normal() && spacing_m.to_bits() << 12 == 0;
        power_of_two && self.corner_m.iter().all(|c| (c / spacing_m.min(finest_m)).fract() == 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::choices::Spacing;

    fn square_scene() -> Scene {
        let mut scene = Scene::default();
        scene.recipe.world.bounded = true;
        scene.recipe.world.spacing_m = Spacing::Four;
        scene
    }

    use proptest::prelude::*;

    #[test]
    fn the_default_is_the_bounded_land_or_a_square_around_the_focus() {
        let scene = square_scene();
        let area = Area::of_scene(&scene);
        assert_eq!(area, Area { centre_m: [0.0; 2], side_m: 2048.0 });
        assert_eq!(area.check(&scene.recipe), Ok(()));
        assert_eq!(
            Area::of_bounds(None, Some([1.0, 2.0, 3.0])),
            Area { centre_m: [1.0, 3.0], side_m: 4096.0 }
        );
        assert_eq!(Area::of_bounds(None, None).centre_m, [0.0; 2]);
    }

    #[test]
    fn areas_off_the_land_are_refused() {
        let recipe = square_scene().recipe;
        for text in ["0,0,2049", "-1000,0,50", "0,1024,1", "1e300,0,1"] {
            let problem = text.parse::<Area>().unwrap().check(&recipe).unwrap_err().to_string();
            assert!(problem.contains("the area"), "{problem}");
        }
        let problem = "1e300,0,1".parse::<Area>().unwrap().check(&recipe).unwrap_err().to_string();
        assert!(
            problem.starts_with("the area 1e300,0,1 is out of range")
                && problem.contains("1000000000000 m"),
            "{problem}"
        );
        for text in ["", "0,0", "0,0,0", "0,0,-5", "a,b,c", "nan,0,1", "0,0,inf", "1,2,3,4"] {
            assert_eq!(text.parse::<Area>(), Err(AreaError::Form), "{text}");
        }
    }

    #[test]
    fn exact_grids_share_lines_with_the_view() {
        let exact =
            |area: &str, samples| SampleGrid::new(area.parse().unwrap(), samples).is_exact(4.0);
        assert!(
            exact("0,0,2048", 513)
                && exact("0,0,2048", 8193)
                && exact("0,0,2048", 2)
                && exact("-3,5,2", 9)
        );
        assert!(exact("12,4,32", 5), "the corner is off the file's own grid, but on the view's");
        assert!(!exact("0,0,2048", 505), "the spacing is no power of two");
        assert!(!exact("0.1,0,2048", 513), "the corner is off the grid");
        assert!(!exact("13,4,32", 5) && !exact("0,0,3", 2));
    }

    proptest! {
        #[test]
        fn positions_coincide_between_resolutions(
            x in -1e4..1e4f64,
            side in 0.1..1e4f64,
            cells in 1u32..2000,
            factor in 2u32..16,
        ) {
            let area = Area { centre_m: [x, -x], side_m: side };
            let (coarse, fine) =
                (SampleGrid::new(area, cells + 1), SampleGrid::new(area, cells * factor + 1));
            for i in 0..=cells {
                // Products are exact in f64 while the side has few digits. Otherwise each product
                // rounds once.
                let (a, b) = (coarse.position_m(0, i), fine.position_m(0, i * factor));
                prop_assert!((a - b).abs() <= 2.0 * f64::EPSILON * (x.abs() + side));
            }
            prop_assert_eq!(coarse.position_m(1, 0), area.corner_m()[1]);
        }

        #[test]
        fn positions_of_whole_metres_have_the_same_bits(
            x in -9999i32..9999,
            side in 1u32..60_000,
            cells in 1u32..2000,
            factor in 2u32..16,
        ) {
            let area = Area { centre_m: [f64::from(x); 2], side_m: f64::from(side) };
            let (coarse, fine) =
                (SampleGrid::new(area, cells + 1), SampleGrid::new(area, cells * factor + 1));
            for i in 0..=cells {
                prop_assert_eq!(
                    coarse.position_m(0, i).to_bits(),
                    fine.position_m(0, i * factor).to_bits()
                );
            }
        }
    }
}
