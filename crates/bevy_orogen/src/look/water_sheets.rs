//! The surface of the water: if the bed of a chunk is below the sea, its mesh is drawn again at sea
//! level, so the shore is exact to the pixel.

use bevy::camera::primitives::Aabb;
use bevy::camera::visibility::{NoAutoAabb, RenderLayers};
use bevy::light::NotShadowCaster;
use bevy::mesh::MeshTag;
use bevy::prelude::*;

use super::daylight::is_natural;
use super::pipelines::WaterMaterial;
use crate::land::chunks::BESIDE_LAYER;
use crate::land::state::{Chunk, ShownLand, ShownView, Twin, WantedScene};
use crate::order::OrogenSet;

/// The bit of a mesh's tag that marks a sheet.
const SHEET: u32 = 1 << 30;

/// Adds water over land below the sea.
pub(super) struct WaterSheetsPlugin;

impl Plugin for WaterSheetsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, lay.in_set(OrogenSet::Shade));
    }
}

/// The water over a chunk or its twin; a child of it.
#[derive(Component)]
pub(crate) struct WaterSheet;

/// A chunk's or a twin's sheet. It is created when the chunk is first wet.
#[derive(Component)]
struct Wet(Entity);

type Beds<'w, 's> = Query<
    'w,
    's,
    (Entity, &'static Mesh3d, &'static MeshTag, &'static Aabb, Option<&'static Wet>, Has<Twin>),
    (Or<(With<Chunk>, With<Twin>)>, Without<WaterSheet>),
>;

/// Creates missing sheets, and updates all of them from their chunks.
fn lay(
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
    // The course's style and the views clamp the mesh itself.
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
                commands.entity(sheet).insert(RenderLayers::layer(BESIDE_LAYER));
            }
            commands.entity(bed).insert(Wet(sheet));
        }
    }
}
