//! Spawns the entities of tiles of plants.

use bevy::camera::primitives::Aabb;
use bevy::camera::visibility::NoAutoAabb;
use bevy::light::NotShadowCaster;
use bevy::mesh::MeshTag;
use bevy::prelude::*;

use super::builder::{BuiltTile, PlantGroup, PlantTileKey};
use super::meshes::PlantMeshes;
use super::slots::PlantSlots;
use crate::land::origin::RenderOrigin;
use crate::look::plants::PlantMaterials;
use orogen_terrain::scatter::Family;
use orogen_terrain::scatter::shapes::Detail;

/// A placed tile.
pub(super) struct PlantTile {
    pub slots: Vec<u32>,
    /// The entities of detailed shapes (shown near the viewer), of plain shapes, and of the dark ground
    /// below plants.
    pub entities: [Vec<Entity>; 3],
    pub generation: u64,
}

impl PlantTile {
    pub fn remove(self, slots: &mut PlantSlots, commands: &mut Commands) {
        self.entities.into_iter().flatten().for_each(|entity| commands.entity(entity).despawn());
        self.slots.into_iter().for_each(|slot| slots.give_back(slot));
    }
}

/// The bit of a mesh tag that marks plain shapes. Bits from [`COUNT_SHIFT`] on have the number of
/// plants, and the lowest bits the slot.
const PLAIN: u32 = 1 << 31;
const COUNT_SHIFT: u32 = 16;

/// Spawns the entities of tiles.
pub(super) struct Spawner<'a, 'w, 's> {
    pub meshes: &'a PlantMeshes,
    pub materials: &'a PlantMaterials,
    pub slots: &'a mut PlantSlots,
    pub commands: &'a mut Commands<'w, 's>,
    pub origin: RenderOrigin,
    pub shadows: bool,
}

impl Spawner<'_, '_, '_> {
    /// Spawns the entities of a built tile.
    pub fn place(&mut self, built: BuiltTile) -> PlantTile {
        let BuiltTile { generation, key, groups } = built;
        let mut tile = PlantTile { slots: vec![], entities: Default::default(), generation };
        for group in groups {
            self.spawn(&mut tile, key, group);
        }
        tile
    }

    fn spawn(&mut self, tile: &mut PlantTile, key: PlantTileKey, group: PlantGroup) {
        let PlantGroup { kind, variant, plants, low, high } = group;
        let count = plants.len();
        let Some(slot) = self.slots.put(plants) else { return };
        tile.slots.push(slot);
        let place = Transform::from_translation(corner(key, self.origin));
        for detail in [Detail::Near, Detail::Plain] {
            let plain = if detail == Detail::Plain { PLAIN } else { 0 };
            let entity = self.commands.spawn((
                Mesh3d(self.meshes.shape_mesh(kind, variant, detail, count).clone()),
                MeshMaterial3d(self.materials.shapes.clone()),
                MeshTag(slot | (count as u32) << COUNT_SHIFT | plain),
                Aabb::from_min_max(low, high),
                NoAutoAabb,
                place,
                Visibility::Inherited,
            ));
            let entity = entity.id();
            if !self.shadows || key.family == Family::Tufts {
                self.commands.entity(entity).insert(NotShadowCaster);
            }
            tile.entities[usize::from(detail == Detail::Plain)].push(entity);
        }
        let discs = self.commands.spawn((
            Mesh3d(self.meshes.disc_mesh(kind, count).clone()),
            MeshMaterial3d(self.materials.contact.clone()),
            MeshTag(slot | (count as u32) << COUNT_SHIFT),
            Aabb::from_min_max(low, high),
            NoAutoAabb,
            NotShadowCaster,
            place,
            Visibility::Inherited,
        ));
        tile.entities[2].push(discs.id());
    }
}

/// The corner of a tile, relative to the rendering origin.
pub(super) fn corner(key: PlantTileKey, origin: RenderOrigin) -> Vec3 {
    let [x, z] = key.square().corner_m;
    origin.local([x, 0.0, z])
}
