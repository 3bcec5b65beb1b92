//! The channel: the bed that a river cuts last, into all layers, and the water in it.

use super::bank::Bank;
use super::banks::{REACH, SQUARE};
use super::bars::{Bars, HIGHEST_EDGE_M, away_m, bank_m, drowned_m, lowest_bed_m, widened};
use super::basins::Basin;
use super::bed::{LakeNear, bed_at_m, outside_lakes};
use super::floors::{FloorShape, floor_m, rising_width_m};
use super::graded_bed::{GradedLand, GradedShares, carve_graded, runs_on};
use super::near::RecentBanks;
use super::nearby_water::{NearbyWater, PartDistances};
use super::network::Network;
use super::nodes::RiverGround;
use super::settings::RiverSettings;
use super::smoothstep::smoothstep;
use super::torrent::calmness;
use super::water_at::{WaterAt, speed_m_s};
use super::wet_ground::{LAKE_DAMP_M, river_damp_width_m};
use crate::dual::Dual;
use crate::real::smooth_max;

/// The deepest bed of a river below its level, in metres: more than the depth of a river with the
/// largest possible catchment.
pub const DEEPEST_CHANNEL_M: f64 = 10.0;

/// An upper limit of the height of banks above their river, in metres. Banks end within 512 m, a quarter
/// of the largest spacing of nodes.
pub const HIGHEST_BANK_M: f64 = HIGHEST_EDGE_M + BANK_RISE * 1024.0;

/// The rise of the ground away from the water in metres per metre.
const BANK_RISE: f64 = 0.015;

/// Heights of the land above a river, in metres, between which the river goes underground.
const BURIED_M: [f64; 2] = [60.0, 90.0];

/// Rivers fade out between these widths, relative to [`MIN_WIDTH`].
const NARROW: [f64; 2] = [0.05, 0.15];

/// The smallest width of a channel, in sample spacings. Narrower rivers are widened to it.
const MIN_WIDTH: f64 = 1.6;

/// The same for graded rivers: each row of samples then has one in the flat middle of the bed, in any direction.
const GRADED_MIN_WIDTH: f64 = 1.8;

/// Filled ground meets other ground over this height, in metres.
const ROUNDING_M: f64 = 3.0;

/// The same height for graded rivers: a wider rounding would be a levee beside the river.
const GRADED_ROUNDING_M: f64 = 0.5;

/// The water of a graded river at most this much above its lake, in metres, belongs to the lake.
const STILL_M: f64 = 0.2;

/// The step of finite differences, in metres.
const DIFFERENCE_M: f64 = 1.0 / 64.0;

/// The coarsest samples that show rivers, as a share of the spacing of nodes. Rivers among coarser
/// samples, which lie in the distance, are drawn as ribbons.
pub const COARSEST: f64 = 1.0 / 16.0;

/// The coarsest samples that show lakes, as a share of the spacing of nodes. Among coarser samples,
/// basins fade.
const COARSEST_LAKES: f64 = 1.0 / 8.0;

/// Places within this distance of a lake, in samples, are near it.
pub(super) const LAKE_MARGIN: f64 = 2.0;

/// The rivers and lakes near a place.
pub struct WaterNear {
    river: Option<Bank>,
    lakes: Vec<LakeNear>,
    /// True inside the water of a fixed lake.
    is_in_fixed_lake: bool,
}

impl WaterNear {
    /// The memory use outside the struct itself, in bytes.
    pub(crate) fn inner_bytes(&self) -> usize {
        size_of_val(&*self.lakes)
    }
}

/// Cuts channels into the ground at places, for samples of one spacing.
///
/// It caches the banks of the last squares, so neighbouring places should follow each other, row by row.
pub struct Channels<'a, G> {
    pub(super) network: &'a Network<G>,
    sample_m: f64,
    pub(super) spacing_m: f64,
    sea_level_m: f64,
    /// The width of floodplains, in widths of their rivers.
    floor: f64,
    /// See [`RiverSettings::is_graded`].
    is_graded: bool,
    pub(super) torrent_per_m: f64,
    shows_rivers: bool,
    shows_lakes: bool,
    recent: RecentBanks,
}

impl<'a, G: RiverGround> Channels<'a, G> {
    /// Prepares for samples that are `sample_m` apart.
    ///
    /// A river holds no water where it falls by more than half of `torrent_per_m` times its width, and
    /// has no channel where it falls by `torrent_per_m` times its width or more.
    pub fn new(network: &'a Network<G>, sample_m: f64, torrent_per_m: f64) -> Self {
        let settings = network.drainage().settings();
        let RiverSettings { spacing_m, sea_level_m, floor, .. } = *settings;
        Self {
            network,
            sample_m,
            spacing_m,
            sea_level_m,
            floor,
            is_graded: settings.is_graded(),
            torrent_per_m,
            shows_rivers: sample_m <= COARSEST * spacing_m,
            shows_lakes: sample_m <= COARSEST_LAKES * spacing_m,
            recent: RecentBanks::default(),
        }
    }

    /// Returns true if channels are cut into samples of this spacing.
    pub fn are_cut(&self) -> bool {
        self.shows_rivers
    }

    /// Returns true if samples of this spacing show no rivers and no lakes.
    pub fn are_invisible(&self) -> bool {
        !self.shows_lakes
    }

    /// The rivers and lakes near a place. Returns `None` if the place is far from all water.
    pub fn near(&mut self, place_m: [f64; 2]) -> Option<WaterNear> {
        self.near_all([&place_m[..1], &place_m[1..]]).pop().map(|(_, near)| near)
    }

    /// The rivers and lakes near places, which are in metres east and south of the origin.
    ///
    /// Each entry is the index of a place and the water near it. Indices ascend, and places without
    /// water nearby have no entry.
    pub fn near_all(&mut self, [east_m, south_m]: [&[f64]; 2]) -> Vec<(usize, WaterNear)> {
        let mut all = vec![];
        if !self.shows_rivers {
            return if self.shows_lakes { self.lakes_near([east_m, south_m]) } else { all };
        }
        let (beyond_m, min_width_m) = (LAKE_MARGIN * self.sample_m, self.min_width_m());
        let reach_m = REACH * self.spacing_m;
        let is_graded = self.is_graded;
        let floors = FloorShape { reach_m, torrent_per_m: self.torrent_per_m };
        let mut distances = PartDistances::default();
        let mut by_basin: Vec<(Basin, Vec<usize>)> = vec![];
        for (index, place_m) in east_m.iter().zip(south_m).map(|(x, z)| [*x, *z]).enumerate() {
            let (banks, within_m) = self.banks(place_m);
            for basin in banks.basins() {
                if basin.may_be_within(place_m, 1.0 + beyond_m / basin.radius_m) {
                    match by_basin.iter_mut().find(|(other, _)| other == basin) {
                        Some((_, places)) => places.push(index),
                        None => by_basin.push((*basin, vec![index])),
                    }
                }
            }
            let river = banks.at(within_m, [min_width_m, reach_m], &mut distances);
            let river = river.map(|bank| match is_graded {
                true => banks.with_floor(bank, &floors, &distances),
                false => bank,
            });
            let is_shown =
                |bank: &Bank| smoothstep(NARROW, bank.width_m / min_width_m.max(1e-3)) > 0.0;
            if let Some(river) = river.filter(is_shown) {
                let is_in_fixed_lake = !banks.shores().is_empty() && self.is_in_fixed_lake(place_m);
                let near = WaterNear { river: Some(river), lakes: vec![], is_in_fixed_lake };
                all.push((index, near));
            }
        }
        let rivers = all.iter_mut().filter_map(|(index, near): &mut (usize, WaterNear)| {
            Some(([east_m[*index], south_m[*index]], near.river.as_mut()?))
        });
        Bars { wander: self.network.wander(), sample_m: self.sample_m, min_width_m }.place(rivers);
        for (basin, indices) in by_basin {
            self.add_lake(&basin, &indices, [east_m, south_m], &mut all);
        }
        joined(all)
    }

    /// The lakes near places; see [`Channels::near_all`].
    fn lakes_near(&self, [east_m, south_m]: [&[f64]; 2]) -> Vec<(usize, WaterNear)> {
        let end = |line: &[f64], end: fn(f64, f64) -> f64| line.iter().copied().reduce(end);
        let corner = |by: fn(f64, f64) -> f64| Some([end(east_m, by)?, end(south_m, by)?]);
        let (Some(low_m), Some(high_m)) = (corner(f64::min), corner(f64::max)) else {
            return vec![];
        };
        let mut all = vec![];
        for basin in self.network.basins([low_m, high_m]) {
            let radii = 1.0 + LAKE_MARGIN * self.sample_m / basin.radius_m;
            let places = east_m.iter().zip(south_m).enumerate();
            let near = places.filter(|(_, (x, z))| basin.may_be_within([**x, **z], radii));
            let indices: Vec<_> = near.map(|(index, _)| index).collect();
            self.add_lake(&basin, &indices, [east_m, south_m], &mut all);
        }
        joined(all)
    }

    /// Adds a lake to the water near the places of these indices.
    fn add_lake(
        &self,
        basin: &Basin,
        indices: &[usize],
        [east_m, south_m]: [&[f64]; 2],
        all: &mut Vec<(usize, WaterNear)>,
    ) {
        let places_m: Vec<_> = indices.iter().map(|i| [east_m[*i], south_m[*i]]).collect();
        let distances = basin.distances(self.network.wander(), &places_m);
        let Basin { level_m, radius_m, .. } = *basin;
        for (index, distance) in indices.iter().zip(distances) {
            if distance < 1.0 + LAKE_MARGIN * self.sample_m / radius_m {
                let lake = LakeNear { level_m, radius_m, distance };
                let near = WaterNear { river: None, lakes: vec![lake], is_in_fixed_lake: false };
                all.push((*index, near));
            }
        }
    }

    /// The ground after rivers have cut their channels into it. `height_m` is the ground before.
    pub fn carve(&self, near: &WaterNear, height_m: f64) -> f64 {
        let Some((bank, share)) = self.river(near, height_m) else { return height_m };
        let Bank { distance_m, level_m, depth_m, .. } = *bank;
        let width_m = bank.width_m.max(self.min_width_m());
        let bed_m = if distance_m < 0.0 {
            let bed_m = bed_at_m([level_m, depth_m, width_m], bank_m(bank.braided), distance_m);
            let bed_m = if self.is_graded { bank.bed_m.min(bed_m) } else { bed_m };
            if bank.braided > 0.0 { bed_m.max(lowest_bed_m(bank, width_m)) } else { bed_m }
        } else {
            level_m + bank_m(bank.braided) + BANK_RISE * distance_m
        };
        // The banks of a braided river are as steep as those of its single channel would be.
        let slope_m = width_m / widened(bank.braided)
            + 2.0 * self.sample_m
            + 1.1 * (height_m - level_m).abs();
        let uncut = smoothstep([0.0, slope_m.min(REACH * self.spacing_m)], distance_m);
        let drowned = smoothstep([0.0, drowned_m(bank.braided)], self.sea_level_m - height_m);
        let outside = outside_lakes(&near.lakes, height_m);
        let calm = share * self.calmness(bank) * (1.0 - drowned) * outside;
        let full_m = self.filled_m(bank, height_m);
        let carved_m = match self.is_graded {
            true => {
                let torrent = share * (1.0 - drowned) * outside - calm;
                let runs_on = torrent * runs_on(bank, self.torrent_per_m);
                let shares = GradedShares { calm, torrent, runs_on, cut: 1.0 - uncut };
                let land = GradedLand { height_m, full_m, bed_m };
                carve_graded(bank, &land, &shares)
            }
            false => {
                let filled_m = height_m + calm * (full_m - height_m);
                filled_m + calm * (1.0 - uncut) * (bed_m - filled_m)
            }
        };
        // A river raises no bank in a fixed lake.
        if near.is_in_fixed_lake { carved_m.min(height_m) } else { carved_m }
    }

    /// The ground at a place after rivers have cut their channels into it.
    pub fn carve_at(&mut self, place_m: [f64; 2], height_m: f64) -> f64 {
        self.near(place_m).map_or(height_m, |near| self.carve(&near, height_m))
    }

    /// The ground beside a river, filled where layers or gullies lie below the river and its floor.
    fn filled_m(&self, bank: &Bank, height_m: f64) -> f64 {
        if self.is_graded {
            return smooth_max(height_m, bank.filled_m, GRADED_ROUNDING_M).0;
        }
        let edge_m = bank.level_m + bank_m(bank.braided);
        let rising_m = rising_width_m(self.floor, (bank.width_m, bank.braided), bank.fall);
        let along_reach = bank.distance_m.max(0.0) / (REACH * self.spacing_m);
        let floor_m = floor_m([edge_m, rising_m, bank.fall], bank.distance_m.max(0.0), along_reach);
        smooth_max(height_m, floor_m, ROUNDING_M).0
    }

    /// The ground at a place with its gradient after rivers have cut their channels into it. The
    /// gradient comes from differences, for which the ground before the cut is a plane.
    pub fn carve_sloped(&mut self, place_m: [f64; 2], near: &WaterNear, land: Dual) -> Dual {
        if self.river(near, land.height_m).is_none() {
            return land;
        }
        let gradient = [0, 1].map(|axis| {
            let mut carved_m = |by_m: f64| {
                let mut moved = place_m;
                moved[axis] += by_m;
                self.carve_at(moved, land.height_m + by_m * land.gradient[axis])
            };
            (carved_m(DIFFERENCE_M) - carved_m(-DIFFERENCE_M)) / (2.0 * DIFFERENCE_M)
        });
        Dual { height_m: self.carve(near, land.height_m), gradient }
    }

    /// The water near a place: of a river or a lake. Near both, the lake counts unless the river is nearer
    /// and higher. `height_m` is the ground after the channels were cut. Water may lie below the ground.
    pub fn water(&self, near: &WaterNear, height_m: f64) -> Option<WaterAt> {
        let lake = near.lakes.iter().map(|lake| self.lake(lake));
        let lake = lake.min_by(|a, b| a.distance_m.total_cmp(&b.distance_m));
        // A partly dry torrent has no full bed, so its level may lie above the ground.
        let river = self.river(near, height_m).filter(|(bank, _)| self.calmness(bank) == 1.0);
        // The fixed lake has water of its own.
        let river = river.filter(|_| !near.is_in_fixed_lake);
        let river = river.map(|(bank, share)| {
            // Where a river has the level of its lake, its water stands still.
            let speed_m_s =
                if bank.fall > 0.0 { speed_m_s(bank.fall, bank.discharge) } else { 0.0 };
            WaterAt {
                level_m: bank.level_m,
                distance_m: away_m(bank),
                flow_m_s: bank.flow.map(|direction| direction * speed_m_s),
                // Samples wider than the river show its rapids paler.
                fall: bank.fall * shown_fall(bank.width_m, self.sample_m),
                opacity: share.min(self.shown(bank)),
                damp_m: river_damp_width_m(bank.width_m),
            }
        });
        // A graded river falls a little on its way into a lake, which stays level.
        let still_m = if self.is_graded { STILL_M } else { 0.0 };
        match (lake, river) {
            (Some(lake), Some(river))
                if river.distance_m < lake.distance_m.max(0.0)
                    && river.level_m > lake.level_m + still_m =>
            {
                Some(river)
            }
            (Some(lake), _) => Some(lake),
            (None, river) => river,
        }
    }

    fn lake(&self, lake: &LakeNear) -> WaterAt {
        let distance_m = (lake.distance - 1.0) * lake.radius_m;
        let (level_m, damp_m) = (lake.level_m, LAKE_DAMP_M);
        WaterAt { level_m, distance_m, opacity: 1.0, damp_m, ..WaterAt::default() }
    }

    pub(super) fn calmness(&self, bank: &Bank) -> f64 {
        if bank.is_fixed { 1.0 } else { calmness(self.torrent_per_m, bank.width_m, bank.fall) }
    }

    /// Returns true for a place in the water of a fixed lake.
    fn is_in_fixed_lake(&mut self, place_m: [f64; 2]) -> bool {
        let shapes = self.network.drainage().fixed().shapes();
        let (banks, _) = self.banks(place_m);
        let mut shores = banks.shores().iter().filter_map(|index| shapes.shore(*index));
        shores.any(|shore| shore.has_water_at(place_m))
    }

    /// The width of the narrowest channel among these samples. Narrower rivers are widened to it.
    fn min_width_m(&self) -> f64 {
        self.sample_m * if self.is_graded { GRADED_MIN_WIDTH } else { MIN_WIDTH }
    }

    /// How much of a river's water is shown, from 0 for a river too narrow for these samples to 1.
    fn shown(&self, bank: &Bank) -> f64 {
        smoothstep(NARROW, bank.width_m / self.min_width_m().max(1e-3))
    }

    /// The river near a place, and its visible share. `None` if nothing is visible.
    fn river<'n>(&self, near: &'n WaterNear, height_m: f64) -> Option<(&'n Bank, f64)> {
        let bank = near.river.as_ref()?;
        // A graded river's bed stays where its water fades, so that the land drains.
        let shown = match self.is_graded {
            true => 1.0,
            false => self.shown(bank),
        };
        let share = shown * (1.0 - smoothstep(BURIED_M, height_m - bank.level_m));
        (share > 0.0).then_some((bank, share))
    }

    /// The banks of a place's square, and the place relative to the square's corner.
    pub(super) fn banks(&mut self, place_m: [f64; 2]) -> (&NearbyWater, [f64; 2]) {
        let side_m = SQUARE * self.spacing_m;
        let square = place_m.map(|m| (m / side_m).floor());
        let within_m = [0, 1].map(|axis| place_m[axis] - square[axis] * side_m);
        let square = square.map(|index| index as i64);
        (self.recent.of_square(self.network, square), within_m)
    }
}

/// Joins the entries of each place.
fn joined(mut all: Vec<(usize, WaterNear)>) -> Vec<(usize, WaterNear)> {
    // Stable, so that the river of a place comes before its lakes.
    all.sort_by_key(|(index, _)| *index);
    all.dedup_by(|next, first| {
        let is_same = next.0 == first.0;
        if is_same {
            first.1.lakes.append(&mut next.1.lakes);
        }
        is_same
    });
    all
}

/// The share of a river's fall that samples of a spacing show.
pub(crate) fn shown_fall(width_m: f64, sample_m: f64) -> f64 {
    (width_m / (MIN_WIDTH * sample_m).max(1e-3)).min(1.0)
}
