//! Measures of a picture's luminance, which goes from 0 to 255.

use image::RgbImage;

use super::{HEIGHT, WIDTH};

/// A part of a picture: its ranges of columns and rows.
pub type Area = [std::ops::Range<usize>; 2];

/// The luminance of each pixel of a picture.
pub struct Grey {
    pub levels: Vec<f64>,
    pub width: usize,
}

impl Grey {
    pub fn of(picture: &RgbImage) -> Self {
        let level = |p: &image::Rgb<u8>| {
            let [r, g, b] = p.0.map(f64::from);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        Self { levels: picture.pixels().map(level).collect(), width: picture.width() as usize }
    }

    pub fn at(&self, x: usize, y: usize) -> f64 {
        self.levels[x + self.width * y]
    }

    pub fn part(&self, [columns, rows]: Area) -> Self {
        let width = columns.len();
        let pixel = |y: usize| columns.clone().map(move |x| self.at(x, y));
        Self { levels: rows.flat_map(pixel).collect(), width }
    }

    pub fn height(&self) -> usize {
        self.levels.len() / self.width
    }

    /// Returns the picture shrunk by a factor. Each new pixel is the mean of a square of pixels.
    pub fn shrunk(&self, factor: usize) -> Self {
        let width = self.width / factor;
        let square = |x: usize, y: usize| {
            let [x, y] = [factor * x, factor * y];
            mean((0..factor * factor).map(|i| self.at(x + i % factor, y + i / factor)))
        };
        let levels = (0..self.height() / factor)
            .flat_map(|y| (0..width).map(move |x| [x, y]))
            .map(|[x, y]| square(x, y));
        Self { levels: levels.collect(), width }
    }

    /// Returns each pixel's luminance minus the mean of the 5 × 5 pixels around it, without the
    /// picture's outer two pixels.
    pub fn fine_detail(&self) -> Vec<f64> {
        let inner = (2..self.height() - 2).flat_map(|y| (2..self.width - 2).map(move |x| [x, y]));
        inner
            .map(|[x, y]| {
                let around = (0..25).map(|i| self.at(x + i % 5 - 2, y + i / 5 - 2));
                self.at(x, y) - mean(around)
            })
            .collect()
    }

    pub fn high_pass_deviation(&self) -> f64 {
        deviation(&self.fine_detail())
    }
}

pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, n), x| (sum + x, n + 1.0));
    sum / f64::max(count, 1.0)
}

/// Returns the central moment of the values with this power.
pub fn moment(values: &[f64], power: i32) -> f64 {
    let middle = mean(values.iter().copied());
    mean(values.iter().map(|x| (x - middle).powi(power)))
}

pub fn deviation(values: &[f64]) -> f64 {
    moment(values, 2).sqrt()
}

pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let [mean_a, mean_b] = [a, b].map(|values| mean(values.iter().copied()));
    let product = mean(a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)));
    product / (deviation(a) * deviation(b)).max(1e-9)
}

/// Returns the percentage of true values.
pub fn percentage(values: impl IntoIterator<Item = bool>) -> f64 {
    100.0 * mean(values.into_iter().map(f64::from))
}

/// Returns the brightness of the water below a shore minus the brightness of the land above it.
pub fn water_over_land(grey: &Grey, shores: &[Option<usize>]) -> f64 {
    let column = |(x, row): (usize, &Option<usize>)| {
        let row = row.filter(|row| (10..HEIGHT - 12).contains(row))?;
        let rows = |from: usize| mean((from..from + 6).map(|y| grey.at(x, y)));
        Some(rows(row + 3) - rows(row - 8))
    };
    mean(shores.iter().enumerate().filter_map(column))
}

/// Returns the kurtosis of the horizontal gradient, which is its fourth moment divided by the square
/// of the second: 3 for a normal distribution, more for torn land.
pub fn kurtosis(grey: &Grey) -> f64 {
    let steps = (0..grey.height())
        .flat_map(|y| (1..grey.width).map(move |x| grey.at(x, y) - grey.at(x - 1, y)));
    let steps: Vec<f64> = steps.collect();
    moment(&steps, 4) / moment(&steps, 2).powi(2).max(1e-9)
}

/// Returns the standard deviation of rows from their best-fitting cubics: high for clouds, low for a
/// smooth sky.
pub fn deviation_from_cubics(grey: &Grey) -> f64 {
    let n = grey.width;
    let mut residuals = Vec::new();
    for y in 0..grey.height() {
        let mut row: Vec<f64> = (0..n).map(|x| grey.at(x, y)).collect();
        let mut basis: Vec<Vec<f64>> = Vec::new();
        for power in 0..4 {
            let x = |i: usize| 2.0 * i as f64 / (n - 1) as f64 - 1.0;
            let mut polynomial: Vec<f64> = (0..n).map(|i| x(i).powi(power)).collect();
            for other in &basis {
                subtract_component(&mut polynomial, other);
            }
            let length = polynomial.iter().map(|c| c * c).sum::<f64>().sqrt();
            polynomial.iter_mut().for_each(|c| *c /= length);
            subtract_component(&mut row, &polynomial);
            basis.push(polynomial);
        }
        residuals.extend(row);
    }
    deviation(&residuals)
}

/// Removes a vector's component along a unit vector.
fn subtract_component(from: &mut [f64], unit: &[f64]) {
    let component: f64 = from.iter().zip(unit).map(|(a, b)| a * b).sum();
    from.iter_mut().zip(unit).for_each(|(a, b)| *a -= component * b);
}

/// Returns the mean luminance between two distances from the centre, in pixels.
pub fn ring_mean(grey: &Grey, from: f64, to: f64) -> f64 {
    let distance = |x: usize, y: usize| {
        (x as f64 + 0.5 - WIDTH as f64 / 2.0).hypot(y as f64 + 0.5 - HEIGHT as f64 / 2.0)
    };
    let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| [x, y]));
    mean(pixels.filter(|[x, y]| (from..to).contains(&distance(*x, *y))).map(|[x, y]| grey.at(x, y)))
}

/// Returns the highest correlation of columns with themselves, shifted down by 4 to 27 rows.
pub fn max_self_correlation(grey: &Grey) -> f64 {
    let height = grey.height();
    let column = |x: usize| (0..height).map(|y| grey.at(x, y)).collect::<Vec<_>>();
    // Subtracts a moving mean, which removes features larger than strata.
    let without_trend = |values: Vec<f64>| -> Vec<f64> {
        let near = |i: usize| &values[i.saturating_sub(12)..values.len().min(i + 13)];
        (0..values.len()).map(|i| values[i] - mean(near(i).iter().copied())).collect()
    };
    let columns: Vec<Vec<f64>> = (0..grey.width).map(|x| without_trend(column(x))).collect();
    let correlation_at =
        |lag: usize| mean(columns.iter().map(|c| correlation(&c[..height - lag], &c[lag..])));
    (4..28).map(correlation_at).fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the luminance below which 1 % of the pixels lie.
pub fn dark_percentile(grey: &Grey) -> f64 {
    let mut levels = grey.levels.clone();
    levels.sort_by(f64::total_cmp);
    levels[levels.len() / 100]
}

/// Returns the mean coherence of the structure tensor, smoothed over about 8 pixels: 0 for noise
/// without a direction, 1 for parallel lines.
pub fn coherence(grey: &Grey) -> f64 {
    let (width, height) = (grey.width, grey.height());
    let mut tensor = [(); 3].map(|()| vec![0.0; width * height]);
    for y in 1..height - 1 {
        for x in 1..width - 1 {
            let across = grey.at(x + 1, y) - grey.at(x - 1, y);
            let down = grey.at(x, y + 1) - grey.at(x, y - 1);
            let products = [across * across, across * down, down * down];
            tensor
                .iter_mut()
                .zip(products)
                .for_each(|(part, product)| part[y * width + x] = product);
        }
    }
    // Three means of 17 pixels are close to a normal distribution with a deviation of 8.5.
    let [xx, xy, yy] = tensor.map(|part| (0..3).fold(part, |part, _| smoothed(&part, width, 8)));
    mean((0..width * height).map(|i| {
        let anisotropy = (xx[i] - yy[i]).hypot(2.0 * xy[i]);
        anisotropy / (xx[i] + yy[i]).max(1e-9)
    }))
}

/// Returns the means of the squares of `2 * radius + 1` pixels around each pixel.
fn smoothed(values: &[f64], width: usize, radius: usize) -> Vec<f64> {
    let smoothed_and_transposed = |values: &[f64], width: usize| -> Vec<f64> {
        let height = values.len() / width;
        let mut result = vec![0.0; values.len()];
        for (y, row) in values.chunks(width).enumerate() {
            for x in 0..width {
                let near = &row[x.saturating_sub(radius)..width.min(x + radius + 1)];
                result[x * height + y] = mean(near.iter().copied());
            }
        }
        result
    };
    let height = values.len() / width;
    smoothed_and_transposed(&smoothed_and_transposed(values, width), height)
}
