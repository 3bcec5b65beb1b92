//! Finds out where the rivers of two networks are equal, so that an edit rebuilds only what its rivers
//! change.

use super::banks::SQUARE;
use super::change::{ChangeTile, GroundChange, LatticeDetail, SAMPLES, SIDE};
use super::channel::{COARSEST, LAKE_MARGIN};
use super::nearby_water::NearbyWater;
use super::network::Network;
use super::nodes::RiverGround;

/// The number of samples before a cell and after it that a spline in the cell reads.
const BEFORE: i64 = 1;
const AFTER: i64 = 2;

impl<G: RiverGround> GroundChange<G> {
    /// Returns true if two changes are equal, bit for bit, at all places of a rectangle. The rectangle is
    /// given by its north-west and south-east corners.
    pub(crate) fn is_same_within(
        &self,
        other: &Self,
        area_m: [[f64; 2]; 2],
        detail: LatticeDetail,
    ) -> bool {
        if std::ptr::eq(self, other) || detail.share == 0.0 {
            return true;
        }
        let [first, last] =
            area_m.map(|corner_m| corner_m.map(|m| (m / detail.lattice_m).floor() as i64));
        let tiles = |axis: usize| first[axis].div_euclid(SIDE)..=last[axis].div_euclid(SIDE);
        tiles(1).all(|row| {
            tiles(0).all(|column| {
                let tile = [column, row];
                // The samples of the tile that places in the rectangle read, by their indices.
                let samples = [0, 1].map(|axis| {
                    let cell = |cell: i64| (cell - tile[axis] * SIDE).clamp(0, SIDE - 1);
                    let (from, to) = (cell(first[axis]), cell(last[axis]) + BEFORE + AFTER);
                    from as usize..to as usize + 1
                });
                let [ours, theirs] =
                    [self, other].map(|change| change.tile(detail.lattice_m, tile));
                are_equal(&ours, &theirs, samples)
            })
        })
    }
}

/// Compares both quantities of two tiles in a range of columns and a range of rows.
fn are_equal(
    ours: &ChangeTile,
    theirs: &ChangeTile,
    [columns, rows]: [std::ops::Range<usize>; 2],
) -> bool {
    ours.iter().zip(theirs.iter()).all(|(ours, theirs)| {
        rows.clone().all(|row| {
            let range = row * SAMPLES + columns.start..row * SAMPLES + columns.end;
            ours[range.clone()] == theirs[range]
        })
    })
}

impl<G: RiverGround> Network<G> {
    /// Returns true if two networks have the same rivers and lakes near all places of a rectangle, for samples
    /// `sample_m` apart. Returns false near lakes that the user has drawn.
    pub(crate) fn has_same_water_within(
        &self,
        other: &Self,
        area_m: [[f64; 2]; 2],
        sample_m: f64,
    ) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        let beyond_m = LAKE_MARGIN * sample_m;
        let around_m = [area_m[0].map(|m| m - beyond_m), area_m[1].map(|m| m + beyond_m)];
        if self.basins(around_m) != other.basins(around_m) {
            return false;
        }
        let spacing_m = self.drainage().settings().spacing_m;
        if sample_m > COARSEST * spacing_m {
            return true;
        }
        let [first, last] =
            area_m.map(|corner_m| corner_m.map(|m| (m / (SQUARE * spacing_m)).floor() as i64));
        (first[1]..=last[1]).all(|row| {
            (first[0]..=last[0]).all(|column| {
                NearbyWater::is_same(&self.banks([column, row]), &other.banks([column, row]))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::settings::RiverSettings;
    use super::super::tests::WavyGround;
    use super::*;
    use orogen_noise::hash::Seed;

    /// A ground with a hill around a place.
    struct Hill {
        below: WavyGround,
        at_m: [f64; 2],
        height_m: f64,
    }

    impl RiverGround for Hill {
        fn heights_m(
            &self,
            lines_m: [&[f64]; 2],
            offsets_m: Option<[Vec<f32>; 2]>,
            band_limit_m: f64,
        ) -> Vec<f32> {
            let [columns, rows] = lines_m;
            let mut places: Vec<[f64; 2]> =
                rows.iter().flat_map(|z| columns.iter().map(|x| [*x, *z])).collect();
            if let Some([east, south]) = &offsets_m {
                for (place, (x, z)) in places.iter_mut().zip(east.iter().zip(south)) {
                    *place = [place[0] + f64::from(*x), place[1] + f64::from(*z)];
                }
            }
            let mut all = self.below.heights_m(lines_m, offsets_m, band_limit_m);
            for (height, [x, z]) in all.iter_mut().zip(places) {
                let square = ((x - self.at_m[0]).powi(2) + (z - self.at_m[1]).powi(2)) / 6e5;
                *height += (self.height_m * (1.0 - square).max(0.0)) as f32;
            }
            all
        }
    }

    fn change(height_m: f64) -> GroundChange<Hill> {
        let ground = Hill { below: WavyGround::default(), at_m: [4e3, -2e3], height_m };
        let network = Network::new(ground, Seed(3), RiverSettings::default()).unwrap();
        GroundChange::new(Arc::new(network))
    }

    #[test]
    fn equal_areas_have_equal_changes_and_equal_water() {
        let (before, same, after) = (change(0.0), change(0.0), change(250.0));
        let detail = LatticeDetail::new(&RiverSettings::default(), 4.0, None);
        let (mut equal, mut different) = (0, 0);
        for index in 0..400 {
            let corner_m = [index % 20, index / 20].map(|i| -1e4 + 1e3 * f64::from(i));
            let area_m = [corner_m, corner_m.map(|m| m + 990.0)];
            assert!(before.is_same_within(&same, area_m, detail));
            let has_same_water = |a: &GroundChange<Hill>, b: &GroundChange<Hill>| {
                a.network().has_same_water_within(b.network(), area_m, 4.0)
            };
            assert!(has_same_water(&before, &same));
            let is_same = before.is_same_within(&after, area_m, detail);
            let is_equal = |at: [f64; 2]| before.at(at, detail) == after.at(at, detail);
            let places = (0..900).map(|i| [i % 30, i / 30].map(|i| 33.0 * f64::from(i)));
            let mut places = places.map(|[x, z]| [corner_m[0] + x, corner_m[1] + z]);
            if is_same {
                assert!(places.all(is_equal), "{corner_m:?}");
            }
            match is_same && has_same_water(&before, &after) {
                true => equal += 1,
                false => different += 1,
            }
        }
        assert!(equal > 200 && different > 4, "{equal} areas are equal, {different} are not");
    }
}
