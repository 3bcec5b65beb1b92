//! Reads and sets the numbers that a handle, an arrow key or a number field changes. They belong to
//! the lab or to the recipe.

use super::state::Lab;
use crate::lab::Context;
use crate::lab::figure::{Click, Target};
use crate::lab::figure_row::Screen;
use crate::noise::edit::MAX_GRADIENT;
use crate::terrain::Scene;
use crate::terrain::param::{ParamKind, Value};
use crate::terrain::values;

/// The largest coordinate of the point p, in cells. The fraction of a larger coordinate has too few
/// digits.
const MAX_COORDINATE: f64 = 1e6;

impl Lab {
    /// Returns the current number, or `None` if figure or scene lacks the target.
    pub fn number(&self, scene: &Scene, target: &Target) -> Option<f64> {
        match target {
            Target::Point(axis) => Some(self.state.point[*axis]),
            Target::Control(key) => {
                self.row.control(key)?;
                Some(self.state.value(self.row, key))
            }
            Target::Recipe(address) => match values::at(scene, address)?.value {
                Value::Number(x) => Some(x),
                Value::Integer(i) => Some(i as f64),
                _ => None,
            },
            Target::Gradient { octave, cell, axis } => {
                Some(self.gradient(scene, *octave, *cell)?[*axis])
            }
        }
    }

    /// Sets a number, clamped to its range.
    pub fn set_number(&mut self, scene: &mut Scene, target: &Target, number: f64) {
        if !number.is_finite() {
            return;
        }
        match target {
            Target::Point(axis) => {
                self.state.point[*axis] = number.clamp(-MAX_COORDINATE, MAX_COORDINATE);
            }
            Target::Control(key) => self.state.set(self.row, key, number),
            Target::Recipe(address) => set_parameter(scene, address, number),
            Target::Gradient { octave, cell, axis } => {
                let Some(mut gradient) = self.gradient(scene, *octave, *cell) else { return };
                gradient[*axis] = number.clamp(-MAX_GRADIENT, MAX_GRADIENT);
                self.state.set_gradient(*octave, *cell, gradient);
            }
        }
    }

    /// Applies a click on a handle. A click can turn a gradient or set a control.
    pub fn click(&mut self, scene: &Scene, click: &Click) {
        match click {
            Click::Choose => {}
            Click::Reroll { octave, cell } => {
                let Some([x, y]) = self.gradient(scene, *octave, *cell) else { return };
                // Turn by the golden angle, so that the directions after several clicks are well
                // spread.
                let (sin, cos) = 2.399_963_229_728_653_f64.sin_cos();
                let turned = [x * cos - y * sin, x * sin + y * cos];
                self.state.set_gradient(*octave, *cell, turned);
            }
            Click::Set(key, value) => self.state.set(self.row, key, *value),
        }
    }

    /// Returns the gradient of a lattice point: the gradient that the user set, or else the
    /// gradient of the noise.
    fn gradient(&self, scene: &Scene, octave: u32, cell: [i64; 2]) -> Option<[f64; 2]> {
        if let Some(gradient) = self.state.gradient(octave, cell) {
            return Some(gradient);
        }
        let context = Context::new(scene, &self.state, self.row).ok()?;
        if self.row.screen == Screen::Line {
            // Every lattice point of a line can be dragged, so trace the noise at the point itself.
            let trace = context.octave_in_cells(1)?.trace(&[cell[0] as f64]);
            let corner = trace.octaves.first()?.cells.first()?.corners.first()?.clone();
            return Some([*corner.gradient.first().unwrap_or(&corner.influence), 0.0]);
        }
        // Figures of a single octave evaluate it without warp, which would move p to another cell.
        // So look for the lattice point in that octave first, then in the whole noise.
        let octave_trace = context.octave_in_cells(2).map(|noise| noise.trace(&context.cell_p()));
        octave_trace.into_iter().chain([context.trace()]).find_map(|trace| {
            let cells = &trace.octaves.get(octave as usize)?.cells;
            let mut corners = cells.iter().flat_map(|cell| &cell.corners);
            let corner = corners.find(|corner| corner.cell[..] == cell)?;
            match corner.gradient[..] {
                [x, y, ..] => Some([x, y]),
                _ => Some([corner.influence, 0.0]),
            }
        })
    }
}

/// Sets a parameter of the scene to a number, clamped to its range.
fn set_parameter(scene: &mut Scene, address: &str, number: f64) {
    let address = &values::whole_address(scene, address);
    let Some(value) = values::at(scene, address) else { return };
    let text = match value.row.kind {
        ParamKind::Number { min, max, .. } => number.clamp(min, max).to_string(),
        ParamKind::Integer { min, max } => (number.round() as i64).clamp(min, max).to_string(),
        _ => return,
    };
    // A value that the parameter refuses leaves the scene as it was.
    let _ = scene.set_text(address, &text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{row, teaching_scene};

    #[test]
    fn numbers_of_lab_and_land_are_clamped_to_their_ranges() {
        let (mut lab, mut scene) = (Lab::default(), teaching_scene());
        lab.show(row("cell").unwrap(), None);
        lab.set_number(&mut scene, &Target::Point(1), 4.25);
        assert_eq!(lab.number(&scene, &Target::Point(1)), Some(4.25));
        let gain = Target::Recipe("fractal.gain");
        lab.set_number(&mut scene, &gain, 1e9);
        let max = lab.number(&scene, &gain).unwrap();
        assert!(max <= 1.0 && scene.recipe.base().fractal.gain == max);
        lab.set_number(&mut scene, &gain, f64::NAN);
        assert_eq!(lab.number(&scene, &gain), Some(max));
        assert_eq!(lab.number(&scene, &Target::Control("none")), None);
    }

    #[test]
    fn a_gradient_is_pulled_turned_and_restored() {
        let (mut lab, mut scene) = (Lab::default(), teaching_scene());
        lab.show(row("cell").unwrap(), None);
        let cell = [1, 2];
        let at = |axis| Target::Gradient { octave: 0, cell, axis };
        let original = [0, 1].map(|axis| lab.number(&scene, &at(axis)).unwrap());
        lab.set_number(&mut scene, &at(0), 0.25);
        assert_eq!([0, 1].map(|axis| lab.number(&scene, &at(axis)).unwrap()), [0.25, original[1]]);
        lab.click(&scene, &Click::Reroll { octave: 0, cell });
        let turned = lab.state.gradient(0, cell).unwrap();
        assert!((turned[0].hypot(turned[1]) - 0.25f64.hypot(original[1])).abs() < 1e-12);
        lab.state.restore_gradient(0, cell);
        assert_eq!(lab.number(&scene, &at(0)), Some(original[0]));
        for i in 0..70 {
            lab.state.set_gradient(0, [i, 0], [1.0, 0.0]);
        }
        assert_eq!(lab.state.gradients.len(), crate::noise::edit::MAX_EDITS);
    }
}
