//! What of a picture is drawn next: which part of it, which pass, with a sky or without.

use bevy::camera::visibility::VisibilitySystems;
use bevy::camera::{CameraUpdateSystems, SubCameraView};
use bevy::light::SimulationLightSystems;
use bevy::prelude::*;

use crate::plugin::camera::LandCamera;
use crate::plugin::look::material::{DomeMaterial, ShaderNumbers};
use crate::plugin::order::OrogenSet;

/// What pixels hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Colours.
    #[default]
    Picture,
    /// The four bytes of a float: metres along the way that the camera looks.
    Depth,
    /// Shares of water, sand, meadow and grass.
    Water,
    /// Shares of scree, rock and snow, and what the land covers.
    Rock,
}

impl Pass {
    /// The number that shaders know it by, as `passes.wgsl` has it.
    fn number(self) -> Option<u32> {
        match self {
            Self::Picture => None,
            Self::Depth => Some(100),
            Self::Water => Some(101),
            Self::Rock => Some(102),
        }
    }
}

/// What the next frame draws. The default is the whole picture as the window has it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shot {
    /// The size of the whole picture and the first pixel of the part; `None` for all of it.
    pub part: Option<(UVec2, UVec2)>,
    /// What pixels hold.
    pub pass: Pass,
    /// Whether nothing is drawn behind the land.
    pub transparent: bool,
}

/// Draws what [`Shot`] asks for. Level of detail follows the viewer, and haze the place, so that a
/// part has what the whole has there; shadows follow the whole picture's sides.
pub(super) struct ShotPlugin;

impl Plugin for ShotPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Shot>().add_systems(
            PostUpdate,
            (
                aim.before(CameraUpdateSystems),
                keep_aspect
                    .after(CameraUpdateSystems)
                    .before(VisibilitySystems::UpdateFrusta)
                    .before(SimulationLightSystems::UpdateDirectionalLightCascades),
                dress.after(OrogenSet::Shade).before(VisibilitySystems::VisibilityPropagate),
            ),
        );
    }
}

/// Points the camera at the part.
fn aim(shot: Res<Shot>, mut cameras: Query<&mut Camera, With<LandCamera>>) {
    for mut camera in &mut cameras {
        let size = camera.physical_target_size();
        let part = shot.part.zip(size).map(|((full_size, offset), size)| SubCameraView {
            full_size,
            offset: offset.as_vec2(),
            size,
        });
        if camera.sub_camera_view != part {
            camera.sub_camera_view = part;
        }
        let is_clear = shot.transparent || shot.pass != Pass::Picture;
        let behind = match is_clear {
            true => ClearColorConfig::Custom(Color::NONE),
            false => ClearColorConfig::Default,
        };
        if is_clear != matches!(camera.clear_color, ClearColorConfig::Custom(_)) {
            camera.clear_color = behind;
        }
    }
}

/// Gives shadows and culling the sides of the whole picture; the camera would give them the part's.
fn keep_aspect(shot: Res<Shot>, mut cameras: Query<&mut Projection, With<LandCamera>>) {
    let Some((whole, _)) = shot.part else { return };
    for mut projection in &mut cameras {
        // Not marked as changed: the camera would take its own sides again.
        if let Projection::Perspective(own) = projection.bypass_change_detection() {
            own.aspect_ratio = whole.x as f32 / whole.y as f32;
        }
    }
}

/// Hides the sky, and tells shaders of pass and part.
fn dress(
    shot: Res<Shot>,
    mut numbers: ResMut<ShaderNumbers>,
    mut domes: Query<&mut Visibility, With<MeshMaterial3d<DomeMaterial>>>,
) {
    if shot.transparent || shot.pass != Pass::Picture {
        domes.iter_mut().for_each(|mut dome| _ = dome.set_if_neq(Visibility::Hidden));
    }
    let mut uniform = numbers.uniform;
    uniform.overlay = shot.pass.number().unwrap_or(uniform.overlay);
    let offset = shot.part.map_or(UVec2::ZERO, |(_, offset)| offset);
    (uniform.part_x, uniform.part_y) = (offset.x, offset.y);
    if numbers.uniform != uniform {
        numbers.uniform = uniform;
    }
}
