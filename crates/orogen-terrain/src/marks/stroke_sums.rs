//! The sums of strokes, without the land that they raise.
//!
//! The exact method adds one stroke after another to the land in f64, then rounds to f32. Adding a
//! cached sum of the strokes may differ in the last bits of f64. The sum is used where rounding to f32
//! certainly hides the difference; elsewhere the strokes are added again one by one.

use super::land::MarksLand;
use super::mark_land::SampledLand;
use super::nearest_search::NearestSearch;
use super::request::{PlacesRequest, runs};
use super::shape::Rectangle;
use super::tool::{Mark, Tool};
use crate::duals::Duals;
use orogen_noise::grid::{Interleave, Level, Loops};

/// The sums of the first strokes of a list at many places, with slopes.
#[derive(Clone)]
pub(crate) struct StrokeSums {
    /// −0 at places that no stroke reaches: land plus −0 is the land.
    sums: Duals,
    /// The largest absolute height and slope among all partial sums.
    largest: [f64; 2],
    /// The number of strokes.
    count: usize,
}

impl MarksLand {
    /// The strokes that may change places in a rectangle, by index, for samples of a spacing. `None` if
    /// marks of other tools may change places there.
    pub fn strokes_near(&self, area_m: &Rectangle, sample_m: f64) -> Option<Vec<usize>> {
        let shown =
            self.forms.near(area_m).filter(|index| self.forms.marks[*index].fade(sample_m) > 0.0);
        shown
            .map(|index| matches!(self.stroke(index).tool, Tool::Brush(_)).then_some(index))
            .collect()
    }

    /// The mark of a stroke.
    pub fn stroke(&self, index: usize) -> &Mark {
        &self.forms.marks[index].mark
    }

    /// Sums up strokes. `known` has the sums of the first of these strokes at the same places.
    pub fn sum_strokes(
        &self,
        request: &PlacesRequest<'_>,
        strokes: &[usize],
        known: Option<&StrokeSums>,
    ) -> StrokeSums {
        let runs = runs(request.places_m);
        let mut all = known.cloned().unwrap_or_else(|| StrokeSums::new(request.places_m[0].len()));
        let mut lands = [SampledLand { spacing_m: request.sample_m, land: all.sums }];
        let mut search = NearestSearch::new();
        for stroke in &strokes[all.count..] {
            self.mark(*stroke).apply((request, &runs), &mut lands, &[], &mut search);
            let largest = largest(&lands[0].land);
            all.largest = [0, 1].map(|i| largest[i].max(all.largest[i]));
        }
        let [SampledLand { land, .. }] = lands;
        StrokeSums { sums: land, count: strokes.len(), ..all }
    }
}

/// The largest absolute height and the largest absolute slope.
fn largest(land: &Duals) -> [f64; 2] {
    let largest_of =
        |numbers: &Vec<f64>| numbers.iter().fold(0.0f64, |largest, n| largest.max(n.abs()));
    let slopes = land.gradients.iter().flatten().map(largest_of);
    [largest_of(&land.heights_m), slopes.fold(0.0, f64::max)]
}

impl StrokeSums {
    fn new(count: usize) -> Self {
        let mut sums = Duals::new(count, true);
        sums.heights_m.fill(-0.0);
        sums.gradients.iter_mut().flatten().for_each(|axis| axis.fill(-0.0));
        Self { sums, largest: [0.0; 2], count: 0 }
    }

    /// The memory use in bytes.
    pub fn bytes(&self) -> usize {
        3 * size_of_val(&*self.sums.heights_m)
    }

    /// Adds the sums to heights, and to slopes if there are any. Returns the indices of the places whose
    /// results may differ from those of the exact method.
    pub fn add_to(&self, heights_m: &mut [f32], slopes: Option<[&mut [f32]; 2]>) -> Vec<usize> {
        let mut unsure = vec![false; heights_m.len()];
        let mut add = |land: &mut [f32], sums: &[f64], largest: f64| {
            // Each of at most 2n + 5 additions rounds by at most 2⁻⁵³ of its result.
            let relative_error = (2 * self.count + 8) as f64 * 0.5 * f64::EPSILON;
            let unsure = &mut unsure[..];
            Level::best().run_loops(AddLoops { land, sums, largest, relative_error, unsure });
        };
        add(heights_m, &self.sums.heights_m, self.largest[0]);
        for (land, sums) in slopes.into_iter().flatten().zip(self.sums.gradients.iter().flatten()) {
            add(land, sums, self.largest[1]);
        }
        (0..unsure.len()).filter(|index| unsure[*index]).collect()
    }
}

/// Adds sums to land.
struct AddLoops<'a> {
    land: &'a mut [f32],
    sums: &'a [f64],
    largest: f64,
    /// The largest error, as a share of the largest number.
    relative_error: f64,
    unsure: &'a mut [bool],
}

impl Loops for AddLoops<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { land, sums, largest, relative_error, unsure } = self;
        for ((land, by), unsure) in land.iter_mut().zip(sums).zip(unsure) {
            let from = f64::from(*land);
            let sum = from + by;
            let error = relative_error * (from.abs() + largest);
            let [low, high] = [(sum - error) as f32, (sum + error) as f32];
            let is_unreached = by.to_bits() == (-0.0f64).to_bits();
            // The sign of a zero is not known either.
            let is_sure = (low == high) & (low != 0.0);
            *land = if is_unreached { *land } else { sum as f32 };
            *unsure |= !(is_unreached | is_sure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn land_plus_a_sum_has_the_bits_of_land_plus_each_stroke_or_is_unsure(
            lands in prop::collection::vec(prop_oneof![
                Just(0.0f32), Just(-0.0), -2e3..2e3f32, -1e-6..1e-6f32,
            ], 1..40),
            strokes in prop::collection::vec(prop_oneof![
                -90.0..90.0f64, -1e-9..1e-9f64, Just(1.0 / 8192.0), Just(-3.0 / 16384.0),
            ], 0..12),
        ) {
            let mut sums = StrokeSums::new(lands.len());
            for stroke in &strokes {
                sums.sums.heights_m.iter_mut().for_each(|sum| *sum += stroke);
                sums.largest[0] = sums.largest[0].max(largest(&sums.sums)[0]);
            }
            sums.count = strokes.len();
            let mut raised = lands.clone();
            let unsure = sums.add_to(&mut raised, None);
            for (index, (land, raised)) in lands.iter().zip(raised).enumerate() {
                let one_by_one = strokes.iter().fold(f64::from(*land), |land, by| land + by) as f32;
                let is_equal = one_by_one.to_bits() == raised.to_bits();
                prop_assert!(is_equal || unsure.contains(&index), "{} {} {}", land, raised, one_by_one);
            }
        }
    }

    #[test]
    fn sums_between_two_f32_numbers_are_unsure() {
        let raise = |land: f32, strokes: &[f64]| {
            let mut sums = StrokeSums::new(1);
            strokes.iter().for_each(|by| sums.sums.heights_m[0] += by);
            (sums.largest[0], sums.count) = (64.0, strokes.len());
            sums.add_to(&mut [land], None)
        };
        // Between 1024 and 2048, f32 numbers are 2⁻¹³ apart.
        assert_eq!(raise(1024.0, &[1.0 / 16384.0]), [0]);
        assert_eq!(raise(1024.0, &[1.0 / 8192.0]), []);
        assert_eq!(raise(1024.0, &[64.0, -64.0]), []);
        assert_eq!(raise(0.0, &[]), []);
        assert_eq!(raise(0.0, &[64.0, -64.0]), [0], "the sign of zero is not known");
    }
}
