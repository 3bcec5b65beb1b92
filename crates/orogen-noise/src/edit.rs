//! Edits: lattice points with a given value or gradient in place of the permutation's.

use super::basis::Basis;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

/// The most edits of a noise.
pub const MOST_EDITS: usize = 64;

/// The largest magnitude of a gradient's component.
pub const STEEPEST: f64 = 4.0;

/// The number of octaves that can have edits, which is the most that a noise can have.
pub const MOST_OCTAVES: u32 = 32;

/// A lattice point of one octave with a given gradient.
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
    /// The octave, from 0. An octave that the noise does not have is ignored.
    pub octave: u32,
    /// The lattice point, as a trace of the octave shows it.
    ///
    /// It counts in the octave's own cells, after the warp, the scaling, the rotation and the shift;
    /// for simplex noise in skewed coordinates. In one dimension the second coordinate is 0. A
    /// periodic lattice repeats the edit.
    pub cell: [i64; 2],
    /// The gradient, each component −4 to 4.
    ///
    /// One-dimensional noise takes the first component as its slope; value noise and lattice noise
    /// of order 0 take it as their value.
    pub gradient: [f64; 2],
}

/// The edits of a noise, at most [`MOST_EDITS`]; cheap to clone.
///
/// The last edit of a lattice point wins.
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

/// Returns true if lattice points of `basis` can be edited in `dimensions` dimensions.
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
    /// The period in cells, where the lattice is wrapped.
    period: Option<[i64; 2]>,
}

impl OctaveEdits {
    /// Takes the edits of octave `index`. `period` is the period of its lattice in cells.
    pub fn new(edits: &[Edit], index: u32, period: Option<[i64; 2]>) -> Self {
        let mut own = Self { points: BTreeMap::new(), period };
        for edit in edits.iter().filter(|edit| edit.octave == index) {
            own.points.insert(own.wrapped(edit.cell), edit.gradient);
        }
        own
    }

    /// Returns true if the octave has no edits.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The lattice points with their gradients, within the first period.
    pub fn iter(&self) -> impl Iterator<Item = ([i64; 2], [f64; 2])> {
        self.points.iter().map(|(cell, gradient)| (*cell, *gradient))
    }

    /// The period in cells, where the lattice is wrapped.
    pub fn period(&self) -> Option<[i64; 2]> {
        self.period
    }

    /// The gradient of a lattice point, if it is edited.
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
    fn the_later_edit_of_a_lattice_point_holds_and_periods_wrap() {
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
