//! The pose of a camera: its focus, its direction, and its distance from the focus.
//!
//! The focus is the point that the camera looks at. Positions are world coordinates in f64, so a
//! pose stays valid when the rendering origin moves.

use bevy::math::DVec3;
use bevy::prelude::*;

use super::eye::Eye;
use crate::land::origin::RenderOrigin;
use orogen_terrain::surface::Surface;
use orogen_terrain::view::Camera as CameraPose;

/// The smallest height of the camera above ground or water, in metres.
///
/// It is less than a walker's eye height. So the camera of a view that was saved on a walk is not
/// raised when the view is opened.
pub const GROUND_CLEARANCE_M: f64 = 0.25;

/// A camera's pose: the focus, and the direction and distance of the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The focus in the world, in metres.
    pub focus_m: DVec3,
    /// The azimuth of the viewing direction: 0 is north (−z), and angles grow clockwise.
    ///
    /// It may exceed a full turn.
    pub yaw_rad: f64,
    /// The angle of the eye above the horizon as seen from the focus: minus the pitch of the view.
    pub pitch_rad: f64,
    /// The distance from the focus to the eye.
    pub distance_m: f64,
}

impl Pose {
    /// The pose of a view's camera.
    ///
    /// If the view has no focus, the focus is the ground at (0, 0).
    pub fn of_view(camera: &CameraPose, surface: &Surface) -> Self {
        let default_focus = || [0.0, surface.ground_m([0.0; 2]), 0.0];
        Self::with_focus(camera, camera.focus_m.unwrap_or_else(default_focus))
    }

    /// The pose of a view's camera, with `focus_m` in place of the view's focus.
    pub fn with_focus(camera: &CameraPose, focus_m: [f64; 3]) -> Self {
        Self {
            focus_m: focus_m.into(),
            yaw_rad: camera.yaw_deg.to_radians(),
            pitch_rad: camera.pitch_deg.to_radians(),
            distance_m: camera.distance_m,
        }
    }

    /// The pose of an eye whose focus is `distance_m` ahead of it.
    pub fn of_eye(eye: &Eye, distance_m: f64) -> Self {
        Self {
            focus_m: eye.position_m + eye.forward() * distance_m,
            yaw_rad: eye.yaw_rad,
            pitch_rad: -eye.pitch_rad,
            distance_m,
        }
    }

    /// The pose in the form that a view stores.
    ///
    /// Lengths are rounded to a millimetre and angles to 10⁻⁵ of a degree, which keeps the text of
    /// the view short.
    pub fn view(&self) -> CameraPose {
        let round = |x: f64, places: i32| (x * 10f64.powi(places)).round() / 10f64.powi(places);
        CameraPose {
            yaw_deg: round(self.yaw_rad.to_degrees(), 5).rem_euclid(360.0),
            pitch_deg: round(self.pitch_rad.to_degrees(), 5).clamp(-89.0, 89.0),
            distance_m: round(self.distance_m, 3).clamp(1.0, 1e6),
            focus_m: Some(self.focus_m.to_array().map(|c| round(c, 3))),
        }
    }

    /// The eye of the pose, which may be below the ground.
    pub fn eye(&self) -> Eye {
        let eye =
            Eye { position_m: DVec3::ZERO, yaw_rad: self.yaw_rad, pitch_rad: -self.pitch_rad };
        Eye { position_m: self.focus_m - eye.forward() * self.distance_m, ..eye }
    }

    /// The eye of the pose, raised to [`GROUND_CLEARANCE_M`] if it is lower.
    ///
    /// A raised eye is turned towards the focus.
    pub fn eye_above(&self, surface: &Surface) -> Eye {
        let mut eye = self.eye();
        let lowest = surface.surface_m([eye.position_m.x, eye.position_m.z]) + GROUND_CLEARANCE_M;
        if eye.position_m.y < lowest {
            eye.position_m.y = lowest;
            eye.look_at(self.focus_m);
        }
        eye
    }

    /// The transform at [`Pose::eye_above`], relative to the rendering origin.
    pub fn transform(&self, surface: &Surface, origin: RenderOrigin) -> Transform {
        self.eye_above(surface).transform(origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::recipe::Recipe;
    use proptest::prelude::*;

    fn surface() -> Surface {
        Surface::new(&Recipe::default()).unwrap()
    }

    #[test]
    fn yaw_is_the_azimuth_of_the_view() {
        let surface = surface();
        let focus_m = Some([0.0; 3]);
        let sides = [(0.0, Vec3::NEG_Z), (90.0, Vec3::X), (180.0, Vec3::Z), (270.0, Vec3::NEG_X)];
        for (yaw_deg, expected) in sides {
            let view = CameraPose { yaw_deg, pitch_deg: 45.0, distance_m: 4000.0, focus_m };
            let pose = Pose::of_view(&view, &surface);
            let transform = pose.transform(&surface, RenderOrigin::default());
            let level = Vec3::new(transform.forward().x, 0.0, transform.forward().z).normalize();
            assert!(level.distance(expected) < 1e-5, "{yaw_deg}: {level}");
            assert!(transform.translation.y > 0.0);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_camera_is_never_under_the_ground_and_looks_at_its_focus(
            yaw_deg in 0.0..360.0,
            pitch_deg in -85.0..89.0,
            distance_m in 1.0..3000.0,
        ) {
            let surface = surface();
            let view = CameraPose { yaw_deg, pitch_deg, distance_m, focus_m: None };
            let pose = Pose::of_view(&view, &surface);
            let eye = pose.eye_above(&surface);
            let [x, y, z] = eye.position_m.to_array();
            prop_assert!(y >= surface.surface_m([x, z]) + GROUND_CLEARANCE_M - 1e-9);
            let to_focus = (pose.focus_m - eye.position_m).normalize();
            // The pitch is limited near the vertical.
            prop_assert!(to_focus.y.abs() > 0.999 || eye.forward().distance(to_focus) < 1e-6);
        }

        #[test]
        fn a_pose_is_restored_from_its_eye_and_from_its_view(
            yaw_deg in 0.0..360.0,
            pitch_deg in -89.0..89.0,
            distance_m in 1.0..1e6,
            x in -1e9..1e9,
            y in -500.0..5000.0,
        ) {
            let view = CameraPose { yaw_deg, pitch_deg, distance_m, focus_m: Some([x, y, -x]) };
            let pose = Pose::with_focus(&view, [x, y, -x]);
            let back = Pose::of_eye(&pose.eye(), distance_m);
            prop_assert!(back.focus_m.distance(pose.focus_m) < 1e-6);
            prop_assert!((back.yaw_rad - pose.yaw_rad).abs() < 1e-12);
            let text = pose.view();
            let again = Pose::with_focus(&text, text.focus_m.unwrap()).view();
            prop_assert_eq!(again, text);
            prop_assert!((text.distance_m - distance_m).abs() <= 0.0005 + 1e-9);
        }
    }
}
