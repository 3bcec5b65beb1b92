//! Draws roads.
//!
//! A chunk with roads has a mesh for them, which lies on the chunk's triangles and morphs like them.

use bevy::camera::primitives::Aabb;
use bevy::camera::visibility::{NoAutoAabb, RenderLayers};
use bevy::light::NotShadowCaster;
use bevy::mesh::MeshTag;
use bevy::prelude::*;

use super::daylight::shows_rivers;
use super::pipelines::RoadMaterial;
use crate::land::chunks::SECOND_LAND_LAYER;
use crate::land::roads::{RoadMesh, RoadSheet};
use crate::land::state::{Chunk, Twin, ViewOverride, WantedScene};
use crate::order::OrogenSet;

/// The bits of a mesh tag that mark a mesh of roads. Its vertices do not slide on the chunk's grid.
const ROADS: u32 = 1 << 28 | 1 << 27;

/// Adds meshes of roads over chunks.
pub(super) struct RoadSheetsPlugin;

impl Plugin for RoadSheetsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, update_roads.in_set(OrogenSet::Shade));
    }
}

/// The entity that draws the roads of a chunk or of a twin.
#[derive(Component, Clone, Copy)]
struct RoadSheetLink(Entity);

/// A chunk or a twin, with its roads if there are any.
type SheetParent<'w> =
    (Entity, Option<&'w RoadMesh>, &'w MeshTag, &'w Aabb, Option<&'w RoadSheetLink>, Has<Twin>);

type SheetParents<'w, 's> = Query<
    'w,
    's,
    SheetParent<'static>,
    (Or<(With<Chunk>, With<Twin>)>, Or<(With<RoadMesh>, With<RoadSheetLink>)>, Without<RoadSheet>),
>;

type Sheet<'w> = (&'w mut Mesh3d, &'w mut MeshTag, &'w mut Aabb, &'w mut Visibility);

/// Creates missing roads, and updates mesh, tag, box and visibility of all others. In views that
/// explain the land, roads are hidden.
fn update_roads(
    wanted: Res<WantedScene>,
    view_override: Res<ViewOverride>,
    material: Res<RoadMaterial>,
    parents: SheetParents,
    mut sheets: Query<Sheet<'static>, With<RoadSheet>>,
    mut commands: Commands,
) {
    let view = view_override.0.as_ref().unwrap_or(&wanted.0.view.params);
    let is_shown = shows_rivers(view);
    for (parent, roads, tag, aabb, link, is_twin) in &parents {
        let roads = roads.filter(|_| is_shown);
        let tag = MeshTag(tag.0 | ROADS);
        let sheet = link.and_then(|link| sheets.get_mut(link.0).ok());
        match (sheet, roads) {
            (Some((mut mesh_now, mut tag_now, mut aabb_now, mut visibility)), roads) => {
                visibility.set_if_neq(match roads {
                    Some(_) => Visibility::Inherited,
                    None => Visibility::Hidden,
                });
                let Some(roads) = roads else { continue };
                mesh_now.set_if_neq(Mesh3d(roads.0.clone()));
                tag_now.set_if_neq(tag);
                aabb_now.set_if_neq(*aabb);
            }
            (None, Some(roads)) => {
                let drawn = (Mesh3d(roads.0.clone()), MeshMaterial3d(material.0.clone()), tag);
                let place =
                    (Transform::default(), *aabb, NoAutoAabb, NotShadowCaster, ChildOf(parent));
                let sheet = commands.spawn((RoadSheet, drawn, place)).id();
                if is_twin {
                    commands.entity(sheet).insert(RenderLayers::layer(SECOND_LAND_LAYER));
                }
                commands.entity(parent).insert(RoadSheetLink(sheet));
            }
            (None, None) => {}
        }
    }
}
