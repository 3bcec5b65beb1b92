//! Plots: axes, and the mapping from numbers to places in a figure.

use super::figure::{Anchor, Drawing, Place, decimal};
use super::ink::Ink;

/// A rectangle of a figure with a number axis in x and in y, y upwards.
///
/// ```
/// use orogen_lab::plot::Plot;
///
/// let plot = Plot { at: [0.0, 0.0], size: [200.0, 100.0], x: [0.0, 10.0], y: [-1.0, 1.0] };
/// assert_eq!(plot.place([5.0, 0.0]), [100.0, 50.0]);
/// assert_eq!(plot.numbers([100.0, 50.0]), [5.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    /// The top left corner.
    pub at: Place,
    /// Width and height.
    pub size: Place,
    /// The numbers at the left and the right side.
    pub x: [f64; 2],
    /// The numbers at the bottom and the top.
    pub y: [f64; 2],
}

impl Plot {
    /// The place of a pair of numbers in the figure.
    pub fn place(&self, [x, y]: [f64; 2]) -> Place {
        let fraction = |v: f64, [low, high]: [f64; 2]| (v - low) / (high - low);
        [
            self.at[0] + self.size[0] * fraction(x, self.x),
            self.at[1] + self.size[1] * (1.0 - fraction(y, self.y)),
        ]
    }

    /// The pair of numbers at a place in the figure.
    pub fn numbers(&self, [px, py]: Place) -> [f64; 2] {
        let [u, v] = [(px - self.at[0]) / self.size[0], 1.0 - (py - self.at[1]) / self.size[1]];
        [self.x[0] + u * (self.x[1] - self.x[0]), self.y[0] + v * (self.y[1] - self.y[0])]
    }

    /// Points per unit of x and of y.
    ///
    /// The second is negative, because places count down.
    pub fn unit(&self) -> [f64; 2] {
        [self.size[0] / (self.x[1] - self.x[0]), -self.size[1] / (self.y[1] - self.y[0])]
    }

    /// The curve of a function over the whole width, as `count` + 1 places.
    pub fn curve(&self, count: usize, f: impl Fn(f64) -> f64) -> Vec<Place> {
        let x = |i: usize| self.x[0] + (self.x[1] - self.x[0]) * i as f64 / count as f64;
        (0..=count).map(|i| self.place([x(i), f(x(i))])).collect()
    }

    /// The multiples of `step` within a range.
    pub fn ticks(range: [f64; 2], step: f64) -> Vec<f64> {
        let first = (range[0] / step).ceil() as i64;
        let last = (range[1] / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }

    /// Draws the background, numbered grid lines a step apart, and the axis y = 0.
    pub fn draw_axes(&self, drawing: &mut Drawing, steps: [f64; 2]) {
        self.draw_grid(drawing, steps, true);
    }

    /// Like [`Plot::draw_axes`], but without numbers for x, for a plot directly above another plot.
    pub fn draw_axes_without_x_numbers(&self, drawing: &mut Drawing, steps: [f64; 2]) {
        self.draw_grid(drawing, steps, false);
    }

    fn draw_grid(&self, drawing: &mut Drawing, [step_x, step_y]: [f64; 2], has_x_numbers: bool) {
        drawing.rect("", Ink::Card, self.at, self.size);
        let decimals =
            |step: f64| (0..4).find(|d| (step * 10f64.powi(*d)).fract() < 1e-9).unwrap_or(4);
        let bottom = self.at[1] + self.size[1];
        for x in Self::ticks(self.x, step_x) {
            let [px, _] = self.place([x, self.y[0]]);
            drawing.line("", Ink::Grid, 1.0, vec![[px, self.at[1]], [px, bottom]]);
            if has_x_numbers {
                let text = decimal(x, decimals(step_x) as usize);
                drawing.text(Ink::Muted, 11.0, [px, bottom + 13.0], Anchor::Middle, &text);
            }
        }
        for y in Self::ticks(self.y, step_y) {
            let [_, py] = self.place([self.x[0], y]);
            let ink = if y == 0.0 { Ink::Axis } else { Ink::Grid };
            let right = self.at[0] + self.size[0];
            drawing.line("", ink, 1.0, vec![[self.at[0], py], [right, py]]);
            let text = decimal(y, decimals(step_y) as usize);
            drawing.text(Ink::Muted, 11.0, [self.at[0] - 6.0, py], Anchor::Right, &text);
        }
    }
}

/// A round step that divides a positive range into at most `max_parts` parts.
///
/// The step is 1, 2 or 5 times a power of ten, and as small as possible.
pub fn round_step(range: f64, max_parts: f64) -> f64 {
    let min_step = range / max_parts;
    let power = 10f64.powf(min_step.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|n| n * power)
        .into_iter()
        .find(|step| *step >= min_step)
        .unwrap_or(min_step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few() {
        for (range, max_parts, step) in
            [(8.0, 9.0, 1.0), (0.104, 3.0, 0.05), (4.5, 5.0, 1.0), (3000.0, 9.0, 500.0)]
        {
            assert!(
                (round_step(range, max_parts) - step).abs() < 1e-12 * step,
                "{range} {max_parts}"
            );
        }
    }
}
