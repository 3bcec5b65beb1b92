//! The tiles of plants around the viewer, and their entities.
//!
//! When the land changes, its plants disappear with it, so that no plant floats. An edit of marks removes only
//! plants on land that it changes. Until new plants
//! are placed, the ground's shader draws woods instead of trees.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;

use super::builder::{BuiltTile, PlantTileKey, TileBuilder};
use super::meshes::{PlantMeshes, make_meshes};
use super::slots::{self, PlantSlots};
use super::spawner::{PlantTile, Spawner, corner};
use crate::land::origin::{RenderOrigin, TerrainViewer};
use crate::land::state::{ShownLand, ViewOverride, WantedScene};
use crate::land::stream::{self, ChunksPerFrame, Streaming};
use crate::land::unchanged_areas::SampledAreas;
use crate::look::daylight::is_natural;
use crate::look::plants::{PlantBuffer, PlantMaterials, StandingPlants};
use crate::look::quality::Effects;
use crate::order::OrogenSet;
use orogen_terrain::marks::SampledArea;
use orogen_terrain::recipe::Recipe;
use orogen_terrain::scatter::{Family, LandSquare, Scatter};

/// Tiles are removed beyond this multiple of the distance up to which they are requested.
const REMOVAL_FACTOR: f64 = 1.2;
/// How far around its square a tile reads the land, in metres, unless three samples are wider.
const BORDER_M: f64 = 32.0;
/// The number of tiles that a frame accepts for each chunk that it may accept.
const TILES_PER_CHUNK: usize = 3;

/// Places and draws plants around the viewer.
pub struct ScatterPlugin;

impl Plugin for ScatterPlugin {
    fn build(&self, app: &mut App) {
        slots::build(app);
        SampledAreas::add(app, sampled_areas);
        app.init_resource::<ScatterTiles>()
            .init_resource::<TileBuilder>()
            .add_systems(Startup, make_meshes)
            .add_systems(
                PostUpdate,
                (clear_on_new_device, update_tiles, update_visibility)
                    .chain()
                    .after(OrogenSet::AdjustHeight)
                    .before(OrogenSet::Shade),
            );
    }
}

/// The tiles around the viewer.
#[derive(Resource, Default)]
pub struct ScatterTiles {
    tiles: HashMap<PlantTileKey, PlantTile>,
    /// The rules by which plants are placed; `None` if no plants are visible.
    scatter: Option<Arc<Scatter>>,
    /// The revision and recipe from which the rules were made.
    made_from: Option<(u64, Recipe)>,
    generation: u64,
    origin: RenderOrigin,
    /// The tiles that were requested and are not yet built.
    requested: Vec<PlantTileKey>,
    is_settled: bool,
    /// True if all tiles have been complete at least once on this land.
    is_complete: bool,
}

impl ScatterTiles {
    /// Returns true if no tile is missing around the viewer.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// The number of placed tiles.
    pub fn count(&self) -> usize {
        self.tiles.len()
    }

    fn clear(&mut self, slots: &mut PlantSlots, commands: &mut Commands) {
        self.tiles.drain().for_each(|(_, tile)| tile.remove(slots, commands));
        self.requested.clear();
        self.is_complete = false;
    }

    /// Spawns the entities of a built tile, in place of an old tile, unless it belongs to an old land.
    fn accept(&mut self, built: BuiltTile, spawner: &mut Spawner<'_, '_, '_>) {
        if built.generation != self.generation {
            return;
        }
        let key = built.key;
        self.requested.retain(|requested| *requested != key);
        let tile = spawner.place(built);
        if let Some(old) = self.tiles.insert(key, tile) {
            old.remove(spawner.slots, spawner.commands);
        }
    }

    /// Removes the tiles on land that has changed since they were made. The others belong to the next
    /// generation if their plants obey the same rules.
    fn keep_unchanged(
        &mut self,
        wanted: &Recipe,
        shown: &ShownLand,
        slots: &mut PlantSlots,
        commands: &mut Commands,
    ) {
        let made_from = self.made_from.as_ref().zip(shown.surface());
        // Masks of plants may read the land far from a tile.
        let made_from = made_from.filter(|_| wanted.plants_masks.enabled().next().is_none());
        let Some(((revision, recipe), surface)) = made_from else {
            return self.clear(slots, commands);
        };
        let has_same_rules = recipe.plants == wanted.plants && recipe.ground == wanted.ground;
        let finest_m = surface.spacing_m();
        let is_unchanged = |key: PlantTileKey| {
            shown.unchanged_areas.contain(*revision, &sampled_area(key, finest_m))
        };
        let changed: Vec<_> =
            self.tiles.keys().copied().filter(|key| !is_unchanged(*key)).collect();
        if changed.len() == self.tiles.len() {
            return self.clear(slots, commands);
        }
        for key in changed {
            self.tiles.remove(&key).into_iter().for_each(|tile| tile.remove(slots, commands));
        }
        if has_same_rules {
            let generation = self.generation + 1;
            self.tiles.values_mut().for_each(|tile| tile.generation = generation);
        }
    }
}

/// The samples of the land that the plants of a tile read.
fn sampled_area(key: PlantTileKey, finest_m: f64) -> SampledArea {
    let LandSquare { corner_m, side_m } = key.square();
    let border_m = BORDER_M.max(3.0 * finest_m);
    let corners_m = [corner_m.map(|m| m - border_m), corner_m.map(|m| m + side_m + border_m)];
    SampledArea { corners_m, spacing_m: finest_m, band_limit_m: finest_m }
}

/// The samples of all tiles.
fn sampled_areas(world: &World) -> Vec<SampledArea> {
    let surface = world.resource::<ShownLand>().surface();
    let tiles = world.resource::<ScatterTiles>().tiles.keys();
    surface.map_or_else(Vec::new, |surface| {
        tiles.map(|key| sampled_area(*key, surface.spacing_m())).collect()
    })
}

/// The distance up to which a family's tiles are built.
fn reach_m(effects: &Effects, family: Family) -> f64 {
    f64::from(match family {
        Family::Trees => effects.plants_far_m,
        // Reeds take as long to draw as grass, so a tier without grass has none.
        Family::Reeds if effects.tufts_m == 0.0 => 0.0,
        Family::Boulders | Family::Reeds => effects.plants_far_m * LOW_FAR,
        Family::Tufts => effects.tufts_m,
    })
}

/// The distance up to which the shapes of a family are detailed.
fn detailed_m(effects: &Effects, family: Family) -> f32 {
    match family {
        Family::Trees => effects.plants_near_m,
        Family::Boulders | Family::Reeds => effects.plants_near_m * LOW_FAR,
        Family::Tufts => TUFTS_NEAR_M,
    }
}

/// The distances up to which boulders and reeds are drawn and detailed, as fractions of the trees'
/// distances. The shader has the same constant.
const LOW_FAR: f32 = 0.4;

/// The distance up to which tufts have all their blades, in metres. The shader has the same constant.
const TUFTS_NEAR_M: f32 = 16.0;

/// The distance up to which the ground below plants is dark, in metres. The shader has the same
/// constant, and ends the dark ground of low plants sooner.
const DISCS_FAR_M: f32 = 150.0;

/// Removes all tiles if the graphics device has been replaced.
fn clear_on_new_device(
    buffer: Res<PlantBuffer>,
    mut has_buffer: Local<bool>,
    mut tiles: ResMut<ScatterTiles>,
    mut slots: ResMut<PlantSlots>,
    mut commands: Commands,
) {
    if buffer.is_changed() && std::mem::replace(&mut *has_buffer, true) {
        tiles.clear(&mut slots, &mut commands);
    }
}

/// Updates the tiles around the viewer: spawns finished tiles, removes distant and outdated tiles, and
/// requests missing tiles.
fn update_tiles(
    wanted: Res<WantedScene>,
    view_override: Res<ViewOverride>,
    shown: Res<ShownLand>,
    streaming: Res<Streaming>,
    effects: Res<Effects>,
    chunks_per_frame: Res<ChunksPerFrame>,
    origin: Res<RenderOrigin>,
    viewers: Query<&Transform, With<TerrainViewer>>,
    builder: Res<TileBuilder>,
    meshes: Res<PlantMeshes>,
    materials: Res<PlantMaterials>,
    mut tiles: ResMut<ScatterTiles>,
    mut slots: ResMut<PlantSlots>,
    mut standing: ResMut<StandingPlants>,
    mut commands: Commands,
) {
    let tiles = &mut *tiles;
    let view = view_override.0.as_ref().unwrap_or(&wanted.0.view.params);
    let is_visible = is_natural(view) && effects.plants_far_m > 0.0;
    let eye = viewers.iter().next().map_or(Vec3::ZERO, |viewer| viewer.translation);
    if !is_visible || shown.current.is_none() {
        tiles.clear(&mut slots, &mut commands);
        (tiles.scatter, tiles.made_from, tiles.is_settled) = (None, None, true);
    } else {
        follow_land(tiles, &wanted.0.recipe, &shown, &mut slots, &mut commands);
        let mut spawner = Spawner {
            meshes: &meshes,
            materials: &materials,
            slots: &mut slots,
            commands: &mut commands,
            origin: *origin,
            shadows: effects.plant_shadows,
        };
        builder.build_waiting();
        for _ in 0..TILES_PER_CHUNK * chunks_per_frame.0 {
            let Some(built) = builder.next() else { break };
            tiles.accept(built, &mut spawner);
        }
        let eye_m = origin.world_m(eye);
        let viewer_m = [eye_m[0], viewer_height_m(&streaming, &shown, eye_m), eye_m[2]];
        remove_distant(tiles, &effects, viewer_m, &mut slots, &mut commands);
        request_missing(tiles, &effects, viewer_m, &builder, &shown);
    }
    tiles.is_complete |= tiles.is_settled && tiles.scatter.is_some();
    standing.set_if_neq(StandingPlants { viewer: eye, is_complete: tiles.is_complete });
}

/// The approximate height of the viewer above the ground.
fn viewer_height_m(streaming: &Streaming, shown: &ShownLand, eye_m: [f64; 3]) -> f64 {
    match shown.surface() {
        Some(surface) if shown.levels.is_none() => stream::viewer(surface, eye_m).height_m,
        _ => streaming.viewer.height_m,
    }
}

/// Removes all tiles and starts again if the land has changed. If only the ground's materials or
/// the plants' parameters have changed, old plants stay until their replacements are placed.
fn follow_land(
    tiles: &mut ScatterTiles,
    wanted: &Recipe,
    shown: &ShownLand,
    slots: &mut PlantSlots,
    commands: &mut Commands,
) {
    let Some(current) = &shown.current else { return };
    let is_same_land =
        tiles.made_from.as_ref().is_some_and(|(revision, _)| *revision == shown.revision);
    let is_same = is_same_land
        && tiles.made_from.as_ref().is_some_and(|(_, recipe)| {
            recipe.plants == wanted.plants && recipe.ground == wanted.ground
        });
    if is_same {
        return;
    }
    if !is_same_land {
        tiles.keep_unchanged(wanted, shown, slots, commands);
    }
    let recipe = Recipe {
        plants: wanted.plants.clone(),
        ground: wanted.ground.clone(),
        ..current.recipe.clone()
    };
    tiles.scatter = Some(Arc::new(Scatter::new(&recipe, &current.surface)));
    tiles.made_from = Some((shown.revision, recipe));
    tiles.generation += 1;
    tiles.requested.clear();
    tiles.is_settled = false;
}

/// The distance from a viewer to the nearest point of a tile, as if the ground were level.
fn distance_m(key: PlantTileKey, [x, height_m, z]: [f64; 3]) -> f64 {
    let square = key.square();
    let outside_m = |c: f64, low: f64| (low - c).max(c - low - square.side_m).max(0.0);
    let (dx, dz) = (outside_m(x, square.corner_m[0]), outside_m(z, square.corner_m[1]));
    (dx * dx + dz * dz + height_m * height_m).sqrt()
}

fn remove_distant(
    tiles: &mut ScatterTiles,
    effects: &Effects,
    viewer_m: [f64; 3],
    slots: &mut PlantSlots,
    commands: &mut Commands,
) {
    let is_distant = |key: &PlantTileKey| {
        distance_m(*key, viewer_m) > REMOVAL_FACTOR * reach_m(effects, key.family) + 1.0
    };
    let distant: Vec<_> = tiles.tiles.keys().copied().filter(is_distant).collect();
    for key in distant {
        tiles.tiles.remove(&key).into_iter().for_each(|tile| tile.remove(slots, commands));
    }
}

/// Requests missing tiles, nearest first.
fn request_missing(
    tiles: &mut ScatterTiles,
    effects: &Effects,
    viewer_m: [f64; 3],
    builder: &TileBuilder,
    shown: &ShownLand,
) {
    let Some(scatter) = tiles.scatter.clone() else { return };
    let mut missing: Vec<(f64, PlantTileKey)> = vec![];
    for family in Family::ALL.into_iter().filter(|family| scatter.has(*family)) {
        let (side_m, reach_m) = (PlantTileKey::side_m(family), reach_m(effects, family));
        if viewer_m[1] > reach_m {
            continue;
        }
        let range = |c: f64| {
            ((c - reach_m) / side_m).floor() as i64..=((c + reach_m) / side_m).floor() as i64
        };
        for z in range(viewer_m[2]) {
            for x in range(viewer_m[0]) {
                let key = PlantTileKey { family, x, z };
                let away_m = distance_m(key, viewer_m);
                let is_placed =
                    tiles.tiles.get(&key).is_some_and(|tile| tile.generation == tiles.generation);
                if away_m < reach_m && !is_placed {
                    missing.push((away_m, key));
                }
            }
        }
    }
    missing.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.x.cmp(&b.1.x)).then(a.1.z.cmp(&b.1.z)));
    tiles.is_settled = missing.is_empty() && shown.current.is_some();
    let keys: Vec<PlantTileKey> = missing.into_iter().map(|(_, key)| key).collect();
    // Tiles that were already requested still come; a second request would build them twice.
    if keys.iter().any(|key| !tiles.requested.contains(key)) {
        builder.request(tiles.generation, &scatter, &keys);
        tiles.requested = keys;
    }
}

/// Moves tiles with the rendering origin, and shows detailed or plain shapes by distance.
fn update_visibility(
    origin: Res<RenderOrigin>,
    effects: Res<Effects>,
    standing: Res<StandingPlants>,
    mut tiles: ResMut<ScatterTiles>,
    mut entities: Query<(&mut Transform, &mut Visibility)>,
) {
    let eye_m = origin.world_m(standing.viewer);
    let has_moved = tiles.origin != *origin;
    tiles.bypass_change_detection().origin = *origin;
    for (key, tile) in &tiles.tiles {
        // The height of the eye is left out, because the height of a tile is unknown.
        let away_m = distance_m(*key, [eye_m[0], 0.0, eye_m[2]]) as f32;
        let diagonal_m = std::f32::consts::SQRT_2 * PlantTileKey::side_m(key.family) as f32;
        let detailed_m = detailed_m(&effects, key.family);
        let is_near = away_m < detailed_m;
        let is_plain = away_m + diagonal_m > 0.5 * detailed_m;
        let is_dark_below = away_m < DISCS_FAR_M;
        for (entities_of_kind, is_shown) in
            tile.entities.iter().zip([is_near, is_plain, is_dark_below])
        {
            for entity in entities_of_kind {
                let Ok((mut place, mut visibility)) = entities.get_mut(*entity) else { continue };
                if has_moved {
                    place.translation = corner(*key, *origin);
                }
                let wanted = if is_shown { Visibility::Inherited } else { Visibility::Hidden };
                visibility.set_if_neq(wanted);
            }
        }
    }
}
