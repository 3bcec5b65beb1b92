//! Bases with edited lattice points.

use super::basis::Basis;
use super::edit::OctaveEdits;
use super::fade::Fade;
use super::field::Field;
use super::gradient::{GradientSet, cube_edge};
use super::lattice::{Order, coefficients_and_pick, lattice2_by};
use super::lookup::Pick;
use super::observer::{Corner, Observer};
use super::perlin::{perlin1_by, perlin2_by};
use super::permutation::Permutation;
use super::sampler::{Analytic, AnalyticSampler, Ingredients, Sampler};
use super::simplex::{PUBLISHED_RADIUS2, simplex_by};
use super::value::value_by;
use std::collections::BTreeMap;

/// The bases whose lattice points can be edited.
#[derive(Clone, Copy)]
enum EditedKind {
    Value,
    Perlin,
    Lattice(Order),
    Simplex,
}

impl EditedKind {
    fn of(basis: Basis) -> Option<Self> {
        match basis {
            Basis::Value => Some(Self::Value),
            Basis::Perlin => Some(Self::Perlin),
            Basis::Lattice0 => Some(Self::Lattice(Order::Zero)),
            Basis::Lattice1 => Some(Self::Lattice(Order::One)),
            Basis::Lattice2 => Some(Self::Lattice(Order::Two)),
            Basis::Simplex => Some(Self::Simplex),
            _ => None,
        }
    }
}

/// A basis with edits, in one or two dimensions.
struct Edited {
    kind: EditedKind,
    permutation: Permutation,
    gradients: GradientSet,
    fade: Fade,
    edits: OctaveEdits,
}

/// The sampler of a basis with edits, or `None` if the basis cannot be edited.
pub(super) fn sampler(
    basis: Basis,
    ingredients: &Ingredients,
    edits: OctaveEdits,
) -> Option<Box<dyn Sampler>> {
    let (permutation, gradients, fade) =
        (ingredients.permutation.clone(), ingredients.gradients, ingredients.fade);
    let edited = Edited { kind: EditedKind::of(basis)?, permutation, gradients, fade, edits };
    match ingredients.dimensions {
        1 => Some(Box::new(AnalyticSampler::<_, 1>(edited))),
        2 => Some(Box::new(AnalyticSampler::<_, 2>(edited))),
        _ => None,
    }
}

impl Edited {
    fn number(&self, cell: [i64; 2], hash: u32) -> (f64, Pick) {
        let unedited = || {
            let number = self.permutation.centred(hash);
            (number, Pick::Number { of: self.permutation.count(), number })
        };
        self.edits.find(cell).map_or_else(unedited, |[number, _]| (number, Pick::Edited))
    }

    fn gradient(&self, cell: [i64; 2], hash: u32) -> ([f64; 2], Pick) {
        let unedited = || self.gradients.gradient_and_pick(&self.permutation, hash);
        self.edits.find(cell).map_or_else(unedited, |gradient| (gradient, Pick::Edited))
    }
}

impl Analytic<1> for Edited {
    fn field<F: Field<1>>(&self, p: [f64; 1], observer: &mut (impl Observer + ?Sized)) -> F {
        let Self { kind, permutation, fade, .. } = self;
        match kind {
            EditedKind::Value => {
                value_by(permutation, *fade, p, observer, |&[x], hash| self.number([x, 0], hash))
            }
            // All other kinds exist only in two dimensions, so this is Perlin noise.
            _ => {
                perlin1_by(permutation, *fade, p, observer, |cell, hash| self.gradient(cell, hash))
            }
        }
    }
}

impl Analytic<2> for Edited {
    fn field<F: Field<2>>(&self, p: [f64; 2], observer: &mut (impl Observer + ?Sized)) -> F {
        let Self { kind, permutation, gradients, fade, edits } = self;
        match *kind {
            EditedKind::Value => {
                value_by(permutation, *fade, p, observer, |cell, hash| self.number(*cell, hash))
            }
            EditedKind::Perlin => {
                perlin2_by(permutation, *fade, p, observer, |cell, hash| self.gradient(*cell, hash))
            }
            EditedKind::Lattice(order) => {
                lattice2_by(permutation, order, *fade, p, observer, |cell, hash| {
                    let (unedited, pick) =
                        coefficients_and_pick(permutation, order, *gradients, hash);
                    let edit = edits.find(*cell);
                    let pick = if edit.is_some() { Pick::Edited } else { pick };
                    (with_edit(order, unedited, edit), pick)
                })
            }
            EditedKind::Simplex => {
                simplex_by(permutation, PUBLISHED_RADIUS2[0], p, observer, |cell, hash| {
                    let [x, y, _] = cube_edge(hash);
                    let unedited = || ([x, y], Pick::one_of(12, hash));
                    edits.find(*cell).map_or_else(unedited, |gradient| (gradient, Pick::Edited))
                })
            }
        }
    }
}

/// The polynomial at a corner of lattice noise, changed by the edit if there is one.
#[inline]
pub(super) fn with_edit(order: Order, unedited: [f64; 6], edit: Option<[f64; 2]>) -> [f64; 6] {
    let Some([a, b]) = edit else { return unedited };
    let [_, _, _, c, d, e] = unedited;
    match order {
        Order::Zero => [a, 0.0, 0.0, 0.0, 0.0, 0.0],
        _ => [0.0, a, b, c, d, e],
    }
}

/// Detects samples that depend on an edited lattice point.
pub(super) struct EditDetector<'a> {
    /// The edits of the octave.
    pub edits: &'a OctaveEdits,
    /// Set to true as soon as the sample uses an edited lattice point.
    pub is_affected: bool,
}

impl Observer for EditDetector<'_> {
    fn corner(&mut self, corner: Corner) {
        if let &[x, y] = corner.cell {
            self.is_affected |= self.edits.find([x, y]).is_some();
        }
    }
}

/// An upper bound of the amount by which edits raise the largest magnitude of a two-dimensional
/// octave.
pub(super) fn range_increase(
    basis: Basis,
    permutation: &Permutation,
    gradients: GradientSet,
    fade: Fade,
    edits: &OctaveEdits,
) -> f64 {
    let Some(kind) = EditedKind::of(basis) else { return 0.0 };
    // Along a side of a cell: the largest weight of a lattice point, and the largest product of
    // its weight and the distance from it.
    let (mut weight, mut weighted_distance) = (1.0, 0.0);
    for i in 0..=256 {
        let t = f64::from(i) / 256.0;
        let [lower, upper] = [1.0 - fade.value(t), fade.value(t)].map(f64::abs);
        weight = lower.max(upper).max(weight);
        weighted_distance = (lower * t).max(upper * (1.0 - t)).max(weighted_distance);
    }
    // Between the tested points the maximum is at most one per cent higher.
    let weighted_distance = 1.01 * weighted_distance;
    // For each cell, the sum of the changes that the edits of its corners can cause
    let mut cells: BTreeMap<[i64; 2], f64> = BTreeMap::new();
    for (cell, [x, y]) in edits.iter() {
        let gradient = || gradients.gradient(permutation, permutation.forward(&cell));
        let increase = match kind {
            EditedKind::Value | EditedKind::Lattice(Order::Zero) => {
                let unedited = permutation.centred(permutation.forward(&cell));
                weight * weight * (x - unedited).abs()
            }
            EditedKind::Perlin | EditedKind::Lattice(_) => {
                let [old_x, old_y] = gradient();
                weight * weighted_distance * ((x - old_x).abs() + (y - old_y).abs())
            }
            EditedKind::Simplex => {
                let [old_x, old_y, _] = cube_edge(permutation.backward(&cell));
                SIMPLEX_WEIGHTED_DISTANCE * (x - old_x).hypot(y - old_y)
            }
        };
        for [dx, dy] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
            let neighbour = [cell[0].wrapping_sub(dx), cell[1].wrapping_sub(dy)];
            *cells.entry(neighbour).or_default() += increase;
        }
    }
    cells.into_values().fold(0.0, f64::max)
}

/// The maximum of 70·(½ − d²)⁴·d, the largest effect of a changed gradient. It lies at d² = 1/18.
const SIMPLEX_WEIGHTED_DISTANCE: f64 = 0.644;
