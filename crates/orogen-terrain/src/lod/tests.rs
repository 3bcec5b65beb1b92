mod edges;

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;

fn viewer(x: f64, z: f64, height_m: f64) -> Viewer {
    Viewer { position_m: [x, z], height_m }
}

/// Returns true if two chunks touch at an edge or a corner.
fn touch(a: ChunkKey, b: ChunkKey) -> bool {
    let span = |k: ChunkKey| {
        [k.x, k.z].map(|c| (i128::from(c) << k.level, (i128::from(c) + 1) << k.level))
    };
    span(a).iter().zip(span(b)).all(|(p, q)| p.0 <= q.1 && q.0 <= p.1)
}

/// Checks the invariants: exact tiling of roots, at most one level between touching chunks, all
/// ready.
fn check_invariants(
    levels: &Levels,
    leaves: &HashSet<ChunkKey>,
    is_ready: impl Fn(ChunkKey) -> bool,
) {
    let mut areas: HashMap<ChunkKey, u128> = HashMap::new();
    for &leaf in leaves {
        assert!(is_ready(leaf), "{leaf:?} is visible but not ready");
        for level in leaf.level + 1..=levels.coarsest() {
            assert!(!leaves.contains(&leaf.ancestor(level)), "{leaf:?} lies under another chunk");
        }
        *areas.entry(leaf.ancestor(levels.coarsest())).or_default() +=
            1 << (2 * u32::from(leaf.level));
    }
    for (root, area) in areas {
        assert_eq!(area, 1 << (2 * u32::from(levels.coarsest())), "{root:?} is not covered");
    }
    let all: Vec<_> = leaves.iter().copied().collect();
    for (i, &a) in all.iter().enumerate() {
        for &b in &all[i + 1..] {
            assert!(a.level.abs_diff(b.level) <= 1 || !touch(a, b), "{a:?} and {b:?} touch");
        }
    }
}

/// A selection that has reached its ideal.
fn settled_selection(levels: Levels, viewer: &Viewer) -> Selection {
    Selection::new(levels, levels.ideal(viewer))
}

#[test]
fn ranges_leave_room_to_morph() {
    let levels = Levels::new(1.0, 16_000.0);
    assert!(levels.range_m(levels.coarsest()) >= 16_000.0);
    for level in 1..levels.coarsest() {
        let [begin, end] = levels.morph_m(level).unwrap();
        // The Chebyshev diameter of a chunk is its side.
        assert!(begin >= levels.range_m(level - 1) + levels.side_m(level), "level {level}");
        assert!(end <= levels.range_m(level) && begin < end, "level {level}");
    }
    assert_eq!(levels.morph_m(levels.coarsest()), None);
    const { assert!(RANGE_SIDES + 2.0 <= 2.0 * RANGE_SIDES) };
}

#[test]
fn the_default_view_has_few_chunks() {
    // 600 000 vertices are 142 chunks.
    let count = Levels::new(1.0, 16_000.0).ideal(&viewer(-600.0, 1800.0, 850.0)).len();
    assert!((118..=150).contains(&count), "{count} chunks");
}

#[test]
fn a_long_lens_has_finer_land_and_not_too_many_chunks() {
    let lens = |magnification: f64| Levels::magnified(0.25, 64_000.0, magnification);
    // Viewers on chunk corners see whole chunks only; a third of 2²⁰ lies on no corner of any
    // level.
    let third_m = f64::from(1 << 20) / 3.0;
    let count = |magnification| lens(magnification).ideal(&viewer(third_m, third_m, 0.0)).len();
    assert_eq!((lens(0.8), lens(1.2)), (lens(1.0), lens(1.0)));
    assert!(lens(1.0).range_m(3) < lens(1.3).range_m(3));
    assert!(count(1.0) < count(7.0) && count(7.0) < 1000, "{} {}", count(1.0), count(7.0));
}

#[test]
fn finer_levels_reach_as_far_with_smaller_cells() {
    let usual = Levels::new(0.25, 64_000.0);
    assert_eq!((usual.with_longer_ranges(1.0), usual.with_longer_ranges(0.5)), (usual, usual));
    let count = |levels: Levels| levels.ideal(&viewer(1234.5, 678.9, 0.0)).len();
    let mut before = usual;
    for times in [1.25, 1.5, 2.0] {
        let finer = usual.with_longer_ranges(times);
        assert_eq!(finer.range_m(3), times * usual.range_m(3));
        assert!(finer.range_m(finer.coarsest()) >= 64_000.0);
        let limit = 1.3 * times * times * count(usual) as f64;
        assert!(count(before) < count(finer) && (count(finer) as f64) < limit, "{times}");
        before = finer;
    }
}

#[test]
fn a_horizon_shorter_than_a_chunk_is_one_level() {
    let levels = Levels::new(8.0, 1000.0);
    assert_eq!(levels.coarsest(), 0);
    assert_eq!(levels.ideal(&viewer(256.0, 256.0, 0.0)).len(), 21);
}

#[test]
fn a_land_of_few_chunks_has_a_nearer_horizon() {
    for times in [1.0, 1.5] {
        let wanted = Levels::magnified(0.25, 64_000.0, times);
        assert_eq!(wanted.limit_chunks(1200), wanted);
        let mut before = wanted;
        for max_chunks in (0..400).rev() {
            let levels = wanted.limit_chunks(max_chunks);
            let count = levels.ideal(&viewer(0.0, 0.0, 0.0)).len();
            assert!(
                count <= max_chunks || levels.coarsest() == 0,
                "{count} of {max_chunks} chunks"
            );
            assert!(levels.horizon_m() <= before.horizon_m());
            assert_eq!(levels, Levels::magnified(0.25, levels.horizon_m(), times));
            before = levels;
        }
        assert_eq!(before.coarsest(), 0);
        assert!(before.ideal(&viewer(0.0, 0.0, 0.0)).len() <= 80);
    }
}

prop_compose! {
    fn any_levels()(spacing in -2i32..4, horizon in 300.0..30_000.0f64, lens in 0.8..7.0f64) -> Levels {
        Levels::magnified(f64::powi(2.0, spacing), horizon, lens)
    }
}

prop_compose! {
    fn any_viewer()(far in prop::sample::select(vec![0.0, 1e6, -1e9, 1e12]), x in -20_000.0..20_000.0f64,
                    z in -20_000.0..20_000.0f64, height in prop::sample::select(vec![0.0, 2.0, 120.0, 900.0, 5000.0]))
                    -> Viewer {
        viewer(far + x, z - far, height)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_ideal_tiles_the_plane(levels in any_levels(), viewer in any_viewer()) {
        let ideal = levels.ideal(&viewer);
        let leaves: HashSet<_> = ideal.iter().copied().collect();
        prop_assert_eq!(leaves.len(), ideal.len());
        check_invariants(&levels, &leaves, |_| true);
        // Every place in sight is covered.
        let roots: HashSet<_> = leaves.iter().map(|l| l.ancestor(levels.coarsest())).collect();
        for step in 0..64 {
            let angle = f64::from(step) * 0.7;
            let radius = levels.horizon_m() * f64::from(step) / 64.0;
            let cell = |c: f64| (c / levels.side_m(levels.coarsest())).floor() as i64;
            let [x, z] = viewer.position_m;
            let root = ChunkKey {
                level: levels.coarsest(),
                x: cell(x + radius * angle.cos()),
                z: cell(z + radius * angle.sin()),
            };
            prop_assert!(roots.contains(&root));
        }
    }

    #[test]
    fn flights_with_late_chunks_keep_the_invariants(
        levels in any_levels(),
        start in any_viewer(),
        steps in prop::collection::vec((-1.0..1.0f64, -1.0..1.0f64, 0usize..12), 12),
        jump in any::<bool>(),
    ) {
        let mut eye = start;
        let mut selection = settled_selection(levels, &eye);
        let mut ready: HashSet<ChunkKey> = selection.leaves().clone();
        for (i, (dx, dz, built)) in steps.into_iter().enumerate() {
            let step_horizons = if jump && i == 6 { 3.0 } else { 0.12 };
            eye.position_m[0] += dx * step_horizons * levels.horizon_m();
            eye.position_m[1] += dz * step_horizons * levels.horizon_m();
            // Some missing chunks are built in time, nearest first; chunks that are neither visible
            // nor needed are dropped.
            let needed = selection.needed(&eye);
            let missing = selection.missing(&eye, &needed, usize::MAX, |key| ready.contains(&key));
            ready.extend(missing.into_iter().take(built));
            selection.advance(&eye, |key| ready.contains(&key));
            check_invariants(&levels, selection.leaves(), |key| ready.contains(&key));
            let needed = selection.needed(&eye);
            ready.retain(|key| needed.contains(key) || selection.leaves().contains(key));
        }
        // Given enough time, the selection reaches the ideal.
        for _ in 0..200 {
            let missing = |selection: &Selection, ready: &HashSet<ChunkKey>| {
                selection.missing(&eye, &selection.needed(&eye), usize::MAX, |key| ready.contains(&key))
            };
            ready.extend(missing(&selection, &ready));
            if !selection.advance(&eye, |key| ready.contains(&key)) && missing(&selection, &ready).is_empty() {
                break;
            }
        }
        let ideal: HashSet<_> = levels.ideal(&eye).into_iter().collect();
        prop_assert!(selection.leaves() == &ideal, "the ideal is not reached");
    }
}

#[test]
fn near_the_chunk_limit_only_coarser_chunks_are_built() {
    // Fine chunks are visible around one place, and the viewer has moved to another.
    let levels = Levels::new(1.0, 4000.0);
    let viewer_at = |x: f64| viewer(x, 0.0, 0.0);
    let selection = settled_selection(levels, &viewer_at(0.0));
    let moved_viewer = viewer_at(1500.0);
    let needed = selection.needed(&moved_viewer);
    let is_built = |key: ChunkKey| selection.leaves().contains(&key);
    let missing = |limit: usize| selection.missing(&moved_viewer, &needed, limit, is_built);
    let all = missing(usize::MAX);
    assert!(all.iter().all(|key| needed.contains(key) && !is_built(*key)));
    assert_eq!(all, missing(all.len()), "the limit is not exceeded");
    let mut sorted = all.clone();
    levels.sort_nearest_first(&moved_viewer, &mut sorted);
    assert_eq!(all, sorted, "nearest first");

    let is_coarse_enough = |key: &ChunkKey| {
        key.level == levels.coarsest() || key.children().iter().any(|child| is_built(*child))
    };
    let some: Vec<_> = all.iter().copied().filter(is_coarse_enough).collect();
    assert!(!some.is_empty() && some.len() < all.len(), "{} of {}", some.len(), all.len());
    assert_eq!(missing(all.len() - 1), some);
    assert_eq!(missing(some.len() - 1), some[..some.len() - 1]);
    assert!(missing(0).is_empty());
}
