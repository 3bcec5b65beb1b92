//! The settings of the next drawn frame. They are the part of the picture, the pass, the point of
//! the lens, and whether there is a sky.

use bevy::camera::primitives::Frustum;
use bevy::camera::visibility::VisibilitySystems;
use bevy::camera::{CameraUpdateSystems, SubCameraView};
use bevy::light::SimulationLightSystems;
use bevy::math::primitives::ViewFrustum;
use bevy::prelude::*;

use super::lens::{LensPoint, LensPoints};
use crate::plugin::camera::LandCamera;
use crate::plugin::look::material::{DomeMaterial, ShaderNumbers};
use crate::plugin::look::pipeline_variant::FIRST_PASS;
use crate::plugin::look::pipelines::PipelinesSet;
use crate::plugin::order::OrogenSet;
use crate::terrain::look::Style;

/// The values that the pixels hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Colours.
    #[default]
    Picture,
    /// Metres from the camera along its viewing axis, as the four bytes of a float.
    Depth,
    /// Fractions of water, sand, meadow and grass.
    Water,
    /// Fractions of scree, rock and snow, and the fraction of the pixel that land covers.
    Rock,
}

impl Pass {
    /// The number of the pass in `passes.wgsl`.
    fn number(self) -> Option<u32> {
        match self {
            Self::Picture => None,
            Self::Depth => Some(FIRST_PASS),
            Self::Water => Some(FIRST_PASS + 1),
            Self::Rock => Some(FIRST_PASS + 2),
        }
    }
}

/// The settings of the next frame. The default is the whole picture, as in the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameSettings {
    /// The size of the whole picture and the first pixel of the part to draw. `None` draws all of
    /// it.
    pub part: Option<(UVec2, UVec2)>,
    /// The values that the pixels hold.
    pub pass: Pass,
    /// True to leave out the sky behind the land.
    pub transparent: bool,
    /// The point of the lens to draw from. `None` for its centre.
    pub lens: Option<LensPoint>,
}

impl FrameSettings {
    /// Returns the part of the view that a camera draws, given the size of its target. `None` for
    /// the whole view without shear.
    fn view(&self, size: UVec2, projection: &Projection) -> Option<SubCameraView> {
        let (full_size, first) = self.part.unwrap_or((size, UVec2::ZERO));
        let shift = match (self.lens, projection) {
            (Some(point), Projection::Perspective(lens)) => point.shift_px(lens.fov, full_size.y),
            _ => Vec2::ZERO,
        };
        let offset = first.as_vec2() + shift;
        let is_plain = self.part.is_none() && self.lens.is_none();
        (!is_plain).then_some(SubCameraView { full_size, offset, size })
    }
}

/// Applies [`FrameSettings`] to the camera. A part looks the same as in the whole picture: level of detail
/// and haze follow the camera's position, and shadows the frustum of the whole picture.
pub(super) struct ShotPlugin;

impl Plugin for ShotPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<FrameSettings>().init_resource::<LensPoints>().add_systems(
            PostUpdate,
            (
                set_part.before(CameraUpdateSystems),
                set_full_aspect
                    .after(CameraUpdateSystems)
                    .before(VisibilitySystems::UpdateFrusta)
                    .before(SimulationLightSystems::UpdateDirectionalLightCascades),
                move_to_lens_point
                    .after(TransformSystems::Propagate)
                    .before(VisibilitySystems::UpdateFrusta)
                    .before(SimulationLightSystems::UpdateDirectionalLightCascades),
                cull_sheared
                    .after(VisibilitySystems::UpdateFrusta)
                    .before(VisibilitySystems::CheckVisibility),
                write_uniform
                    .after(OrogenSet::Shade)
                    .before(PipelinesSet)
                    .before(VisibilitySystems::VisibilityPropagate),
            ),
        );
    }
}

/// Sets the part of the picture that the camera draws, and the background.
fn set_part(
    settings: Res<FrameSettings>,
    mut cameras: Query<(&mut Camera, &Projection), With<LandCamera>>,
) {
    for (mut camera, projection) in &mut cameras {
        let part = camera.physical_target_size().and_then(|size| settings.view(size, projection));
        if camera.sub_camera_view != part {
            camera.sub_camera_view = part;
        }
        let is_clear = settings.transparent || settings.pass != Pass::Picture;
        let background = match is_clear {
            true => ClearColorConfig::Custom(Color::NONE),
            false => ClearColorConfig::Default,
        };
        if is_clear != matches!(camera.clear_color, ClearColorConfig::Custom(_)) {
            camera.clear_color = background;
        }
    }
}

/// Gives shadows and culling the aspect ratio of the whole picture, not of the part.
fn set_full_aspect(
    settings: Res<FrameSettings>,
    mut cameras: Query<&mut Projection, With<LandCamera>>,
) {
    let Some((whole, _)) = settings.part else { return };
    for mut projection in &mut cameras {
        // Change detection would make Bevy reset the aspect ratio.
        if let Projection::Perspective(lens) = projection.bypass_change_detection() {
            lens.aspect_ratio = whole.x as f32 / whole.y as f32;
        }
    }
}

/// Moves the camera to the point of the lens. Its `Transform` stays at the lens's centre, so level
/// of detail, plants and origin are the same for every point.
fn move_to_lens_point(
    settings: Res<FrameSettings>,
    mut cameras: Query<(&Transform, &mut GlobalTransform), With<LandCamera>>,
) {
    for (middle, mut global) in &mut cameras {
        let transform = settings.lens.map_or(*middle, |point| point.transform(middle));
        global.set_if_neq(GlobalTransform::from(transform));
    }
}

/// Culls by the sheared frustum of the whole picture. Bevy would cull by a frustum without shear.
fn cull_sheared(
    settings: Res<FrameSettings>,
    mut cameras: Query<(&Camera, &GlobalTransform, &Projection, &mut Frustum), With<LandCamera>>,
) {
    if settings.lens.is_none() {
        return;
    }
    for (camera, eye, projection, mut frustum) in &mut cameras {
        let whole = settings.part.map(|(whole, _)| whole).or(camera.physical_target_size());
        let whole_settings = FrameSettings { part: None, ..*settings };
        let Some(view) = whole.and_then(|whole| whole_settings.view(whole, projection)) else {
            continue;
        };
        let clip_from_world = projection.get_clip_from_view_for_sub(&view) * eye.affine().inverse();
        *frustum = Frustum(ViewFrustum::from_clip_from_world_custom_far(
            &clip_from_world,
            &eye.translation(),
            &eye.back(),
            projection.far(),
        ));
    }
}

/// Hides the sky, and writes the pass and the part into the shader parameters.
fn write_uniform(
    settings: Res<FrameSettings>,
    mut numbers: ResMut<ShaderNumbers>,
    mut domes: Query<&mut Visibility, With<MeshMaterial3d<DomeMaterial>>>,
) {
    if settings.transparent || settings.pass != Pass::Picture {
        domes.iter_mut().for_each(|mut dome| _ = dome.set_if_neq(Visibility::Hidden));
    }
    let mut uniform = numbers.uniform;
    if settings.pass != Pass::Picture && (1..FIRST_PASS).contains(&uniform.overlay) {
        // In this style the mesh shows the sea. The natural style would show the bed.
        uniform.style = Style::Course.number();
    }
    uniform.overlay = settings.pass.number().unwrap_or(uniform.overlay);
    let offset = settings.part.map_or(UVec2::ZERO, |(_, offset)| offset);
    (uniform.part_x, uniform.part_y) = (offset.x, offset.y);
    if numbers.uniform != uniform {
        numbers.uniform = uniform;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pixel of the whole picture that shows a place.
    fn pixel(settings: &FrameSettings, size: UVec2, middle: &Transform, place: Vec3) -> Vec2 {
        let projection = Projection::Perspective(PerspectiveProjection {
            fov: 0.7,
            aspect_ratio: 16.0 / 9.0,
            ..default()
        });
        let clip_from_view = match settings.view(size, &projection) {
            Some(view) => projection.get_clip_from_view_for_sub(&view),
            None => projection.get_clip_from_view(),
        };
        let eye = settings.lens.map_or(*middle, |point| point.transform(middle));
        let clip = (clip_from_view * eye.to_matrix().inverse()).project_point3(place);
        let inside = Vec2::new(0.5 + 0.5 * clip.x, 0.5 - 0.5 * clip.y) * size.as_vec2();
        inside + settings.part.map_or(Vec2::ZERO, |(_, first)| first.as_vec2())
    }

    #[test]
    fn only_points_in_focus_stay_in_place() {
        let turn = Quat::from_rotation_y(0.4) * Quat::from_rotation_x(-0.3);
        let middle = Transform::from_xyz(10.0, 30.0, -5.0).with_rotation(turn);
        let point = LensPoint { offset_m: Vec2::new(3.0, -2.0), focus_m: 400.0 };
        for (part, size) in [
            (None, UVec2::new(640, 360)),
            (Some((UVec2::new(640, 360), UVec2::new(320, 48))), UVec2::new(160, 160)),
        ] {
            let plain = FrameSettings { part, ..default() };
            let aside = FrameSettings { lens: Some(point), ..plain };
            let moved = |away_m: f32| {
                let place = middle.transform_point(Vec3::new(70.0, -40.0, -away_m));
                pixel(&aside, size, &middle, place) - pixel(&plain, size, &middle, place)
            };
            assert!(moved(400.0).length() < 0.01, "{}", moved(400.0));
            // Seen from the right and from below, near things move to the left and up, and far
            // things the other way.
            assert!(moved(200.0).x < -1.0 && moved(200.0).y < -1.0, "{}", moved(200.0));
            assert!(moved(4000.0).x > 1.0 && moved(4000.0).y > 1.0, "{}", moved(4000.0));
        }
    }
}
