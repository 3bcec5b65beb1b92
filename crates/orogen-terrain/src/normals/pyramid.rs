//! Selects the tiles of normals that a viewer needs.
//!
//! Each level has a reach: the distance up to which its tiles are needed. The reach is longer in
//! the view direction than around the viewer.

use super::{LOWEST_LEVEL, TileKey, side_m, texel_m};
use crate::lod::{Levels, Viewer};

/// The finest texel spacing. The shader draws all smaller grain.
const FINEST_TEXEL_M: f64 = 0.125;

/// Tiles are made within the reach times this factor, so that they are ready when needed.
const EARLY_FACTOR: f64 = 1.1;

/// The distance up to which a level's tiles are needed, in tile sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TileReach {
    /// The reach in the view direction, at most [`MAX_REACH`]; 0 selects no tiles.
    pub ahead: f64,
    /// The reach in all other directions, whose tiles are needed once the camera turns.
    pub around: f64,
}

/// The longest reach of a level, in tile sides.
pub const MAX_REACH: f64 = 10.0;

/// The part of the ground plane that a camera sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wedge {
    /// The view direction: east and south, of unit length.
    pub towards: [f64; 2],
    /// Half the opening angle; below π.
    pub half_rad: f64,
}

/// The levels of tiles that a land has, and their reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pyramid {
    /// The finest mesh spacing.
    pub finest_m: f64,
    /// The finest and the coarsest level.
    pub levels: [i8; 2],
    /// From this level up, tiles cover all land.
    ///
    /// On a bounded land it is level 1, because fine meshes cover all of that land. On endless land
    /// it is the coarsest level, whose tiles end at the horizon.
    pub full_cover_level: i8,
    /// The reach of the levels that do not cover all land.
    pub reach: TileReach,
    bounds_m: Option<[f64; 2]>,
    horizon_m: f64,
}

impl Pyramid {
    /// Creates a pyramid for endless land (`levels`) or bounded land (`bounds_m`).
    pub fn new(
        finest_m: f64,
        levels: Option<Levels>,
        bounds_m: Option<[f64; 2]>,
        reach: TileReach,
    ) -> Self {
        let lowest = (LOWEST_LEVEL..1).find(|level| texel_m(*level, finest_m) >= FINEST_TEXEL_M);
        let (coarsest, horizon_m) = match (levels, bounds_m) {
            (Some(levels), _) => (levels.coarsest() as i8, levels.horizon_m()),
            (None, bounds_m) => {
                let extent_m = bounds_m.map_or(0.0, |[low, high]| high - low);
                let coarsest = (extent_m / side_m(0, finest_m)).log2().ceil();
                (coarsest.clamp(1.0, 16.0) as i8, f64::INFINITY)
            }
        };
        Self {
            finest_m,
            levels: [lowest.unwrap_or(1).min(coarsest), coarsest],
            // The texels of level 1 have the spacing of the finest mesh.
            full_cover_level: if bounds_m.is_some() { 1 } else { coarsest },
            reach,
            bounds_m,
            horizon_m,
        }
    }

    /// The tiles that a viewer needs, nearest first.
    ///
    /// The reach ahead applies inside the wedge `view`, or everywhere if `view` is `None`.
    pub fn needed_tiles(&self, viewer: &Viewer, view: Option<Wedge>) -> Vec<TileKey> {
        if self.reach.ahead <= 0.0 {
            return vec![];
        }
        let [lowest, coarsest] = self.levels;
        let mut tiles = vec![];
        for level in lowest..=coarsest {
            self.add_level(level, viewer, view, &mut tiles);
        }
        tiles.sort_by(|(a, key), (b, other)| a.total_cmp(b).then(key.cmp(other)));
        tiles.into_iter().map(|(_, key)| key).collect()
    }

    fn add_level(
        &self,
        level: i8,
        viewer: &Viewer,
        view: Option<Wedge>,
        tiles: &mut Vec<(f64, TileKey)>,
    ) {
        let side_m = side_m(level, self.finest_m);
        let covers_all_land = level >= self.full_cover_level;
        let TileReach { ahead, around } = self.reach;
        // Finer levels cover the land nearer than a third of a level's reach.
        let from_m = if level == self.levels[0] { 0.0 } else { ahead * side_m / 3.0 };
        let ahead_m = EARLY_FACTOR * ahead.min(MAX_REACH) * side_m;
        let around_m = EARLY_FACTOR * around.min(ahead) * side_m;
        let [reach_m, around_m] = match (covers_all_land, self.bounds_m) {
            (true, Some(_)) => [f64::INFINITY; 2],
            (true, None) => [self.horizon_m.min(ahead_m), self.horizon_m.min(ahead_m)],
            _ => [ahead_m, around_m],
        };
        if viewer.height_m > reach_m && !covers_all_land {
            return;
        }
        let [columns, rows] =
            [0, 1].map(|axis| self.span(viewer.position_m[axis], reach_m, side_m));
        for z in rows {
            for x in columns.clone() {
                let key = TileKey { level, x, z };
                let corner_m = [x, z].map(|c| c as f64 * side_m);
                let offset = |axis: usize| {
                    let (low, position) = (corner_m[axis], viewer.position_m[axis]);
                    (low - position).max(position - (low + side_m)).max(0.0)
                };
                let distance_m = offset(0).max(offset(1));
                let is_visible =
                    || view.is_none_or(|wedge| wedge.may_show(viewer, corner_m, side_m));
                if distance_m <= reach_m && (distance_m <= around_m || is_visible()) {
                    tiles.push((distance_m.max(viewer.height_m).max(from_m), key));
                }
            }
        }
    }

    /// The range of tile indices on one axis within the reach and the land's bounds.
    fn span(&self, position_m: f64, reach_m: f64, side_m: f64) -> std::ops::RangeInclusive<i64> {
        let [low, high] = self.bounds_m.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let first = (position_m - reach_m).max(low) / side_m;
        // A tile that begins at the land's edge contains no land.
        let last = ((position_m + reach_m).min(high) / side_m).ceil() - 1.0;
        first.floor() as i64..=last as i64
    }
}

impl Wedge {
    /// Returns true if a square, given by its north-west corner, may be visible.
    fn may_show(&self, viewer: &Viewer, corner_m: [f64; 2], side_m: f64) -> bool {
        let to_m = [0, 1].map(|axis| corner_m[axis] + 0.5 * side_m - viewer.position_m[axis]);
        let distance_m = to_m[0].hypot(to_m[1]);
        let radius_m = side_m * std::f64::consts::FRAC_1_SQRT_2;
        if distance_m <= radius_m {
            return true;
        }
        let cosine = (to_m[0] * self.towards[0] + to_m[1] * self.towards[1]) / distance_m;
        cosine.clamp(-1.0, 1.0).acos() <= self.half_rad + (radius_m / distance_m).asin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    const REACH: TileReach = TileReach { ahead: 4.5, around: 1.5 };

    fn endless() -> Pyramid {
        Pyramid::new(2.0, Some(Levels::new(2.0, 16_000.0)), None, REACH)
    }

    proptest! {
        #[test]
        fn the_tiles_that_a_pixel_needs_are_chosen(
            x in -1e6..1e6,
            z in -1e6..1e6,
            height_m in 0.0..5000.0,
            away_m in 1.0..15_000.0,
            turn in 0.0..std::f64::consts::TAU,
            offset in -0.5..0.5,
        ) {
            let pyramid = endless();
            let viewer = Viewer { position_m: [x, z], height_m };
            let wedge = Wedge { towards: [turn.cos(), turn.sin()], half_rad: 0.5 };
            let wanted = pyramid.needed_tiles(&viewer, Some(wedge));
            let wanted: HashSet<_> = wanted.into_iter().collect();
            let direction: f64 = turn + offset;
            let place: [f64; 2] = [x + away_m * direction.cos(), z + away_m * direction.sin()];
            // The levels that the shader chooses.
            let distance_m =
                (place[0] - x).abs().max((place[1] - z).abs()).max(height_m);
            let [lowest, coarsest] = pyramid.levels;
            let level = ((distance_m / (REACH.ahead * side_m(0, 2.0))).log2() + 1.0)
                .clamp(f64::from(lowest), f64::from(coarsest));
            for level in [level.floor(), level.ceil()].map(|level| level as i8) {
                let [x, z] = place.map(|c| (c / side_m(level, 2.0)).floor() as i64);
                prop_assert!(wanted.contains(&TileKey { level, x, z }), "{level}");
            }
        }

        #[test]
        fn two_tiles_of_a_level_never_share_a_place_in_the_table(
            x in -1e9..1e9,
            z in -1e9..1e9,
            ahead in 1.0..MAX_REACH,
            bounded in any::<bool>(),
        ) {
            let reach = TileReach { ahead, around: ahead };
            let pyramid = if bounded {
                Pyramid::new(2.0, None, Some([-2048.0, 2048.0]), reach)
            } else {
                Pyramid::new(2.0, Some(Levels::new(2.0, 16_000.0)), None, reach)
            };
            let position_m = if bounded { [x, z].map(|c| c / 1e6) } else { [x, z] };
            let wanted = pyramid.needed_tiles(&Viewer { position_m, height_m: 0.0 }, None);
            let places: HashSet<_> =
                wanted.iter().map(|key| (key.level, key.x & 31, key.z & 31)).collect();
            prop_assert_eq!(places.len(), wanted.len());
            prop_assert!(!wanted.is_empty());
        }
    }

    #[test]
    fn the_view_has_more_tiles_than_its_surroundings_and_not_too_many() {
        let viewer = Viewer { position_m: [300.0, -50.0], height_m: 10.0 };
        let ahead = Wedge { towards: [1.0, 0.0], half_rad: 0.6 };
        let count = |reach, view| Pyramid { reach, ..endless() }.needed_tiles(&viewer, view).len();
        let in_view = count(REACH, Some(ahead));
        assert!(count(TileReach { ahead: 1.5, around: 1.5 }, None) < in_view);
        assert!(in_view < count(REACH, None) && in_view < 450, "{in_view}");
        assert_eq!(count(TileReach::default(), None), 0);
    }

    #[test]
    fn a_bounded_land_has_tiles_up_to_its_edge() {
        let pyramid = Pyramid::new(1.0, None, Some([-512.0, 512.0]), REACH);
        let far = Viewer { position_m: [9000.0, 0.0], height_m: 50.0 };
        let wanted = pyramid.needed_tiles(&far, None);
        assert_eq!(wanted.iter().filter(|key| key.level == 1).count(), 64);
        assert!(wanted.iter().all(|key| key.level >= 1), "no finer tile is near");
    }
}
