//! Edits: lattice points whose gradient or value is set by hand.

use super::basis::Basis;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

/// The largest number of edits of a noise.
pub const MAX_EDITS: usize = 64;

/// The largest magnitude of a component of an edited gradient.
pub const MAX_GRADIENT: f64 = 4.0;

/// The number of octaves that can have edits: 32, the most octaves of a noise.
pub const MAX_OCTAVES: u32 = 32;

/// Sets the gradient of one lattice point in one octave.
///
/// ```
/// use orogen_noise::{Edit, NoiseSpec};
///
/// let edit = Edit { octave: 0, cell: [2, -1], gradient: [0.0, 3.0] };
/// let noise = NoiseSpec { edits: vec![edit].into(), ..NoiseSpec::default() }.build(2)?;
/// // At the lattice point the noise is 0 and rises as the gradient says.
/// assert_eq!(noise.sample2_with_gradient([2.0, -1.0], 0.0), (0.0, [0.0, 3.0]));
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edit {
    /// The index of the octave, from 0.
    ///
    /// If the noise has fewer octaves, the edit has no effect.
    pub octave: u32,
    /// The lattice point, with the coordinates that a trace of the octave shows.
    ///
    /// Coordinates count the octave's own cells, after the warp, the scaling, the rotation and the
    /// shift; simplex noise counts skewed cells. In one dimension the second coordinate is 0. If
    /// the lattice is periodic, the edit repeats.
    pub cell: [i64; 2],
    /// The gradient, with components from −4 to 4.
    ///
    /// One-dimensional noise uses the first component as its slope. Value noise and lattice noise
    /// of order 0 use the first component as the value at the point.
    pub gradient: [f64; 2],
}

/// The edits of a noise, at most [`MAX_EDITS`]. They are cheap to clone.
///
/// If several edits name the same lattice point, the last one counts.
#[derive(Clone, Debug, Default)]
pub struct Edits(Option<Arc<[Edit]>>);

impl From<Vec<Edit>> for Edits {
    fn from(edits: Vec<Edit>) -> Self {
        Self(if edits.is_empty() { None } else { Some(edits.into()) })
    }
}

impl Deref for Edits {
    type Target = [Edit];

    fn deref(&self) -> &[Edit] {
        self.0.as_deref().unwrap_or(&[])
    }
}

impl PartialEq for Edits {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

/// Returns true if lattice points of `basis` can be edited.
///
/// Value and Perlin noise have edits in one and two dimensions, lattice and simplex noise in two.
pub fn can_edit(basis: Basis, dimensions: usize) -> bool {
    let on_squares = matches!(
        basis,
        Basis::Value | Basis::Perlin | Basis::Lattice0 | Basis::Lattice1 | Basis::Lattice2
    );
    dimensions <= 2 && on_squares || dimensions == 2 && basis == Basis::Simplex
}

/// The edits of one octave.
#[derive(Clone, Debug, Default)]
pub(super) struct OctaveEdits {
    points: BTreeMap<[i64; 2], [f64; 2]>,
    /// The period in cells, if the lattice is wrapped.
    period: Option<[i64; 2]>,
}

impl OctaveEdits {
    /// Selects the edits of octave `index`. `period` is the period of its lattice in cells.
    pub fn new(edits: &[Edit], index: u32, period: Option<[i64; 2]>) -> Self {
        let mut octave_edits = Self { points: BTreeMap::new(), period };
        for edit in edits.iter().filter(|edit| edit.octave == index) {
            octave_edits.points.insert(octave_edits.wrapped(edit.cell), edit.gradient);
        }
        octave_edits
    }

    /// Returns true if the octave has no edits.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The edited lattice points, wrapped into the first period, and their gradients.
    pub fn iter(&self) -> impl Iterator<Item = ([i64; 2], [f64; 2])> {
        self.points.iter().map(|(cell, gradient)| (*cell, *gradient))
    }

    /// The period in cells, if the lattice is wrapped.
    pub fn period(&self) -> Option<[i64; 2]> {
        self.period
    }

    /// The edited gradient of a lattice point; `None` if the point is not edited.
    #[inline]
    pub fn find(&self, cell: [i64; 2]) -> Option<[f64; 2]> {
        if self.points.is_empty() {
            return None;
        }
        self.points.get(&self.wrapped(cell)).copied()
    }

    fn wrapped(&self, cell: [i64; 2]) -> [i64; 2] {
        match self.period {
            Some([width, height]) => [cell[0].rem_euclid(width), cell[1].rem_euclid(height)],
            None => cell,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_edit_of_a_lattice_point_counts_and_edits_repeat_with_the_period() {
        let edit = |octave, cell, x| Edit { octave, cell, gradient: [x, 0.0] };
        let edits = [edit(1, [3, -1], 1.0), edit(0, [3, -1], 2.0), edit(1, [-1, 7], 3.0)];
        let free = OctaveEdits::new(&edits, 1, None);
        assert_eq!(free.find([3, -1]), Some([1.0, 0.0]));
        assert_eq!((free.find([3, 3]), free.find([-1, 7])), (None, Some([3.0, 0.0])));
        let wrapped = OctaveEdits::new(&edits, 1, Some([4, 4]));
        assert_eq!(wrapped.iter().collect::<Vec<_>>(), [([3, 3], [3.0, 0.0])]);
        assert_eq!(wrapped.find([-5, -1]), Some([3.0, 0.0]));
        assert!(OctaveEdits::new(&edits, 2, None).is_empty());
        assert_eq!(Edits::default(), Edits::from(vec![]));
    }
}
