//! Draws the surface of the sea.
//!
//! If the bed of a chunk is below sea level, its mesh is drawn again at sea level, as a sheet. The
//! depth test then draws the shore exact to the pixel.

use bevy::camera::primitives::Aabb;
use bevy::camera::visibility::{NoAutoAabb, RenderLayers};
use bevy::light::NotShadowCaster;
use bevy::mesh::MeshTag;
use bevy::prelude::*;

use super::daylight::is_natural;
use super::pipelines::WaterMaterial;
use crate::land::chunks::SECOND_LAND_LAYER;
use crate::land::state::{Chunk, ShownLand, ShownView, Twin, WantedScene};
use crate::order::OrogenSet;

/// The bit of a mesh tag that marks a sheet.
const SHEET: u32 = 1 << 30;

/// Adds sheets of water over chunks whose bed is below the sea.
pub(super) struct WaterSheetsPlugin;

impl Plugin for WaterSheetsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, update_sheets.in_set(OrogenSet::Shade));
    }
}

/// Marks a sheet of water, a child of its chunk or of the chunk's twin.
#[derive(Component)]
pub(crate) struct WaterSheet;

/// The sheet of a chunk or twin. It is created when the chunk first reaches below the sea.
#[derive(Component)]
struct Wet(Entity);

type Beds<'w, 's> = Query<
    'w,
    's,
    (Entity, &'static Mesh3d, &'static MeshTag, &'static Aabb, Option<&'static Wet>, Has<Twin>),
    (Or<(With<Chunk>, With<Twin>)>, Without<WaterSheet>),
>;

/// Creates missing sheets, and updates tag, box and visibility of all others.
fn update_sheets(
    wanted: Res<WantedScene>,
    instead: Res<ShownView>,
    shown: Res<ShownLand>,
    material: Res<WaterMaterial>,
    beds: Beds,
    mut sheets: Query<(&mut MeshTag, &mut Aabb, &mut Visibility), With<WaterSheet>>,
    mut commands: Commands,
) {
    let Some(surface) = shown.surface() else { return };
    let sea_m = surface.sea_level_m() as f32;
    // In the course's style (Phong shading) and in the views, the shader clamps the land's mesh to
    // the sea instead.
    let is_drawn = is_natural(instead.0.as_ref().unwrap_or(&wanted.0.view.params));
    for (bed, mesh, tag, aabb, wet, is_twin) in &beds {
        let is_wet = is_drawn && aabb.min().y < sea_m;
        let (tag, visibility) = (
            MeshTag(tag.0 | SHEET),
            if is_wet { Visibility::Inherited } else { Visibility::Hidden },
        );
        if let Some((mut tag_now, mut aabb_now, mut visibility_now)) =
            wet.and_then(|wet| sheets.get_mut(wet.0).ok())
        {
            tag_now.set_if_neq(tag);
            aabb_now.set_if_neq(*aabb);
            visibility_now.set_if_neq(visibility);
        } else if is_wet {
            let looks = (mesh.clone(), MeshMaterial3d(material.0.clone()), tag, *aabb, NoAutoAabb);
            let place = (Transform::default(), visibility, NotShadowCaster, ChildOf(bed));
            let sheet = commands.spawn((WaterSheet, looks, place)).id();
            if is_twin {
                commands.entity(sheet).insert(RenderLayers::layer(SECOND_LAND_LAYER));
            }
            commands.entity(bed).insert(Wet(sheet));
        }
    }
}
