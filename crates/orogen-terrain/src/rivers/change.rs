//! The change of the ground by rivers, as a smooth function of the place.
//!
//! Valleys are computed on a lattice of the world ([`Network::valleys`]). Between its samples the
//! change is a uniform cubic B-spline, so it has continuous second derivatives, and a gradient by
//! formula.

use std::sync::Arc;

use super::network::Network;
use super::nodes::RiverGround;
use super::settings::RiverSettings;
use super::stage::StageBlocks;
use super::valley_limits::{ChangeTileKey, MAX_TILES};
use super::valleys::ValleyLattice;
use crate::dual::Dual;
use crate::duals::Duals;

/// The cells along a side of a tile.
pub(super) const SIDE: i64 = 32;

/// The samples along a side of a tile. A cell needs one sample before it and two after it.
pub(super) const SAMPLES: usize = SIDE as usize + 3;

/// The finest and the coarsest lattice, as shares of the spacing of nodes.
const FINEST: f64 = 1.0 / 16.0;
const COARSEST: f64 = 1.0 / 4.0;

/// The sample spacings between which the change fades out, as shares of the spacing of nodes.
const FADING: [f64; 2] = [1.0 / 8.0, 1.0 / 4.0];

/// The lattice that samples use, and the share of the change that they show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatticeDetail {
    /// The distance between samples of the lattice: a power of two.
    pub lattice_m: f64,
    /// From 0, for samples too far apart to show valleys, to 1.
    pub share: f64,
}

impl LatticeDetail {
    /// The detail for samples `sample_m` apart, in a network with nodes `spacing_m` apart. The lattice has
    /// at least four times the spacing of the samples, but at most a quarter of the spacing of the nodes.
    ///
    /// `guide_m` is the band limit of the erosion's guide, to which valleys must add no finer detail. The
    /// lattice's spacing is then also at least `guide_m / 4`, within the same maximum.
    ///
    /// For graded rivers the factors are 2 and ½: a coarse lattice makes pits in valleys, and a valley finer than
    /// the gullies in its sides makes pits in these.
    pub fn new(settings: &RiverSettings, sample_m: f64, guide_m: Option<f64>) -> Self {
        let spacing_m = settings.spacing_m;
        let (samples, guides) = if settings.is_graded() { (2.0, 0.5) } else { (4.0, 0.25) };
        let min_lattice_m =
            (samples * sample_m).max(guide_m.map_or(0.0, |limit_m| guides * limit_m));
        let mut lattice_m = FINEST * spacing_m;
        while lattice_m < min_lattice_m && lattice_m < COARSEST * spacing_m {
            lattice_m *= 2.0;
        }
        let [from_m, to_m] = FADING.map(|share| share * spacing_m);
        let t = ((sample_m - from_m) / (to_m - from_m)).clamp(0.0, 1.0);
        Self { lattice_m, share: 1.0 - t * t * (3.0 - 2.0 * t) }
    }
}

/// A tile: the change of the ground and the share of the erosion that rivers leave, at the samples of
/// a part of a lattice, row by row.
pub(super) type ChangeTile = Arc<[Vec<f32>; 2]>;

/// A quantity of a tile.
#[derive(Clone, Copy)]
enum TileQuantity {
    GroundChange,
    ErodedShare,
}

/// The change of the ground by the valleys and lakes of a network.
pub struct GroundChange<G> {
    network: Arc<Network<G>>,
    /// The ground that valleys are cut into, if it is not the ground of the network.
    other_ground: Option<G>,
    tiles: StageBlocks<ChangeTile, ChangeTileKey>,
}

impl<G: RiverGround> GroundChange<G> {
    /// Prepares the change of a network's ground.
    pub fn new(network: Arc<Network<G>>) -> Self {
        Self { network, other_ground: None, tiles: StageBlocks::new(MAX_TILES) }
    }

    /// Prepares the change of another ground by the same valleys and lakes. Rivers then keep their
    /// courses and levels while the ground around them changes.
    pub fn with_ground(network: Arc<Network<G>>, ground: G) -> Self {
        Self { other_ground: Some(ground), ..Self::new(network) }
    }

    /// The network.
    pub fn network(&self) -> &Network<G> {
        &self.network
    }

    /// The network, to be recognised later.
    pub(crate) fn shared_network(&self) -> &Arc<Network<G>> {
        &self.network
    }

    /// The change at a place, with its gradient.
    pub fn at(&self, place_m: [f64; 2], detail: LatticeDetail) -> Dual {
        self.quantity_at(TileQuantity::GroundChange, place_m, detail)
    }

    /// The share of the erosion that rivers leave at a place. It falls to 0 at the bottoms of valleys, so
    /// that erosion neither dams courses nor cuts below them.
    pub(crate) fn eroded_at(&self, place_m: [f64; 2], detail: LatticeDetail) -> f64 {
        eroded_share(self.quantity_at(TileQuantity::ErodedShare, place_m, detail).height_m, detail)
    }

    /// A quantity at a place, times the share of the detail.
    fn quantity_at(
        &self,
        quantity: TileQuantity,
        place_m: [f64; 2],
        detail: LatticeDetail,
    ) -> Dual {
        if detail.share == 0.0 {
            return Dual::default();
        }
        let [east, south] = place_m.map(|m| AxisPosition::new(m, detail.lattice_m));
        let tile = self.tile(detail.lattice_m, [east.tile, south.tile]);
        let tile = &tile[quantity as usize];
        let column = |i: usize| {
            let [mut value, mut slope] = [0.0; 2];
            for j in 0..4 {
                let sample = f64::from(tile[(south.first + j) * SAMPLES + east.first + i]);
                value += south.weights[j] * sample;
                slope += south.slopes[j] * sample;
            }
            [value, slope]
        };
        let columns = [0, 1, 2, 3].map(column);
        east.sum(&columns) * detail.share
    }

    /// The changes at all pairs of a column and a row, row by row. The bits equal [`GroundChange::at`].
    pub(crate) fn fill(&self, lines_m: [&[f64]; 2], detail: LatticeDetail, slopes: bool) -> Duals {
        self.fill_with(TileQuantity::GroundChange, lines_m, detail, slopes)
    }

    /// The shares of the erosion at all pairs of a column and a row, or at `places_m`. The bits equal
    /// [`GroundChange::eroded_at`].
    pub(crate) fn fill_eroded(
        &self,
        lines_m: [&[f64]; 2],
        places_m: Option<[&[f64]; 2]>,
        detail: LatticeDetail,
    ) -> Vec<f64> {
        match places_m {
            None => {
                let mut shares =
                    self.fill_with(TileQuantity::ErodedShare, lines_m, detail, false).heights_m;
                shares.iter_mut().for_each(|share| *share = eroded_share(*share, detail));
                shares
            }
            Some([east_m, south_m]) => {
                let places = east_m.iter().zip(south_m);
                places.map(|(x, z)| self.eroded_at([*x, *z], detail)).collect()
            }
        }
    }

    fn fill_with(
        &self,
        quantity: TileQuantity,
        lines_m: [&[f64]; 2],
        detail: LatticeDetail,
        slopes: bool,
    ) -> Duals {
        let [columns, rows] = lines_m.map(|line| {
            line.iter().map(|m| AxisPosition::new(*m, detail.lattice_m)).collect::<Vec<_>>()
        });
        let mut all = Duals::new(columns.len() * rows.len(), slopes);
        if detail.share == 0.0 {
            return all;
        }
        let mut first_column = 0;
        for part in columns.chunk_by(|a, b| a.tile == b.tile) {
            self.fill_tile_column(
                quantity,
                part,
                &rows,
                [first_column, columns.len()],
                detail,
                &mut all,
            );
            first_column += part.len();
        }
        all
    }

    /// Fills the columns that lie in one column of tiles. `first_column` is the index of the first of
    /// them in `all`, which has `width` columns.
    fn fill_tile_column(
        &self,
        quantity: TileQuantity,
        columns: &[AxisPosition],
        rows: &[AxisPosition],
        [first_column, width]: [usize; 2],
        detail: LatticeDetail,
        all: &mut Duals,
    ) {
        let mut tile: Option<(i64, ChangeTile)> = None;
        let mut sums = [[0.0; 2]; SAMPLES];
        for (index, south) in rows.iter().enumerate() {
            let tile = match &tile {
                Some((row, tile)) if *row == south.tile => tile,
                _ => {
                    let found = self.tile(detail.lattice_m, [columns[0].tile, south.tile]);
                    &tile.insert((south.tile, found)).1
                }
            };
            let tile = &tile[quantity as usize];
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = [0.0; 2];
                for j in 0..4 {
                    let sample = f64::from(tile[(south.first + j) * SAMPLES + i]);
                    sum[0] += south.weights[j] * sample;
                    sum[1] += south.slopes[j] * sample;
                }
            }
            for (i, east) in columns.iter().enumerate() {
                let around = std::array::from_fn(|i| sums[east.first + i]);
                all.put(index * width + first_column + i, east.sum(&around) * detail.share);
            }
        }
    }

    /// The changes at places, in metres east and south of the origin.
    pub(crate) fn fill_places(
        &self,
        places_m: [&[f64]; 2],
        detail: LatticeDetail,
        slopes: bool,
    ) -> Duals {
        let mut all = Duals::new(places_m[0].len(), slopes);
        for (index, (x, z)) in places_m[0].iter().zip(places_m[1]).enumerate() {
            all.put(index, self.at([*x, *z], detail));
        }
        all
    }

    pub(super) fn tile(&self, lattice_m: f64, [column, row]: [i64; 2]) -> ChangeTile {
        let exponent = (lattice_m.to_bits() >> 52) as i32;
        let key = ChangeTileKey { exponent, column, row };
        self.tiles.get_arc(key, || {
            // The first sample of a tile lies before its first cell.
            let origin = [column, row].map(|tile| tile * SIDE - 1);
            let lattice = ValleyLattice { origin, size: [SAMPLES; 2], spacing_m: lattice_m };
            let limits = || Arc::new(self.network.valley_limits(&lattice));
            // While a ground is edited above the same network, its tiles are made again and again.
            let (ground, limits) = match &self.other_ground {
                None => (self.network.drainage().ground(), limits()),
                Some(ground) => (ground, self.network.limits.get_arc(key, limits)),
            };
            let ground_m = lattice.ground_m(ground);
            let changes_m = limits.changes_m(&ground_m).map(|change_m| change_m as f32).collect();
            Arc::new([changes_m, limits.eroded.clone()])
        })
    }
}

/// The share of the erosion that rivers leave. `faded_share` is the share from the tiles times the
/// share of the detail. Where samples are too far apart to show valleys, the land is eroded everywhere.
fn eroded_share(faded_share: f64, detail: LatticeDetail) -> f64 {
    (1.0 - detail.share + faded_share).clamp(0.0, 1.0)
}

/// A position along an axis of a lattice, with the weights of the four samples around it.
struct AxisPosition {
    tile: i64,
    /// The first of the four samples in the tile.
    first: usize,
    weights: [f64; 4],
    /// The derivatives of the weights per metre.
    slopes: [f64; 4],
}

impl AxisPosition {
    fn new(position_m: f64, lattice_m: f64) -> Self {
        // Exact, because the spacing is a power of two.
        let place = position_m / lattice_m;
        let cell = place.floor();
        let t = place - cell;
        let s = 1.0 - t;
        let weights = [
            s * s * s / 6.0,
            (t * t * (3.0 * t - 6.0) + 4.0) / 6.0,
            (s * s * (3.0 * s - 6.0) + 4.0) / 6.0,
            t * t * t / 6.0,
        ];
        let slopes = [-0.5 * s * s, t * (1.5 * t - 2.0), -s * (1.5 * s - 2.0), 0.5 * t * t]
            .map(|slope| slope / lattice_m);
        let cell = cell as i64;
        Self { tile: cell.div_euclid(SIDE), first: cell.rem_euclid(SIDE) as usize, weights, slopes }
    }

    /// Interpolates between four columns, each with a value and its slope to the south.
    fn sum(&self, columns: &[[f64; 2]; 4]) -> Dual {
        let (mut height_m, mut gradient) = (0.0, [0.0; 2]);
        for (i, [value, slope]) in columns.iter().enumerate() {
            height_m += self.weights[i] * value;
            gradient[0] += self.slopes[i] * value;
            gradient[1] += self.weights[i] * slope;
        }
        Dual { height_m, gradient }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Block;
    use super::super::settings::RiverSettings;
    use super::super::tests::WavyGround;
    use super::*;
    use orogen_noise::hash::Seed;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static CHANGE: LazyLock<GroundChange<WavyGround>> = LazyLock::new(|| {
        let network = Network::new(WavyGround::default(), Seed(3), RiverSettings::default());
        GroundChange::new(Arc::new(network.unwrap()))
    });

    #[test]
    fn coarse_samples_show_coarse_faded_valleys() {
        let detail = |sample_m| LatticeDetail::new(&RiverSettings::default(), sample_m, None);
        assert_eq!(detail(1.0), LatticeDetail { lattice_m: 32.0, share: 1.0 });
        assert_eq!(detail(16.0).lattice_m, 64.0);
        assert_eq!(detail(64.0), LatticeDetail { lattice_m: 128.0, share: 1.0 });
        assert_eq!(detail(128.0).share, 0.0);
        assert!((0.1..0.9).contains(&detail(90.0).share));
        assert_eq!(
            LatticeDetail::new(&RiverSettings::default(), 1.0, Some(420.0)).lattice_m,
            128.0
        );
    }

    #[test]
    fn erosion_fades_to_the_bottoms_of_valleys() {
        let detail = LatticeDetail::new(&RiverSettings::default(), 1.0, None);
        let drainage = CHANGE.network().drainage();
        let mut full = 0;
        for (_, points) in CHANGE.network().block_courses(Block([0, 0]), f64::INFINITY).curves {
            for point in points {
                let eroded = CHANGE.eroded_at(point.place_m, detail);
                assert!(eroded < 0.15, "{eroded} in a course at {:?}", point.place_m);
            }
        }
        for cell in Block([0, 0]).cells() {
            let corner_m = cell.map(|c| c as f64 * drainage.settings().spacing_m);
            // The weights of a spline add up to 1 within rounding.
            full += usize::from(CHANGE.eroded_at(corner_m, detail) > 1.0 - 1e-6);
        }
        assert!(full > 20, "{full} of 256 corners of cells are eroded in full");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn the_gradient_matches_differences(x in -9e3..9e3, z in -9e3..9e3, sample_m in 0.0..60.0) {
            let detail = LatticeDetail::new(&RiverSettings::default(), sample_m, None);
            let at = |x, z| CHANGE.at([x, z], detail);
            let step_m = 0.01;
            let east = (at(x + step_m, z).height_m - at(x - step_m, z).height_m) / (2.0 * step_m);
            let south = (at(x, z + step_m).height_m - at(x, z - step_m).height_m) / (2.0 * step_m);
            let [by_x, by_z] = at(x, z).gradient;
            prop_assert!((by_x - east).abs() < 1e-5 && (by_z - south).abs() < 1e-5);
        }

        #[test]
        fn grids_and_places_have_the_bits_of_single_points(x in -9e3..9e3, z in -9e3..9e3, step_m in 0.5..90.0) {
            let detail = LatticeDetail::new(&RiverSettings::default(), step_m, None);
            let columns: Vec<f64> = (0..20).map(|i| x + f64::from(i) * step_m).collect();
            let rows: Vec<f64> = (0..20).map(|i| z + f64::from(i) * step_m).collect();
            let all = CHANGE.fill([&columns, &rows], detail, true);
            let eroded = CHANGE.fill_eroded([&columns, &rows], None, detail);
            for (i, row) in rows.iter().enumerate() {
                for (j, column) in columns.iter().enumerate() {
                    let (index, place_m) = (i * columns.len() + j, [*column, *row]);
                    prop_assert_eq!(all.at(index), CHANGE.at(place_m, detail));
                    prop_assert_eq!(eroded[index], CHANGE.eroded_at(place_m, detail));
                    prop_assert!((0.0..=1.0).contains(&eroded[index]));
                }
            }
        }
    }
}
