//! Keeps an orbiting camera above the ground when an edit raises the land.
//!
//! The view stays similar. When the land sinks again, the camera comes down again.

use bevy::math::DVec3;
use bevy::prelude::*;

use super::moves::{CLEARANCE_M, look_at, rises};
use super::rig::{Placed, Rig};
use super::state::{CameraMode, InputOwner};
use super::trail::Trail;
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::{GROUND_CLEARANCE_M, Pose};
use crate::plugin::land::state::{BuiltLand, ShownLand};
use crate::plugin::order::OrogenSet;
use crate::terrain::surface::{Ray, Surface};

/// A view stays unchanged while it keeps at least this share of its former free distance ahead.
const MIN_KEPT_SHARE: f64 = 0.3;

/// Otherwise the camera rises until this share of the line to the focus is free.
const MIN_FREE_SHARE: f64 = 0.85;

/// The height of a raised eye above the ground, as a share of its distance from the focus. An eye
/// that was lower before the edit stays lower.
const RAISED_SHARE: f64 = 0.03;

/// The free space around the eye of a pose, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FreeSpace {
    /// The height of the eye above the ground.
    eye_height_m: f64,
    /// The distance from the eye to the first land ahead, at most to the focus.
    ahead_m: f64,
}

impl FreeSpace {
    fn of(pose: &Pose, surface: &Surface) -> Self {
        let eye = pose.eye();
        let [x, y, z] = eye.position_m.to_array();
        let ray = Ray::new([x, y, z], eye.forward().into());
        Self {
            eye_height_m: y - surface.surface_m([x, z]),
            ahead_m: surface.cast(&ray, 0.0..pose.distance_m).unwrap_or(pose.distance_m),
        }
    }

    /// Returns true if this is enough space for a camera that had `before`.
    fn suits(self, before: Self) -> bool {
        self.is_above_ground(before) && self.ahead_m >= MIN_KEPT_SHARE * before.ahead_m
    }

    /// Returns true if the eye of a camera that had `before` is high enough above the ground.
    fn is_above_ground(self, before: Self) -> bool {
        self.eye_height_m >= before.eye_height_m.clamp(GROUND_CLEARANCE_M, CLEARANCE_M)
    }
}

/// Returns the pose over edited land.
///
/// The pose stays if it still has enough free space. Otherwise the eye rises until it sees its
/// focus, which is lifted out of the ground.
fn raise_above_land(pose: &Pose, before: FreeSpace, surface: &Surface) -> Pose {
    if FreeSpace::of(pose, surface).suits(before) {
        return *pose;
    }
    let mut focus_m = pose.focus_m;
    focus_m.y = focus_m.y.max(surface.ground_m([focus_m.x, focus_m.z]));
    let [x, y, z] = pose.eye().position_m.to_array();
    let max_height_m = before.eye_height_m.max(CLEARANCE_M);
    let height_m = (RAISED_SHARE * pose.distance_m).clamp(CLEARANCE_M, max_height_m);
    let lowest_m = y.max(surface.surface_m([x, z]) + height_m);
    let from = |up_m: f64| look_at(pose, focus_m, DVec3::new(x, lowest_m + up_m, z));
    let sees =
        |pose: &Pose| FreeSpace::of(pose, surface).ahead_m >= MIN_FREE_SHARE * pose.distance_m;
    rises(pose.distance_m).map(from).find(sees).unwrap_or_else(|| from(pose.distance_m))
}

/// The orbiting camera and its land, for comparison after an edit. `None` in other modes.
#[derive(Resource, Default)]
pub struct Stance(Option<PoseOnLand>);

struct PoseOnLand {
    /// The pose that the user chose, and the land at that time.
    chosen: Pose,
    land: BuiltLand,
    /// The current pose and the current land.
    pose: Pose,
    current: BuiltLand,
}

impl Stance {
    /// Records a pose that the user chose for a land. If the land is still loading, its later
    /// arrival does not count as an edit.
    pub fn choose(&mut self, pose: Pose, land: &BuiltLand) {
        let land = match self.0.take() {
            Some(last) if last.land.is_same(land) => last.land,
            _ => land.clone(),
        };
        self.0 = Some(PoseOnLand { chosen: pose, pose, current: land.clone(), land });
    }

    /// Returns the pose to take after the user shaped the land by hand, if it differs from `pose`.
    /// The view then shows what the user draws, so the camera only moves out of the ground.
    fn follow_hands(&mut self, pose: Pose, land: &BuiltLand) -> Option<Pose> {
        let before = self.0.as_ref().map(|last| FreeSpace::of(&last.chosen, &last.land.surface));
        let now = FreeSpace::of(&pose, &land.surface);
        if before.is_some_and(|before| now.is_above_ground(before)) {
            self.choose(pose, land);
            return None;
        }
        self.follow(pose, land)
    }

    /// Returns the pose to take after an edit of the land, if it differs from `pose`.
    fn follow(&mut self, pose: Pose, land: &BuiltLand) -> Option<Pose> {
        let Some(last) = self.0.as_mut().filter(|last| last.pose == pose) else {
            self.choose(pose, land);
            return None;
        };
        if last.current.is_same(land) {
            return None;
        }
        last.current = land.clone();
        let mut chosen = last.chosen;
        let before = &last.land.surface;
        let space_before = FreeSpace::of(&chosen, before);
        // A focus outside the new bounds moves to the nearest point of the land.
        if let Some([low, high]) = land.surface.bounds_m()
            && before.bounds_m() != Some([low, high])
        {
            chosen.focus_m.x = chosen.focus_m.x.clamp(low, high);
            chosen.focus_m.z = chosen.focus_m.z.clamp(low, high);
        }
        last.pose = raise_above_land(&chosen, space_before, &land.surface);
        (last.pose != pose).then_some(last.pose)
    }
}

/// Adds the system that keeps the camera above edited land.
pub fn plugin(app: &mut App) {
    app.init_resource::<Stance>()
        .add_systems(PostUpdate, stay_above_land.before(Placed).in_set(OrogenSet::AdjustHeight));
}

fn stay_above_land(
    mut stance: ResMut<Stance>,
    mut trail: ResMut<Trail>,
    (mode, owner): (Res<CameraMode>, Res<InputOwner>),
    shown: Res<ShownLand>,
    mut rigs: Query<&mut Rig, With<LandCamera>>,
) {
    let (Some(land), Ok(mut rig)) = (&shown.current, rigs.single_mut()) else { return };
    if *mode != CameraMode::Orbit {
        stance.0 = None;
        return;
    }
    let followed = match owner.tools_have_keys {
        true => stance.follow_hands(rig.goal(), land),
        false => stance.follow(rig.goal(), land),
    };
    if let Some(pose) = followed {
        rig.jump_to(pose);
        trail.replace_current(pose);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::erosion::ErosionLook;
    use crate::terrain::marks::{MarkPath, Tool, ToolKind};
    use crate::terrain::preset::PRESETS;
    use crate::terrain::recipe::Recipe;

    fn build(recipe: &Recipe) -> BuiltLand {
        BuiltLand::new(recipe).unwrap()
    }

    /// Checks that an eye is out of the ground and has enough free distance ahead.
    fn check(pose: &Pose, surface: &Surface, before: FreeSpace, what: &str) {
        let clear = FreeSpace::of(pose, surface);
        assert!(clear.eye_height_m >= CLEARANCE_M - 1e-6, "{what}: {clear:?}");
        let ahead_m = (MIN_KEPT_SHARE * before.ahead_m).min(MIN_FREE_SHARE * pose.distance_m);
        assert!(clear.ahead_m >= ahead_m, "{what}: {clear:?}, before {before:?}");
    }

    #[test]
    fn erosion_never_leaves_the_camera_in_a_slope() {
        let mut lifted = 0;
        for preset in PRESETS.iter().step_by(5) {
            let scene = preset.scene().unwrap();
            let land = build(&scene.recipe);
            let opening = Pose::of_view(&scene.view.camera, &land.surface);
            // The opening view, and two views near the ground.
            for (turn, distance_m) in [(0.0, opening.distance_m), (1.0, 300.0), (2.5, 60.0)] {
                let mut focus_m = opening.focus_m;
                focus_m.y = land.surface.ground_m([focus_m.x, focus_m.z]);
                let pose = Pose { focus_m, yaw_rad: turn, distance_m, ..opening };
                let up_m = 3.0 - FreeSpace::of(&pose, &land.surface).eye_height_m;
                let pose = Pose { focus_m: focus_m + up_m.max(0.0) * DVec3::Y, ..pose };
                let before = FreeSpace::of(&pose, &land.surface);
                let mut stance = Stance::default();
                assert_eq!(stance.follow(pose, &land), None);
                let mut now = pose;
                for look in ErosionLook::ALL {
                    let mut recipe = scene.recipe.clone();
                    recipe.erode(look.value);
                    let eroded = build(&recipe);
                    now = stance.follow(now, &eroded).unwrap_or(now);
                    lifted += u32::from(now != pose);
                    let what = format!("{} at {distance_m} m, {}", preset.slug, look.name);
                    check(&now, &eroded.surface, before, &what);
                }
                assert_eq!(
                    stance.follow(now, &land).unwrap_or(now),
                    pose,
                    "it comes down with the land"
                );
            }
        }
        assert!(lifted > 5, "{lifted} views were lifted");
    }

    #[test]
    fn rising_land_lifts_the_camera_and_sinking_land_lowers_it() {
        let mut recipe = Recipe::default();
        let land = build(&recipe);
        let view = crate::terrain::view::Camera::default();
        let pose = Pose::of_view(&view, &land.surface);
        let before = FreeSpace::of(&pose, &land.surface);
        let mut stance = Stance::default();
        let mut now = pose;
        let mut was_lifted = false;
        for sea_level_m in [0.0, 200.0, 900.0, 2000.0, 300.0, 0.0] {
            recipe.world.sea_level_m = sea_level_m;
            let land = build(&recipe);
            now = stance.follow(now, &land).unwrap_or(now);
            was_lifted |= now != pose;
            check(&now, &land.surface, before, &format!("sea at {sea_level_m} m"));
        }
        assert!(was_lifted);
        recipe.world.sea_level_m = Recipe::default().world.sea_level_m;
        assert_eq!(stance.follow(now, &build(&recipe)).unwrap_or(now), pose);
    }

    #[test]
    fn a_drawn_ridge_leaves_the_view_and_a_hill_under_the_eye_lifts_it() {
        let recipe = Recipe::default();
        let land = build(&recipe);
        let mut pose = Pose::of_view(&crate::terrain::view::Camera::default(), &land.surface);
        pose.distance_m = 3000.0;
        let with_hill = |at_m: DVec3, height_m: f64| {
            let mut recipe = recipe.clone();
            let mut tool = Tool::new(ToolKind::Brush);
            if let Tool::Brush(brush) = &mut tool {
                (brush.radius_m, brush.height_m) = (400.0, height_m);
            }
            let path = MarkPath::from_points_m(&[[at_m.x, at_m.z]], 400.0).unwrap();
            recipe.draw(None, tool, path).unwrap();
            build(&recipe)
        };
        let eye_m = pose.eye().position_m;
        let between = with_hill(eye_m.lerp(pose.focus_m, 0.25), 2000.0);
        let mut stance = Stance::default();
        assert_eq!(stance.follow_hands(pose, &land), None);
        assert_eq!(stance.follow_hands(pose, &between), None, "a hill may hide the view");
        assert_eq!(stance.follow(pose, &between), None, "the view stays when the tools close");
        let under = with_hill(eye_m, 3000.0);
        let lifted = stance.follow_hands(pose, &under).unwrap();
        assert!(FreeSpace::of(&lifted, &under.surface).eye_height_m >= CLEARANCE_M - 1e-6);
        let mut other = Stance::default();
        other.choose(pose, &land);
        assert_ne!(other.follow(pose, &between), None, "a slider's hill lifts the camera");
    }

    #[test]
    fn a_pose_stays_when_the_land_it_was_chosen_for_arrives() {
        let land = build(&Recipe::default());
        // A walker's view, which is lower than an edit would leave the camera.
        let mut pose = Pose::of_view(&crate::terrain::view::Camera::default(), &land.surface);
        let low_m = FreeSpace::of(&pose, &land.surface).eye_height_m - 0.5;
        pose.focus_m.y -= low_m;
        let mut other = Recipe::default();
        other.world.seed = "another".to_owned();
        let other = build(&other);
        let mut stance = Stance::default();
        assert_eq!(stance.follow(Pose { yaw_rad: 2.0, ..pose }, &other), None);
        stance.choose(pose, &land);
        assert_eq!(stance.follow(pose, &land), None, "the land arrives");
    }

    #[test]
    fn a_camera_outside_new_bounds_turns_to_the_land() {
        let mut recipe = Recipe::default();
        let endless = build(&recipe);
        let mut pose = Pose::of_view(&crate::terrain::view::Camera::default(), &endless.surface);
        pose.focus_m.x = 1e5;
        pose.focus_m.y = 2e3;
        let mut stance = Stance::default();
        assert_eq!(stance.follow(pose, &endless), None);
        recipe.world.bounded = true;
        let bounded = build(&recipe);
        let [_, high] = bounded.surface.bounds_m().unwrap();
        assert_eq!(stance.follow(pose, &bounded).unwrap().focus_m.x, high);
    }
}
