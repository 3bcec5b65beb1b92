//! The X-ray: the lattice of one octave, drawn over the land. The lattice has lines, on which an
//! octave coordinate is a whole number and which the warp bends, and points with gradients.

use rayon::prelude::*;

use orogen_noise::Noise;

/// An octave's lattice over a square of land.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OctaveLattice {
    /// Line segments in the world (x east, z south, in metres).
    ///
    /// Each segment crosses one square between neighbouring samples.
    pub lines: Vec<[[f64; 2]; 2]>,
    /// The lattice points.
    pub pins: Vec<Pin>,
}

/// A lattice point on the land.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// The lattice point, in the octave's cells.
    pub cell: [i64; 2],
    /// Its position in the world: x east and z south, in metres.
    pub position_m: [f64; 2],
    /// Its gradient in the octave's coordinates; `[value, 0]` for value noise.
    pub gradient: [f64; 2],
    /// True if the user set the gradient.
    pub is_edited: bool,
    /// The matrix from octave cells to metres.
    ///
    /// The first row gives metres east, the second row metres south.
    pub world_from_cell: [[f64; 2]; 2],
}

/// A square of land, and the number of samples in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatticeSquare {
    /// Its centre: x east and z south, in metres.
    pub middle_m: [f64; 2],
    /// The length of a side in metres.
    pub side_m: f64,
    /// The number of samples along a side, 2 to 512.
    pub samples: usize,
}

/// The length of a unit gradient's arrow, in cells.
pub const ARROW_CELLS: f64 = 0.4;

/// The maximum number of lattice points.
///
/// If there are more, they are too dense to see, and [`trace_lattice`] returns no points.
pub const MAX_PINS: usize = 1500;

/// The maximum number of Newton steps per lattice point.
const NEWTON_STEPS: usize = 12;

impl Pin {
    /// The world position of the tip of the gradient's arrow.
    pub fn tip_m(&self) -> [f64; 2] {
        let [gx, gy] = self.gradient.map(|g| ARROW_CELLS * g);
        [0, 1].map(|i| {
            let [a, b] = self.world_from_cell[i];
            self.position_m[i] + a * gx + b * gy
        })
    }

    /// An estimate of the next lattice point along the octave's x, in the world.
    ///
    /// The estimate follows the tangent at this point.
    pub fn next_m(&self) -> [f64; 2] {
        [0, 1].map(|i| self.position_m[i] + self.world_from_cell[i][0])
    }

    /// The gradient whose arrow ends at this world position, for a drag of the tip.
    pub fn gradient_to(&self, tip_m: [f64; 2]) -> [f64; 2] {
        let [[a, b], [c, d]] = self.world_from_cell;
        let [x, z] = [0, 1].map(|i| (tip_m[i] - self.position_m[i]) / ARROW_CELLS);
        let determinant = a * d - b * c;
        [(d * x - b * z) / determinant, (a * z - c * x) / determinant]
    }
}

/// Traces the lattice of an octave over a square of land.
///
/// `frequency_per_m` is the noise's number of cells per metre. The lattice is empty if the noise
/// does not have this octave.
///
/// ```
/// use orogen_lab::xray::{LatticeSquare, trace_lattice};
/// use orogen_noise::{FractalKind, NoiseSpec};
///
/// let noise = NoiseSpec { fractal: FractalKind::Fbm, ..NoiseSpec::default() }.build(2)?;
/// let square = LatticeSquare { middle_m: [0.0; 2], side_m: 3500.0, samples: 64 };
/// assert!(!trace_lattice(&noise, 0.001, 0, &square).pins.is_empty());
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
///
/// # Panics
/// If the noise does not have two dimensions, or `samples` is out of range.
pub fn trace_lattice(
    noise: &Noise,
    frequency_per_m: f64,
    octave: u32,
    square: &LatticeSquare,
) -> OctaveLattice {
    let LatticeSquare { middle_m, side_m, samples } = *square;
    assert!((2..=512).contains(&samples), "the samples per side must be 2 to 512, not {samples}");
    let step_m = side_m / (samples - 1) as f64;
    let low_m = middle_m.map(|x| x - 0.5 * side_m);
    let world = |i: usize, j: usize| [low_m[0] + i as f64 * step_m, low_m[1] + j as f64 * step_m];
    let place = |index: usize| {
        let p = world(index % samples, index / samples).map(|x| x * frequency_per_m);
        noise.octave_position(p, octave)
    };
    let places: Option<Vec<_>> = (0..samples * samples).into_par_iter().map(place).collect();
    let Some(places) = places else { return OctaveLattice::default() };
    let mut lattice = OctaveLattice::default();
    let mut starts = vec![];
    for j in 0..samples - 1 {
        for i in 0..samples - 1 {
            let at = |di: usize, dj: usize| places[(j + dj) * samples + i + di];
            let corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
            let origin_m = world(i, j);
            for axis in 0..2 {
                add_whole_lines(&mut lattice.lines, corners.map(|c| c[axis]), origin_m, step_m);
            }
            starts.extend(lattice_points(&corners).map(|cell| (cell, origin_m)));
        }
    }
    starts.sort_unstable_by_key(|start| start.0);
    starts.dedup_by_key(|start| start.0);
    if starts.len() <= MAX_PINS {
        let pin = |(cell, start_m)| pin(noise, frequency_per_m, octave, cell, start_m, step_m);
        lattice.pins = starts.into_par_iter().filter_map(pin).collect();
    }
    lattice
}

/// Adds the segments on which a coordinate is a whole number, within one square between samples.
/// Runs marching squares for each whole number in the square's range.
fn add_whole_lines(
    lines: &mut Vec<[[f64; 2]; 2]>,
    corners: [f64; 4],
    [x, z]: [f64; 2],
    step_m: f64,
) {
    let low = corners.into_iter().fold(f64::INFINITY, f64::min);
    let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
    // A lattice finer than the samples cannot be traced.
    if !(high - low).is_finite() || high - low > 2.0 {
        return;
    }
    const CORNERS: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    for level in low.ceil() as i64..=high.floor() as i64 {
        let level = level as f64;
        let mut crossings = [[0.0; 2]; 4];
        let mut count = 0;
        for side in 0..4 {
            let (a, b) = (corners[side], corners[(side + 1) % 4]);
            if (a < level) != (b < level) {
                let t = (level - a) / (b - a);
                let (from, to) = (CORNERS[side], CORNERS[(side + 1) % 4]);
                let at = [0, 1].map(|i| from[i] + t * (to[i] - from[i]));
                crossings[count] = [x + step_m * at[0], z + step_m * at[1]];
                count += 1;
            }
        }
        for pair in crossings[..count].chunks_exact(2) {
            lines.push([pair[0], pair[1]]);
        }
    }
}

/// The lattice points that may lie in a square whose corners have these octave coordinates.
fn lattice_points(corners: &[[f64; 2]; 4]) -> impl Iterator<Item = [i64; 2]> + use<> {
    let range = |axis: usize| {
        let low = corners.iter().map(|c| c[axis]).fold(f64::INFINITY, f64::min);
        let high = corners.iter().map(|c| c[axis]).fold(f64::NEG_INFINITY, f64::max);
        let is_fine = high - low <= 2.0;
        (low.ceil() as i64, if is_fine { high.floor() as i64 } else { i64::MIN })
    };
    let (columns, rows) = (range(0), range(1));
    (columns.0..=columns.1).flat_map(move |x| (rows.0..=rows.1).map(move |y| [x, y]))
}

/// Finds a lattice point by Newton's method from a place near it; `None` if it fails.
fn pin(
    noise: &Noise,
    frequency_per_m: f64,
    octave: u32,
    cell: [i64; 2],
    start_m: [f64; 2],
    step_m: f64,
) -> Option<Pin> {
    let mut p = start_m.map(|x| (x + 0.5 * step_m) * frequency_per_m);
    let mut inverse = [[0.0; 2]; 2];
    let mut error = f64::INFINITY;
    for _ in 0..NEWTON_STEPS {
        let (place, slopes) = noise.octave_position_with_slopes(p, octave)?;
        let [[a, b], [c, d]] = slopes;
        let determinant = a * d - b * c;
        // The warp folds the plane here, so the Jacobian has no inverse.
        if determinant.abs() < 1e-9 {
            return None;
        }
        inverse = [[d / determinant, -b / determinant], [-c / determinant, a / determinant]];
        let offset = [0, 1].map(|i| cell[i] as f64 - place[i]);
        error = offset[0].abs().max(offset[1].abs());
        if error < 1e-9 {
            break;
        }
        for i in 0..2 {
            p[i] += inverse[i][0] * offset[0] + inverse[i][1] * offset[1];
        }
    }
    let position_m = p.map(|x| x / frequency_per_m);
    // The search may jump to a distant solution, which a search from a nearer start finds.
    let is_near = (0..2).all(|i| (position_m[i] - start_m[i]).abs() <= 3.0 * step_m);
    if error > 1e-6 || !is_near {
        return None;
    }
    let trace = noise.trace(&p);
    let corners = trace.octaves.get(octave as usize)?.cells.iter().flat_map(|cell| &cell.corners);
    let corner = corners.into_iter().find(|corner| corner.cell == cell);
    let gradient = match corner {
        Some(corner) => match corner.gradient[..] {
            [x, y, ..] => [x, y],
            [number] => [number, 0.0],
            [] => [corner.influence, 0.0],
        },
        // The point may lie just outside the traced cell.
        None => return None,
    };
    let is_edited =
        noise.spec().edits.iter().any(|edit| edit.octave == octave && edit.cell == cell);
    let world_from_cell = inverse.map(|row| row.map(|x| x / frequency_per_m));
    Some(Pin { cell, position_m, gradient, is_edited, world_from_cell })
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::{Edit, FractalKind, NoiseSpec, Warp};

    fn warped_spec(strength: f64) -> NoiseSpec {
        let warp = Warp { strength, frequency: 0.5, times: 1 };
        NoiseSpec {
            fractal: FractalKind::Fbm,
            octaves: 4.0,
            octave_seeds: true,
            rotate: true,
            warp,
            ..NoiseSpec::default()
        }
    }

    const SQUARE: LatticeSquare =
        LatticeSquare { middle_m: [2000.0, -700.0], side_m: 4000.0, samples: 96 };

    #[test]
    fn pins_are_lattice_points_and_lines_lie_on_whole_numbers() {
        for (strength, octave) in [(0.0, 0), (0.0, 2), (0.3, 0), (0.3, 1)] {
            let noise = warped_spec(strength).build(2).unwrap();
            let lattice = trace_lattice(&noise, 0.001, octave, &SQUARE);
            let cells = 4000.0 * 0.001 * f64::from(1 << octave);
            assert!(lattice.pins.len() as f64 > 0.5 * cells * cells, "{}", lattice.pins.len());
            for pin in &lattice.pins {
                let p = pin.position_m.map(|x| 0.001 * x);
                let place = noise.octave_position(p, octave).unwrap();
                for (x, cell) in place.iter().zip(pin.cell) {
                    assert!((x - cell as f64).abs() < 1e-6, "{pin:?}");
                }
                // The tip's position must give the same gradient.
                let back = pin.gradient_to(pin.tip_m());
                assert!((0..2).all(|i| (back[i] - pin.gradient[i]).abs() < 1e-9), "{pin:?}");
            }
            for end in lattice.lines.iter().flatten() {
                let place = noise.octave_position(end.map(|x| 0.001 * x), octave).unwrap();
                let error = place.map(|x| (x - x.round()).abs());
                // Lines are straight between samples; the warp is not.
                assert!(error[0].min(error[1]) < 0.02, "{end:?}: {place:?}");
            }
        }
    }

    #[test]
    fn a_pin_has_the_edited_gradient() {
        let plain = warped_spec(0.2).build(2).unwrap();
        let pin = trace_lattice(&plain, 0.001, 1, &SQUARE).pins[5].clone();
        assert!(!pin.is_edited);
        let wanted = pin.gradient_to([pin.position_m[0] + 120.0, pin.position_m[1]]);
        let edit = Edit { octave: 1, cell: pin.cell, gradient: wanted };
        let edited = NoiseSpec { edits: vec![edit].into(), ..warped_spec(0.2) }.build(2).unwrap();
        // The warp samples the same noise, so the edit may move the lattice a little.
        let found = trace_lattice(&edited, 0.001, 1, &SQUARE);
        let found = found.pins.iter().find(|other| other.cell == pin.cell).unwrap();
        assert!(found.is_edited);
        assert_eq!(found.gradient, wanted);
    }

    #[test]
    fn a_missing_or_too_fine_octave_has_no_pins() {
        let noise = warped_spec(0.0).build(2).unwrap();
        assert_eq!(trace_lattice(&noise, 0.001, 9, &SQUARE), OctaveLattice::default());
        assert!(trace_lattice(&noise, 1.0, 0, &SQUARE).pins.is_empty());
    }
}
