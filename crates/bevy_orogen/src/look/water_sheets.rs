//! Draws the surface of the water.
//!
//! If the bed of a chunk is below sea level, the chunk's mesh is drawn again at sea level, as a
//! sheet. A chunk with rivers or lakes has a separate mesh for the sheet, at the level of the water.
//! The depth test then makes the shore exact to the pixel. A distant chunk with rivers also has a
//! mesh of ribbons.

use bevy::camera::primitives::Aabb;
use bevy::camera::visibility::{NoAutoAabb, RenderLayers};
use bevy::light::NotShadowCaster;
use bevy::mesh::MeshTag;
use bevy::prelude::*;

use super::daylight::{is_natural, shows_rivers};
use super::pipelines::WaterMaterial;
use crate::land::chunks::{RibbonMesh, RiverMesh, SECOND_LAND_LAYER};
use crate::land::state::{Chunk, ShownLand, Twin, ViewOverride, WantedScene};
use crate::order::OrogenSet;

/// The bit of a mesh tag that marks a sheet.
const SHEET: u32 = 1 << 30;

/// The bit of a mesh tag that marks a sheet with the mesh of rivers.
const RIVERS: u32 = 1 << 29;

/// The bit of a mesh tag that marks a sheet with the ribbons of distant rivers.
const RIBBONS: u32 = 1 << 28;

/// Adds sheets of water over chunks.
pub(super) struct WaterSheetsPlugin;

impl Plugin for WaterSheetsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, update_sheets.in_set(OrogenSet::Shade));
    }
}

/// Marks a sheet of water, a child of its chunk or of the chunk's twin.
#[derive(Component)]
pub(crate) struct WaterSheet;

/// The sheets of a chunk or twin: first the sheet of the sea or of rivers and lakes, then the sheet of
/// ribbons. Each is created when the chunk first has its water.
#[derive(Component, Clone, Copy, Default, PartialEq)]
struct WaterSheetLinks([Option<Entity>; 2]);

/// A chunk or a twin, with its rivers, its ribbons and its sheets if there are any.
type SheetParent<'w> = (
    Entity,
    &'w Mesh3d,
    Option<&'w RiverMesh>,
    Option<&'w RibbonMesh>,
    &'w MeshTag,
    &'w Aabb,
    Option<&'w WaterSheetLinks>,
    Has<Twin>,
);

type SheetParents<'w, 's> =
    Query<'w, 's, SheetParent<'static>, (Or<(With<Chunk>, With<Twin>)>, Without<WaterSheet>)>;

type Sheet<'w> = (&'w mut Mesh3d, &'w mut MeshTag, &'w mut Aabb, &'w mut Visibility);

/// Creates missing sheets, and updates mesh, tag, box and visibility of all others.
fn update_sheets(
    wanted: Res<WantedScene>,
    view_override: Res<ViewOverride>,
    shown: Res<ShownLand>,
    material: Res<WaterMaterial>,
    parents: SheetParents,
    mut sheets: Query<Sheet<'static>, With<WaterSheet>>,
    mut commands: Commands,
) {
    let Some(surface) = shown.surface() else { return };
    let sea_m = surface.sea_level_m() as f32;
    let view = view_override.0.as_ref().unwrap_or(&wanted.0.view.params);
    // In the style `course` (Phong shading) and in the views, the shader clamps the land's mesh to
    // the sea instead. Rivers are drawn in both styles.
    let (is_natural, shows_rivers) = (is_natural(view), shows_rivers(view));
    for (parent, land, rivers, ribbons, tag, aabb, links, is_twin) in &parents {
        let rivers = rivers.filter(|_| shows_rivers).map(|rivers| (&rivers.0, SHEET | RIVERS));
        let sea = (is_natural && aabb.min().y < sea_m).then_some((&land.0, SHEET));
        let ribbons =
            ribbons.filter(|_| shows_rivers).map(|ribbons| (&ribbons.0, SHEET | RIVERS | RIBBONS));
        let old_links = links.copied().unwrap_or_default();
        let mut new_links = old_links;
        for (drawn, entity) in [rivers.or(sea), ribbons].into_iter().zip(&mut new_links.0) {
            match (entity.and_then(|entity| sheets.get_mut(entity).ok()), drawn) {
                (Some((mut mesh_now, mut tag_now, mut aabb_now, mut visibility)), drawn) => {
                    visibility.set_if_neq(match drawn {
                        Some(_) => Visibility::Inherited,
                        None => Visibility::Hidden,
                    });
                    let Some((mesh, kind)) = drawn else { continue };
                    mesh_now.set_if_neq(Mesh3d(mesh.clone()));
                    tag_now.set_if_neq(MeshTag(tag.0 | kind));
                    aabb_now.set_if_neq(*aabb);
                }
                (None, Some((mesh, kind))) => {
                    let material = MeshMaterial3d(material.0.clone());
                    let tag = MeshTag(tag.0 | kind);
                    let looks = (Mesh3d(mesh.clone()), material, tag, *aabb, NoAutoAabb);
                    let place = (Transform::default(), NotShadowCaster, ChildOf(parent));
                    let sheet = commands.spawn((WaterSheet, looks, place)).id();
                    if is_twin {
                        commands.entity(sheet).insert(RenderLayers::layer(SECOND_LAND_LAYER));
                    }
                    *entity = Some(sheet);
                }
                (None, None) => {}
            }
        }
        if new_links != old_links {
            commands.entity(parent).insert(new_links);
        }
    }
}
