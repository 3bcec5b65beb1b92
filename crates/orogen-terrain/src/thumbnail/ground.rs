//! Samples heights and slopes ahead of a camera, with a finer spacing nearby.

use crate::land::Land;
use crate::materials::SurfacePoint;
use crate::scene::Scene;

/// The number of samples per side of a square.
const SIDE: usize = 76;
/// The number of samples per side for a bounded land, which is covered by a single square.
const SIDE_OF_BOUNDED: usize = 176;
/// Pictures with fewer columns than these cannot show all samples: the columns, and the eighths of a
/// side that are sampled.
const FEWER: [(usize, usize); 2] = [(64, 3), (128, 5)];
/// The largest number of squares ahead of the camera.
const SQUARES: u32 = 5;
/// The distance of the first square's centre from the camera, and half of the square's side, chosen
/// by eye. Both are multiples of the distance to the nearest visible ground.
const AHEAD: f64 = 1.5;
const HALF: f64 = 1.15;

/// A square of samples.
struct HeightSquare {
    corner_m: [f64; 2],
    spacing_m: f64,
    /// A place this far east or south of the corner is outside. It is slightly more than the width.
    outside_m: f64,
    side: usize,
    heights: Vec<f32>,
    east: Vec<f32>,
    south: Vec<f32>,
    /// The curvature that the materials read: negative in hollows, positive on ridges.
    curvatures: Vec<f32>,
}

/// The land and sea in view of a camera.
pub(super) struct ThumbnailGround {
    /// The squares, finest first.
    squares: Vec<HeightSquare>,
    sea_m: f64,
    bounds_m: Option<[f64; 2]>,
    top_m: f64,
}

/// A position in a square: the index of the sample to the north-west, and the offsets to the
/// east and south from it, in spacings.
struct SquareCell {
    index: usize,
    side: usize,
    offsets: [f64; 2],
}

impl ThumbnailGround {
    /// Samples the land ahead of a camera. The camera is at `place_m`, looks along `forward`, and
    /// sees ground between the two distances. The picture has `columns` pixels per row.
    pub fn new(
        scene: &Scene,
        land: &Land,
        place_m: [f64; 2],
        forward: [f64; 2],
        [nearest_m, farthest_m]: [f64; 2],
        columns: usize,
    ) -> Self {
        let eighths = FEWER.iter().find(|(most, _)| columns < *most).map_or(8, |(_, part)| *part);
        let [side, side_of_bounded] = [SIDE, SIDE_OF_BOUNDED].map(|side| eighths * side / 8);
        let bounds_m = scene.recipe.bounds_m();
        let squares = match bounds_m {
            Some([low, high]) => {
                vec![HeightSquare::new(
                    land,
                    [0.5 * (low + high); 2],
                    0.5 * (high - low),
                    side_of_bounded,
                )]
            }
            None => {
                let doublings = (farthest_m / nearest_m).log2().ceil().max(1.0) as u32;
                let ahead = (0..doublings.min(SQUARES)).map(|k| {
                    let distance_m = nearest_m * f64::from(k).exp2();
                    let middle_m = [0, 1].map(|i| place_m[i] + forward[i] * AHEAD * distance_m);
                    HeightSquare::new(land, middle_m, HALF * distance_m, side)
                });
                // The last square covers all remaining land in view.
                ahead.chain([HeightSquare::new(land, place_m, farthest_m, side)]).collect()
            }
        };
        let sea_m = scene.recipe.world.sea_level_m;
        let heights = squares.iter().flat_map(|square| &square.heights);
        let top_m = heights.fold(sea_m, |top, h| top.max(f64::from(*h)));
        Self { squares, sea_m, bounds_m, top_m }
    }

    /// The largest height of all samples and the sea.
    pub fn top_m(&self) -> f64 {
        self.top_m
    }

    pub fn sea_m(&self) -> f64 {
        self.sea_m
    }

    /// The height of the land or the water above it; negative infinity outside the land.
    pub fn surface_m(&self, place_m: [f64; 2]) -> f64 {
        // WebAssembly programs call `f64::max` as a function.
        self.bed_m(place_m)
            .map_or(f64::NEG_INFINITY, |bed_m| if bed_m > self.sea_m { bed_m } else { self.sea_m })
    }

    /// The height of the land, also under water; `None` outside the land.
    pub fn bed_m(&self, place_m: [f64; 2]) -> Option<f64> {
        let (square, cell) = self.find(place_m)?;
        Some(cell.mixed(&square.heights))
    }

    /// The sample spacing at a place.
    pub fn spacing_m(&self, place_m: [f64; 2]) -> f64 {
        self.find(place_m).map_or(1.0, |(square, _)| square.spacing_m)
    }

    /// Height, normal and curvature at a place, which the materials read.
    pub fn point(&self, place_m: [f64; 2]) -> Option<SurfacePoint> {
        let (square, cell) = self.find(place_m)?;
        let [east, south] = [&square.east, &square.south].map(|axis| cell.mixed(axis));
        let length = (1.0 + east * east + south * south).sqrt();
        Some(SurfacePoint {
            bed_m: cell.mixed(&square.heights),
            normal: [-east / length, 1.0 / length, -south / length],
            curvature: cell.mixed(&square.curvatures),
        })
    }

    /// The finest square that contains a place, and the place's cell in it.
    fn find(&self, place_m: [f64; 2]) -> Option<(&HeightSquare, SquareCell)> {
        if let Some([low, high]) = self.bounds_m
            && place_m.iter().any(|c| !(low..=high).contains(c))
        {
            return None;
        }
        self.squares.iter().find_map(|square| Some((square, square.cell(place_m)?)))
    }
}

impl HeightSquare {
    fn new(land: &Land, middle_m: [f64; 2], half_m: f64, side: usize) -> Self {
        let spacing_m = 2.0 * half_m / (side - 1) as f64;
        let corner_m = middle_m.map(|c| c - half_m);
        let line = |corner: f64| -> Vec<f64> {
            (0..side).map(|i| corner + i as f64 * spacing_m).collect()
        };
        let lines = corner_m.map(line);
        // A finer band limit would cause aliasing.
        let band_limit_m = (0.6 * spacing_m).max(land.spacing_m());
        let [heights, east, south] = land.fill_slopes_at([&lines[0], &lines[1]], band_limit_m);
        let mut curvatures = vec![0.0; heights.len()];
        for row in 1..side - 1 {
            for i in row * side + 1..(row + 1) * side - 1 {
                let h = &heights;
                let around = h[i - 1] + h[i + 1] + h[i - side] + h[i + side];
                curvatures[i] = ((4.0 * h[i] - around) / spacing_m as f32).clamp(-1.0, 1.0);
            }
        }
        let outside_m = spacing_m * (side - 1) as f64 * (1.0 + 1e-9);
        Self { corner_m, spacing_m, outside_m, side, heights, east, south, curvatures }
    }

    #[inline]
    fn cell(&self, place_m: [f64; 2]) -> Option<SquareCell> {
        let offset_m = [place_m[0] - self.corner_m[0], place_m[1] - self.corner_m[1]];
        // Most places are outside of most squares, and divisions are slow.
        let is_outside = |offset_m: f64| offset_m < 0.0 || offset_m >= self.outside_m;
        if is_outside(offset_m[0]) || is_outside(offset_m[1]) {
            return None;
        }
        let [x, z] = offset_m.map(|offset_m| offset_m / self.spacing_m);
        let last = (self.side - 1) as f64;
        if !(0.0..last).contains(&x) || !(0.0..last).contains(&z) {
            return None;
        }
        let (column, row) = (x as usize, z as usize);
        let index = row * self.side + column;
        Some(SquareCell { index, side: self.side, offsets: [x - column as f64, z - row as f64] })
    }
}

impl SquareCell {
    /// Interpolates bilinearly between the four samples around the position.
    #[inline]
    fn mixed(&self, samples: &[f32]) -> f64 {
        let [u, v] = self.offsets;
        let along = |start: usize| {
            let [west, east] = [samples[start], samples[start + 1]].map(f64::from);
            west + u * (east - west)
        };
        let (north, south) = (along(self.index), along(self.index + self.side));
        north + v * (south - north)
    }
}
