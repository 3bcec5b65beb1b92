//! The octaves of a spec, and the sampler of each.

use super::basis::Tiling;
use super::edit::OctaveEdits;
use super::edited;
use super::fractal::FractalKind;
use super::octave::{Octave, SHIFTED_AXES, golden_rotation, shift};
use super::permutation::Permutation;
use super::sampler::Sampler;
use super::spec::NoiseSpec;
use super::tile::Blended;

/// The octaves of a spec. Frequencies and amplitudes are running products, not powers, because the
/// reference values were computed in this way.
pub(super) fn octaves(spec: &NoiseSpec) -> Vec<Octave> {
    let count = if spec.fractal == FractalKind::None { 1.0 } else { spec.octaves };
    let mut octaves = Vec::new();
    let (mut frequency, mut amplitude) = (1.0, 1.0);
    for index in 0..count.ceil() as u32 {
        let fraction = f64::min(count - f64::from(index), 1.0);
        let seed = if spec.octave_seeds { spec.seed.octave(index) } else { spec.seed };
        octaves.push(Octave {
            index,
            frequency,
            amplitude: amplitude * fraction,
            seed,
            shift: if spec.octave_seeds {
                shift(spec.seed.octave(index))
            } else {
                [0.0; SHIFTED_AXES]
            },
            rotation: (spec.rotate && index > 0).then(|| golden_rotation(index)),
        });
        frequency *= spec.lacunarity;
        amplitude *= spec.gain;
    }
    octaves
}

impl NoiseSpec {
    /// The permutation of an octave. It is periodic if the noise has a period and the basis tiles
    /// by wrapping its cells.
    pub(super) fn permutation_of(&self, octave: &Octave) -> Permutation {
        let permutation = self.permutation.permutation(octave.seed);
        match (self.period, self.basis.row().tiling) {
            (Some(period), Tiling::Lattice) => {
                permutation.periodic(period.map(|side| period_in_cells(side, octave)))
            }
            _ => permutation,
        }
    }

    /// The edits of an octave. They repeat with the same period as its permutation.
    pub(super) fn edits_of(&self, octave: &Octave) -> OctaveEdits {
        let wraps_cells = self.basis.row().tiling == Tiling::Lattice;
        let period = self.period.filter(|_| wraps_cells);
        let period = period.map(|period| period.map(|side| period_in_cells(side, octave)));
        OctaveEdits::new(&self.edits, octave.index, period)
    }
}

/// The length of one side of the period, in an octave's cells.
fn period_in_cells(side: u32, octave: &Octave) -> i64 {
    (f64::from(side) * octave.frequency) as i64
}

/// The sampler of one octave. If the basis tiles by blended copies, it blends them.
pub(super) fn sampler(
    spec: &NoiseSpec,
    dimensions: usize,
    octave: &Octave,
    mean: f64,
) -> Box<dyn Sampler> {
    let row = spec.basis.row();
    let period = spec.period.map(|period| period.map(|side| f64::from(side) * octave.frequency));
    let ingredients = spec.ingredients(dimensions, octave.seed, spec.permutation_of(octave));
    let edits = spec.edits_of(octave);
    let edited = match edits.is_empty() {
        true => None,
        false => edited::sampler(spec.basis, &ingredients, edits),
    };
    let inner = edited.unwrap_or_else(|| (row.make)(&ingredients));
    match (period, row.tiling) {
        (Some(period), Tiling::Blend) => Box::new(Blended { inner, period, mean }),
        _ => inner,
    }
}
