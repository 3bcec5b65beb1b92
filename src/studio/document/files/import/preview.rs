//! Draws a small grey picture of a heightmap, lit from the north-west.

use crate::terrain::heightmap::Raster;

/// The height range of the drawn relief, as a fraction of the picture's longer side.
const RELIEF: f32 = 0.12;

/// The share of the light in a grey value; the rest is the height.
const LIGHT: f32 = 0.6;

/// Returns a picture with at most `max_side` pixels a side. The result is its size, and grey
/// values in rows from the north.
pub fn shaded(raster: &Raster, max_side: usize) -> ([usize; 2], Vec<u8>) {
    let (size, scaled_heights) = scaled_heights(raster, max_side);
    let [columns, rows] = size;
    let height = |x: usize, y: usize| scaled_heights[y * columns + x];
    // The direction of the light: from the north-west, 45° above the horizon.
    let light = [-0.5, -0.5, std::f32::consts::FRAC_1_SQRT_2];
    let relief = RELIEF * columns.max(rows) as f32;
    let pixel = |index: usize| {
        let [x, y] = [index % columns, index / columns];
        let east = height((x + 1).min(columns - 1), y) - height(x.saturating_sub(1), y);
        let south = height(x, (y + 1).min(rows - 1)) - height(x, y.saturating_sub(1));
        let normal = [-0.5 * relief * east, -0.5 * relief * south, 1.0];
        let length = normal.iter().map(|n| n * n).sum::<f32>().sqrt();
        let brightness = normal.iter().zip(light).map(|(n, l)| n * l).sum::<f32>() / length;
        let grey = LIGHT * brightness.max(0.0) + (1.0 - LIGHT) * height(x, y);
        (grey.clamp(0.0, 1.0) * 235.0 + 20.0) as u8
    };
    (size, (0..columns * rows).map(pixel).collect())
}

/// Returns heights scaled to 0 to 1, on a grid of at most `max_side` points a side. Each height is
/// the mean of the samples around its point.
fn scaled_heights(raster: &Raster, max_side: usize) -> ([usize; 2], Vec<f32>) {
    let ([columns, rows], samples) = (raster.size(), raster.samples());
    let longest = columns.max(rows);
    let size = [columns, rows].map(|side| (side * max_side.min(longest) / longest).max(1));
    let [low, high] = raster.range();
    let scale = if high > low { 1.0 / (high - low) } else { 0.0 };
    let span = |index: usize, count: usize, total: usize| {
        let first = index * total / count;
        first..((index + 1) * total / count).max(first + 1)
    };
    let mean = |index: usize| {
        let across = span(index % size[0], size[0], columns);
        let down = span(index / size[0], size[1], rows);
        let count = (across.len() * down.len()) as f32;
        let sum: f32 =
            down.map(|y| samples[y * columns..][across.clone()].iter().sum::<f32>()).sum();
        (sum / count - low) * scale
    };
    (size, (0..size[0] * size[1]).map(mean).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lit_slopes_are_brighter_and_pictures_keep_their_proportions() {
        let ramp = |sign: f32| {
            let samples = (0..400 * 100).map(|i| sign * (i % 400) as f32).collect();
            shaded(&Raster::new([400, 100], samples).unwrap(), 80)
        };
        let ((size, east), (_, west)) = (ramp(-1.0), ramp(1.0));
        assert_eq!(size, [80, 20]);
        let middle = 10 * 80 + 40;
        assert!(west[middle] > east[middle], "it rises to the east: its slope faces the west");
        let flat = Raster::new([3, 2], vec![7.0; 6]).unwrap();
        let (size, grey) = shaded(&flat, 80);
        assert_eq!(size, [3, 2], "few samples stay as they are");
        assert!(grey.iter().all(|pixel| *pixel == grey[0]));
    }
}
