use std::f64::consts::FRAC_PI_8;

use bevy::math::DVec2;
use proptest::prelude::*;

use super::*;
use crate::terrain::preset::PRESETS;
use crate::terrain::scene::Scene;

/// A picture of 1280 × 720 pixels that sees 45° from its lower to its upper edge.
const SIZE: DVec2 = DVec2::new(1280.0, 720.0);

/// Returns the direction from the eye through a pixel.
fn direction(eye: &Eye, pixel: DVec2) -> DVec3 {
    let up = eye.right().cross(eye.forward());
    let tangents = (pixel - 0.5 * SIZE) * (2.0 * FRAC_PI_8.tan() / SIZE.y);
    (eye.forward() + tangents.x * eye.right() - tangents.y * up).normalize()
}

/// Returns the pixel of a point.
fn pixel(eye: &Eye, point_m: DVec3) -> DVec2 {
    let offset = point_m - eye.position_m;
    let up = eye.right().cross(eye.forward());
    let depth = offset.dot(eye.forward());
    let tangents = DVec2::new(offset.dot(eye.right()), -offset.dot(up)) / depth;
    0.5 * SIZE + tangents * SIZE.y / (2.0 * FRAC_PI_8.tan())
}

struct Place {
    scene: Scene,
    surface: Surface,
}

impl Place {
    fn named(slug: &str) -> Self {
        let preset = PRESETS.iter().find(|preset| preset.slug == slug).unwrap();
        let scene = preset.scene().unwrap();
        let surface = Surface::new(&scene.recipe).unwrap();
        Self { scene, surface }
    }

    /// Returns a preset with another seed.
    fn with_seed(preset: usize, seed: u32) -> Self {
        let mut scene = PRESETS[preset % PRESETS.len()].scene().unwrap();
        scene.recipe.world.seed = seed.to_string();
        let surface = Surface::new(&scene.recipe).unwrap();
        Self { scene, surface }
    }

    fn land(&self) -> MoveLand<'_> {
        let limits = Limits::of(&self.scene, &self.surface);
        MoveLand { surface: &self.surface, limits, half_field_rad: FRAC_PI_8 }
    }

    /// Returns the opening view.
    fn opening(&self) -> Pose {
        Pose::of_view(&self.scene.view.camera, &self.surface)
    }

    fn above_m(&self, pose: &Pose) -> f64 {
        let [x, y, z] = pose.eye().position_m.to_array();
        y - self.surface.surface_m([x, z])
    }

    /// Returns a pose above the ground, which a user could reach.
    fn pose(&self, [yaw_rad, pitch_rad, distance_m]: [f64; 3], [x, z]: [f64; 2]) -> Pose {
        let focus_m = DVec3::new(x, self.surface.ground_m([x, z]), z);
        let pose = Pose { focus_m, yaw_rad, pitch_rad, distance_m };
        self.land().lift(&pose, CLEARANCE_M)
    }
}

const ROUGH: [&str; 4] = ["massif", "alps", "badlands", "volcano"];

fn pixels() -> impl Strategy<Value = DVec2> {
    (0.0..SIZE.x, 0.0..SIZE.y).prop_map(|(x, y)| DVec2::new(x, y))
}

fn views() -> impl Strategy<Value = [f64; 3]> {
    (0.0..6.3, 0.03..1.5, 3.0..9000.0).prop_map(|(yaw, pitch, distance)| [yaw, pitch, distance])
}

fn grounds() -> impl Strategy<Value = [f64; 2]> {
    (-9000.0..9000.0, -9000.0..9000.0).prop_map(|(x, z)| [x, z])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_panned_point_stays_under_the_pointer(
        preset in 0..100usize,
        seed: u32,
        view in views(),
        ground in grounds(),
        from in pixels(),
        to in pixels(),
    ) {
        let place = Place::with_seed(preset, seed);
        let land = place.land();
        let pose = land.start_pose(&place.pose(view, ground));
        let grabbed_m = land.visible_point(&pose, direction(&pose.eye(), from));
        prop_assert!(pixel(&pose.eye(), grabbed_m).distance(from) < 0.1);
        let panned = land.pan(&pose, grabbed_m, direction(&pose.eye(), to));
        prop_assert!(place.above_m(&panned) > CLEARANCE_M - 1e-6);
        let [was, is] = [&pose, &panned].map(|pose| pose.focus_m);
        let goes_out = place.surface.bounds_m().is_some_and(|[low, high]| {
            [was.x, was.z, is.x, is.z].iter().any(|c| *c <= low || *c >= high)
        });
        let is_free = place.above_m(&panned) > CLEARANCE_M + 1e-3
            && is.y < land.limits.max_focus_height_m
            && !goes_out;
        if is_free {
            prop_assert!(pixel(&panned.eye(), grabbed_m).distance(to) < 0.5);
        }
        prop_assert_eq!((panned.yaw_rad, panned.pitch_rad), (pose.yaw_rad, pose.pitch_rad));
    }

    #[test]
    fn each_notch_covers_a_fifth_of_the_distance_and_zooming_out_reverses_it(
        preset in 0..100usize,
        seed: u32,
        view in views(),
        ground in grounds(),
        pointer in pixels(),
        notches in 1..12i32,
    ) {
        let place = Place::with_seed(preset, seed);
        let land = place.land();
        let pose = land.start_pose(&place.pose(view, ground));
        let mut anchor = land.anchor(&pose, direction(&pose.eye(), pointer));
        let point_m = anchor.point_m;
        let away_m = |pose: &Pose| pose.eye().position_m.distance(point_m);
        let first_m = away_m(&pose);
        let at_once = land.zoom(&pose, &mut anchor.clone(), ZOOM_PER_NOTCH.powi(notches));
        prop_assert!(place.above_m(&at_once) > CLEARANCE_M - 1e-6);
        // The ground stops a zoom.
        let mut one_by_one = pose;
        // If the first pose violates a limit of moves, a zoom cannot return to it: it is too near to
        // the ground, too far from the point, too high, or outside the land.
        let eye = pose.eye();
        let depth_m = (point_m - eye.position_m).dot(eye.forward());
        let focus_m = Pose::of_eye(&eye, depth_m).focus_m;
        let is_outside = place.surface.bounds_m().is_some_and(|[low, high]| {
            [focus_m.x, focus_m.z].iter().any(|c| *c < low || *c > high)
        });
        let mut was_stopped = place.above_m(&pose) < CLEARANCE_M
            || first_m > land.limits.max_distance_m
            || focus_m.y > land.limits.max_focus_height_m
            || is_outside;
        for _ in 0..notches {
            one_by_one = land.zoom(&one_by_one, &mut anchor, ZOOM_PER_NOTCH);
            was_stopped |= place.above_m(&one_by_one) < CLEARANCE_M + 1e-3
                || away_m(&one_by_one) < 1.001 * MIN_DISTANCE_M
                || one_by_one.focus_m.y > land.limits.max_focus_height_m - 1e-3;
        }
        prop_assume!(!was_stopped);
        for zoomed in [&at_once, &one_by_one] {
            let share = away_m(zoomed) / first_m / ZOOM_PER_NOTCH.powi(notches);
            prop_assert!(
                (share - 1.0).abs() < 1e-6,
                "{share}: {zoomed:?} is {} m above the ground, from {pose:?} towards {point_m}",
                place.above_m(zoomed)
            );
            prop_assert!(pixel(&zoomed.eye(), point_m).distance(pointer) < 0.1);
        }
        let back = land.zoom(&at_once, &mut anchor, ZOOM_PER_NOTCH.powi(-notches));
        let off_m = back.eye().position_m.distance(pose.eye().position_m);
        prop_assert!(off_m < 1e-6 * first_m, "{off_m} m");
    }

    #[test]
    fn no_moves_lead_into_the_ground(
        preset in 0..100usize,
        seed: u32,
        view in views(),
        ground in grounds(),
        moves in prop::collection::vec((0..5u8, pixels(), pixels(), -30.0..30.0), 1..14),
    ) {
        let place = Place::with_seed(preset, seed);
        let land = place.land();
        let mut pose = place.pose(view, ground);
        for (kind, from, to, amount) in moves {
            pose = land.start_pose(&pose);
            let eye = pose.eye();
            let touched_m = land.visible_point(&pose, direction(&eye, from));
            pose = match kind {
                0 => land.pan(&pose, touched_m, direction(&eye, to)),
                1 | 2 => {
                    let mut anchor = land.anchor(&pose, direction(&eye, from));
                    land.zoom(&pose, &mut anchor, ZOOM_PER_NOTCH.powf(amount))
                }
                3 => {
                    let turned = land.turn(&pose, 0.1 * amount, 0.002 * (to.y - from.y));
                    land.lift(&turned, CLEARANCE_M)
                }
                _ => {
                    let offset = (eye.right() * amount.signum() + eye.ahead()).normalize();
                    land.slide(&pose, offset * 0.04 * amount.abs() * land.pace_m(&pose))
                }
            };
            prop_assert!(place.above_m(&pose) > CLEARANCE_M - 1e-6, "{kind}: {pose:?}");
            let span = [pose.focus_m.x, pose.focus_m.y, pose.focus_m.z, pose.distance_m];
            prop_assert!(span.iter().all(|c| c.is_finite()), "{kind}: {pose:?}");
        }
    }
}

/// Returns the distance of the ground ahead after a move, as a share of the distance before.
fn kept_ahead(place: &Place, before: &Pose, after: &Pose) -> f64 {
    let ahead_m = |pose: &Pose| place.land().ahead_m(&pose.eye()).unwrap();
    ahead_m(after) / ahead_m(before)
}

#[test]
fn the_first_pan_and_the_first_key_keep_the_opening_view() {
    for slug in ROUGH {
        let place = Place::named(slug);
        let land = place.land();
        let opening = place.opening();
        let pose = land.start_pose(&opening);
        let moved_m = pose.eye().position_m.distance(opening.eye().position_m);
        assert!(moved_m < 1e-6, "{slug}: a press moves nothing");

        // Eight pixels to the right.
        let eye = pose.eye();
        let from = DVec2::new(700.0, 500.0);
        let grabbed_m = land.visible_point(&pose, direction(&eye, from));
        let panned = land.pan(&pose, grabbed_m, direction(&eye, from + DVec2::new(8.0, 0.0)));
        let offset = panned.eye().position_m - eye.position_m;
        let away_m = grabbed_m.distance(eye.position_m);
        assert!(offset.length() < 0.02 * away_m, "{slug}: {offset}");
        assert!(offset.y.abs() < 1e-6, "{slug}: level");
        let kept = kept_ahead(&place, &pose, &panned);
        assert!((0.7..1.4).contains(&kept), "{slug}, pan: {kept}");

        // A tap of D on a slow machine.
        let slid = land.slide(&pose, eye.right() * 0.08 * land.pace_m(&pose));
        let fell_m = eye.position_m.y - slid.eye().position_m.y;
        assert!(fell_m < 0.1 * place.above_m(&pose), "{slug}: {fell_m} m down");
        let kept = kept_ahead(&place, &pose, &slid);
        assert!((0.5..2.0).contains(&kept), "{slug}, D: {kept}");
    }
}

#[test]
fn zooming_in_ends_at_the_ground() {
    for slug in ROUGH {
        let place = Place::named(slug);
        let land = place.land();
        for pointer in
            [DVec2::new(640.0, 360.0), DVec2::new(200.0, 600.0), DVec2::new(900.0, 500.0)]
        {
            let mut pose = land.start_pose(&place.opening());
            let mut anchor = land.anchor(&pose, direction(&pose.eye(), pointer));
            for _ in 0..80 {
                pose = land.zoom(&pose, &mut anchor, ZOOM_PER_NOTCH);
            }
            let away_m = pose.eye().position_m.distance(anchor.point_m);
            assert!(away_m < 4.0 * CLEARANCE_M, "{slug}: {away_m} m from the anchor");
            let above_m = place.above_m(&pose);
            assert!((CLEARANCE_M - 1e-6..12.0).contains(&above_m), "{slug}: {above_m} m up");
            let more = land.zoom(&pose, &mut anchor, ZOOM_PER_NOTCH);
            let moved_m = more.eye().position_m.distance(pose.eye().position_m);
            assert!(moved_m < 0.5, "{slug}: {moved_m} m further");
        }
    }
}

#[test]
fn the_sky_is_touched_on_the_plane_through_the_focus() {
    let place = Place::named("dunes");
    let land = place.land();
    let pose = Pose { pitch_rad: -0.3, ..place.opening() };
    let pose = land.lift(&pose, 300.0);
    let eye = Eye { pitch_rad: 0.3, ..pose.eye() };
    let up = Pose::of_eye(&eye, 900.0);
    let touched_m = land.visible_point(&up, direction(&eye, DVec2::new(100.0, 100.0)));
    let depth_m = (touched_m - eye.position_m).dot(eye.forward());
    assert!((depth_m - 900.0).abs() < 1e-6, "{depth_m}");
}

#[test]
fn a_slide_and_its_reverse_return_to_the_start() {
    for slug in ROUGH {
        let place = Place::named(slug);
        let land = place.land();
        let pose = land.start_pose(&place.pose([1.0, 0.7, 3000.0], [700.0, -300.0]));
        let moved = land.slide(&pose, 40.0 * pose.eye().right());
        let back = land.slide(&moved, -40.0 * pose.eye().right());
        assert!(back.focus_m.distance(pose.focus_m) < 1e-6, "{slug}");
        assert!(moved.focus_m.distance(pose.focus_m) > 39.0, "{slug}");
    }
}

#[test]
fn a_long_slide_over_mountains_keeps_the_view_free() {
    for slug in ["massif", "alps"] {
        let place = Place::named(slug);
        let land = place.land();
        let mut pose = land.start_pose(&place.opening());
        for step in 0..50 {
            pose = land.slide(&pose, pose.eye().ahead() * 0.2 * land.pace_m(&pose));
            let eye = pose.eye();
            let free_m = land.cast(&eye, eye.forward(), 0.4 * pose.distance_m);
            assert_eq!(free_m, None, "{slug} after {step} steps");
            assert!(place.above_m(&pose) > CLEARANCE_M - 1e-6, "{slug} after {step} steps");
        }
        assert!(place.above_m(&pose) < 6000.0, "{slug}: the camera stays near the land");
    }
}

#[test]
fn a_focus_that_is_too_near_or_too_far_is_moved() {
    let place = Place::named("massif");
    let land = place.land();
    let eye = place.opening().eye();
    let ahead_m = land.ahead_m(&eye).unwrap();
    let start = land.start_pose(&Pose::of_eye(&eye, 2.0));
    assert!(start.eye().position_m.distance(eye.position_m) < 1e-6);
    assert!((start.distance_m / (MIN_FOCUS_SHARE * ahead_m) - 1.0).abs() < 1e-9);
    // A focus behind the visible slope moves onto the slope.
    let start = land.start_pose(&Pose::of_eye(&eye, 3.0 * ahead_m));
    assert!((start.distance_m / ahead_m - 1.0).abs() < 1e-9);
}

#[test]
fn facing_a_point_makes_it_visible() {
    for slug in ROUGH {
        let place = Place::named(slug);
        let land = place.land();
        let pose = land.start_pose(&place.opening());
        for pointer in
            [DVec2::new(100.0, 650.0), DVec2::new(640.0, 500.0), DVec2::new(1200.0, 420.0)]
        {
            let point_m = land.visible_point(&pose, direction(&pose.eye(), pointer));
            let facing = land.face(&pose, point_m);
            assert_eq!(facing.focus_m, point_m);
            assert!(pixel(&facing.eye(), point_m).distance(0.5 * SIZE) < 0.01, "{slug}");
            assert!(land.sees(&facing, point_m), "{slug}");
        }
    }
}

#[test]
fn interpolated_poses_keep_the_anchor_of_a_zoom_in_its_pixel() {
    let place = Place::named("alps");
    let land = place.land();
    let pose = land.start_pose(&place.opening());
    let pointer = DVec2::new(900.0, 600.0);
    let mut anchor = land.anchor(&pose, direction(&pose.eye(), pointer));
    let goal = land.zoom(&pose, &mut anchor, ZOOM_PER_NOTCH.powi(4));
    for share in [0.1, 0.5, 0.9] {
        let now = interpolate(&pose, &goal, share);
        assert!(pixel(&now.eye(), anchor.point_m).distance(pointer) < 0.01);
    }
    assert!(has_arrived(&interpolate(&pose, &goal, 1.0), &goal));
}

#[test]
fn no_pan_or_key_leads_out_of_a_bounded_land() {
    let mut place = Place::named("rolling-hills");
    place.scene.recipe.world.bounded = true;
    place.surface = Surface::new(&place.scene.recipe).unwrap();
    let land = place.land();
    let [low, high] = place.surface.bounds_m().unwrap();
    let mut pose = land.start_pose(&place.pose([0.7, 0.6, 900.0], [0.0; 2]));
    for step in 0..60 {
        let eye = pose.eye();
        let grabbed_m = land.visible_point(&pose, direction(&eye, DVec2::new(1200.0, 600.0)));
        pose = match step % 2 {
            0 => land.pan(&pose, grabbed_m, direction(&eye, DVec2::new(100.0, 500.0))),
            _ => land.slide(&pose, 200.0 * eye.right()),
        };
        assert!([pose.focus_m.x, pose.focus_m.z].iter().all(|c| (low..=high).contains(c)));
    }
    assert!(pose.focus_m.x == high || pose.focus_m.z == high, "the focus reached the edge");
}
