//! What the plugin's parts know of the land: the scene that is wanted, the land that is shown, and
//! its chunks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResource;

use crate::terrain::chunk::ChunkKey;
use crate::terrain::heightfield::ChunkSamples;
use crate::terrain::layer::Layer;
use crate::terrain::lod::Levels;
use crate::terrain::look::Overlay;
use crate::terrain::param::Stage;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;

/// The scene as the newest edit wants it. Whoever edits compares first and assigns then.
#[derive(Resource, Clone, Debug, Default)]
pub struct WantedScene(pub Scene);

/// A recipe that is shown instead of the wanted one, for a while: to compare.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ShownInstead(pub Option<Recipe>);

/// The layer whose mask the view of masks shows, by its lasting number; without, the topmost one
/// that has masks.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskOf(pub Option<u32>);

impl MaskOf {
    /// The layer whose weights vertices are to know for a scene.
    pub(super) fn weighed(self, scene: &Scene) -> Option<u32> {
        if scene.view.params.look.overlay != Overlay::Mask {
            return None;
        }
        let has_masks = |layer: &&Layer| layer.masks.on().next().is_some();
        self.0.or_else(|| scene.recipe.layers.iter().rev().find(has_masks).map(|layer| layer.id))
    }
}

/// A recipe and the surface that it makes.
#[derive(Clone)]
pub struct MadeLand {
    /// What it is made of.
    pub recipe: Recipe,
    /// The land, its sea and its bounds.
    pub surface: Surface,
}

/// The land that is on the screen.
#[derive(Resource, Default)]
pub struct ShownLand {
    /// What the meshes shown are made of; `None` until the first revision has landed.
    pub current: Option<MadeLand>,
    /// The levels of an endless land; `None` for a bounded one.
    pub levels: Option<Levels>,
    /// The layer whose weights the vertices know.
    pub weighed: Option<u32>,
    /// Numbers the revisions from 1.
    pub revision: u64,
    /// From the edit that started the revision to its swap.
    pub edit_duration: Duration,
    /// Of that, sampling and meshing.
    pub build_duration: Duration,
    /// How many are in the chunks that are shown.
    pub triangles: usize,
    /// Why the wanted scene cannot be built, if it cannot.
    pub problem: Option<super::error::LandError>,
}

impl ShownLand {
    /// The surface that the meshes show.
    pub fn surface(&self) -> Option<&Surface> {
        self.current.as_ref().map(|current| &current.surface)
    }

    /// Whether the meshes shown are those of a scene: of its recipe, out to its horizon.
    pub fn shows(&self, wanted: &Scene) -> bool {
        self.stage_to(wanted).is_none()
    }

    /// The earliest stage that has to run before a scene's meshes are shown.
    pub(super) fn stage_to(&self, wanted: &Scene) -> Option<Stage> {
        let Some(MadeLand { recipe, .. }) = &self.current else { return Some(Stage::Sample) };
        let levels = (self.levels != wanted_levels(wanted)).then_some(Stage::Mesh);
        recipe
            .stage_to(&wanted.recipe)
            .filter(|stage| *stage < Stage::Shade)
            .into_iter()
            .chain(levels)
            .min()
    }
}

/// The levels that a scene wants; `None` if its land is bounded.
pub(super) fn wanted_levels(scene: &Scene) -> Option<Levels> {
    levels(&scene.recipe, scene.view.params.distance.horizon_km)
}

/// The levels that a recipe wants out to a horizon; `None` if it is bounded.
pub fn levels(recipe: &Recipe, horizon_km: f64) -> Option<Levels> {
    (!recipe.world.bounded)
        .then(|| Levels::new(recipe.world.spacing_m.metres(), 1000.0 * horizon_km))
}

/// The number of the revision whose meshes a frame draws, as the render world sees it.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq, ExtractResource)]
pub struct RenderedRevision(pub u64);

/// A chunk of the land.
#[derive(Component, Clone, Copy, Debug)]
pub struct Chunk(pub ChunkKey);

/// The chunk's samples of every layer, kept for edits that leave them as they are.
#[derive(Component, Clone)]
pub struct ChunkLayers(pub Arc<ChunkSamples>);

/// Which entity holds which chunk.
#[derive(Resource, Default)]
pub struct ChunkIndex(pub HashMap<ChunkKey, Entity>);

/// A shown chunk, for others: it came to be seen, or went.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum ChunkSeen {
    /// It came to be seen.
    Shown(ChunkKey),
    /// It went.
    Hidden(ChunkKey),
}

/// How long a frame may wait for a revision that it started, so that most edits are seen in the
/// frame that made them.
#[derive(Resource)]
pub struct BuildPatience(pub Duration);
