//! The open scene of an instance, and the results that it keeps between requests.

use std::collections::HashMap;
use std::rc::Rc;

use orogen_terrain::heightfield::ChunkSamples;
use orogen_terrain::horizon::{HorizonHeights, Horizons};
use orogen_terrain::layer::WeightedPart;
use orogen_terrain::lod::Selection;
use orogen_terrain::mood::Mood;
use orogen_terrain::param::Stage;
use orogen_terrain::preset::Preset;
use orogen_terrain::vary::{Locks, randomise};
use orogen_terrain::{ChunkKey, Scene, Surface, share};

/// The strength of the change when the user rolls the dice, from 0 to 1.
const DICE_STRENGTH: f64 = 0.35;

/// The samples of a chunk, and the time of their last use.
pub struct KeptSamples {
    pub samples: ChunkSamples,
    pub used: u64,
}

/// The state of an instance.
#[derive(Default)]
pub struct Instance {
    scene: Scene,
    /// The land, made on first use.
    surface: Option<Rc<Surface>>,
    pub kept: HashMap<ChunkKey, KeptSamples>,
    /// The maximum bytes of kept samples.
    pub keep_bytes: usize,
    /// Counts requests of chunks.
    pub clock: u64,
    pub selection: Option<Selection>,
    pub surroundings: Option<(HorizonHeights, Horizons)>,
}

impl Instance {
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The land of the scene.
    ///
    /// # Errors
    /// If choices of the recipe exclude each other.
    pub fn surface(&mut self) -> Result<Rc<Surface>, String> {
        if let Some(surface) = &self.surface {
            return Ok(surface.clone());
        }
        let surface = Surface::new(&self.scene.recipe).map_err(|error| error.to_string())?;
        // Plants with masks grow where the weight of a vertex allows.
        let is_masked = !self.scene.recipe.plants_masks.0.is_empty();
        let surface = surface.with_weights_of(is_masked.then_some(WeightedPart::Plants));
        Ok(self.surface.insert(Rc::new(surface)).clone())
    }

    /// Opens a preset by its slug, a share code, or the text of a recipe.
    ///
    /// # Errors
    /// One line that says why the text is no scene.
    pub fn open(&mut self, text: &str) -> Result<(), String> {
        let scene = match Preset::find(text) {
            Some(preset) => preset.scene().map_err(|error| error.to_string())?,
            None if text.contains('=') && !share::is_code(text) => {
                Scene::from_toml(text).map_err(|error| error.to_string())?
            }
            None => share::decode(text).map_err(|error| error.to_string())?,
        };
        scene.validate().map_err(|error| error.to_string())?;
        self.replace(scene);
        Ok(())
    }

    /// Replaces the scene. Samples of unchanged sources stay.
    pub fn replace(&mut self, scene: Scene) {
        if scene.recipe != self.scene.recipe {
            self.surface = None;
            self.surroundings = None;
        }
        if scene.recipe.world.spacing_m != self.scene.recipe.world.spacing_m {
            self.kept.clear();
        }
        self.scene = scene;
    }

    /// Sets a parameter from text and returns the first stage of the build that it changes.
    ///
    /// # Errors
    /// One line that names the key, the value and the allowed values.
    pub fn set(&mut self, key: &str, value: &str) -> Result<Option<Stage>, String> {
        let mut scene = self.scene.clone();
        scene.set_text(key, value).map_err(|error| error.to_string())?;
        scene.validate().map_err(|error| error.to_string())?;
        let stage = orogen_terrain::values::at(&scene, key).map(|value| value.row.stage);
        let is_changed = scene != self.scene;
        self.replace(scene);
        Ok(stage.filter(|_| is_changed))
    }

    /// The code of another land of the same kind.
    pub fn randomised(&self, seed: u64) -> String {
        share::encode(&randomise(&self.scene, seed, DICE_STRENGTH, &Locks::default()))
    }

    /// Sets the light of a mood.
    ///
    /// # Errors
    /// If there is no mood of this name.
    pub fn set_mood(&mut self, slug: &str) -> Result<(), String> {
        let mood = Mood::find(slug).ok_or_else(|| format!("there is no mood “{slug}”"))?;
        mood.apply(&mut self.scene.view.params);
        Ok(())
    }

    /// Sets the camera from its text.
    ///
    /// # Errors
    /// One line that names the numbers of a camera.
    pub fn set_camera(&mut self, text: &str) -> Result<(), String> {
        self.scene.view.camera =
            text.parse().map_err(|problem: orogen_terrain::view::ViewError| problem.to_string())?;
        Ok(())
    }

    pub fn code(&self) -> String {
        share::encode(&self.scene)
    }
}
