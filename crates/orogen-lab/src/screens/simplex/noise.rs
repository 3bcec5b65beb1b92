//! Simplex noise with the recipe's permutation and seed, also if the recipe has another basis.

use crate::screens::prelude::*;
use orogen_noise::simplex::simplex;
use orogen_noise::trace::{CellRecorder, CellTrace};
use orogen_noise::{Basis, FractalKind, Noise, Normalise, Permutation, Warp};

/// The permutation of the recipe with its seed.
pub(super) fn permutation(c: &Context) -> Permutation {
    c.spec().permutation.permutation(c.spec().seed)
}

/// Simplex noise with the recipe's permutation and seed. `radius2` is the radius² of the kernels in
/// 3D and 4D; in 2D it is always ½.
pub(super) fn noise(c: &Context, dimensions: usize, radius2: f64) -> Option<Noise> {
    c.noise_with(dimensions, |spec| {
        (spec.basis, spec.fractal) = (Basis::Simplex, FractalKind::None);
        (spec.warp, spec.period) = (Warp::default(), None);
        (spec.octave_seeds, spec.rotate) = (false, false);
        (spec.normalise, spec.radius2) = (Normalise::Amplitude, radius2);
    })
}

/// The trace of the cell at a point, and the value there. `radius2` is the radius² of the kernels.
pub(super) fn cell<const N: usize>(c: &Context, radius2: f64, p: [f64; N]) -> (CellTrace, f64) {
    let mut recorder = CellRecorder::default();
    let value = simplex::<N, f64>(&permutation(c), radius2, p, &mut recorder);
    (recorder.cells.swap_remove(0), value)
}

/// The axes in the order in which the walk takes them. The rank of an offset is the position of its
/// axis.
pub(super) fn order(cell: &CellTrace) -> Vec<usize> {
    let ranks = cell.skewed.as_ref().map_or(&[][..], |skewed| &skewed.ranks);
    let at = |place: usize| ranks.iter().position(|rank| *rank == place);
    (0..ranks.len()).filter_map(at).collect()
}

/// The squared length d² of an offset.
pub(super) fn squared_length(offset: &[f64]) -> f64 {
    offset.iter().map(|x| x * x).sum()
}

/// Draws the note that names the source of the noise.
pub(super) fn draw_note(d: &mut Drawing) {
    let text = "Simplex noise by this recipe's permutation and seed, whatever its noise type is.";
    let at = [14.0, d.size[1] - 12.0];
    d.text(Ink::Muted, 11.0, at, Anchor::Left, text);
}

/// The coordinates of a lattice point as text.
pub(super) fn format_point(cell: &[i64]) -> String {
    let parts: Vec<String> = cell.iter().map(|x| x.to_string().replace('-', "−")).collect();
    format!("({})", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::sum;
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn the_cell_matches_the_noise_and_its_trace() {
        let mut scene = teaching_scene();
        for permutation in ["hash", "reference", "p289", "table"] {
            scene.set_text("noise.permutation", permutation).unwrap();
            for i in 0..300 {
                let point = [f64::from(i) * 0.713 - 90.0, 40.0 - f64::from(i) * 0.457];
                let state = State { point, ..State::of(&sum::SUM) };
                let c = Context::new(&scene, &state, &sum::SUM).unwrap();
                let (cell, value) = cell::<2>(&c, 0.5, point);
                let trace = noise(&c, 2, 0.6).unwrap().trace(&point);
                assert_eq!(value, trace.value);
                assert_eq!(&cell, &trace.octaves[0].cells[0]);
                let walk = order(&cell);
                for (axis, pair) in walk.into_iter().zip(cell.corners.windows(2)) {
                    assert_eq!(pair[0].cell[axis] + 1, pair[1].cell[axis]);
                }
            }
        }
    }
}
