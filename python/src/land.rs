//! A land: a scene, and its height function on first use.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use numpy::{PyArray2, PyArrayMethods};
use orogen_export::arrays::ArraySampler;
use orogen_export::{Area, heightmap as heightmap_files, scene_file};
use orogen_noise::NoiseError;
use orogen_noise::text::{nearest, sanitise};
use orogen_terrain::Surface;
use orogen_terrain::heightmap::{self, Raster};
use orogen_terrain::layer::LayerKind;
use orogen_terrain::preset::{PRESETS, Preset, new_land};
use orogen_terrain::recipe::{RECIPE_VERSION, Recipe};
use orogen_terrain::scene::Scene;
use orogen_terrain::share;
use pyo3::prelude::*;

use crate::arguments::Samples2;
use crate::errors::{layout_error, scene_error, scene_file_error, value_error};
use crate::parameters;
use crate::values;

/// A scene that never changes, with the heightmaps, the sampler and the surface made from it.
pub struct LandState {
    pub scene: Scene,
    /// The files that the scene was read from.
    pub inputs: Vec<PathBuf>,
    /// The heightmaps of its layers. They are kept here, because the store of heightmaps drops
    /// heightmaps that are not in use.
    rasters: Vec<Arc<Raster>>,
    sampler: OnceLock<Result<ArraySampler, NoiseError>>,
    surface: OnceLock<Result<Surface, NoiseError>>,
}

impl LandState {
    fn new(scene: Scene, inputs: Vec<PathBuf>) -> Self {
        let rasters = rasters(&scene.recipe);
        Self { scene, inputs, rasters, sampler: OnceLock::new(), surface: OnceLock::new() }
    }

    /// The land, ready to be sampled.
    ///
    /// # Errors
    /// If the choices of a layer exclude each other. Edits are validated, so it does not happen.
    pub fn sampler(&self) -> Result<&ArraySampler, NoiseError> {
        self.sampler.get_or_init(|| ArraySampler::new(&self.scene)).as_ref().map_err(Clone::clone)
    }

    /// The land with its water.
    ///
    /// # Errors
    /// The same as [`LandState::sampler`].
    pub fn surface(&self) -> Result<&Surface, NoiseError> {
        let make = || Surface::new(&self.scene.recipe);
        self.surface.get_or_init(make).as_ref().map_err(Clone::clone)
    }
}

fn rasters(recipe: &Recipe) -> Vec<Arc<Raster>> {
    let raster = |kind: &LayerKind| match kind {
        LayerKind::Heightmap(map) => map.raster(),
        _ => None,
    };
    recipe.layers.iter().filter_map(|layer| raster(&layer.kind)).collect()
}

/// A land whose parameters can be set. A call that runs meanwhile keeps the land that it began with.
#[pyclass(frozen, module = "orogen._native")]
pub struct NativeLand {
    state: RwLock<Arc<LandState>>,
}

impl NativeLand {
    fn of(scene: Scene, inputs: Vec<PathBuf>) -> Self {
        Self { state: RwLock::new(Arc::new(LandState::new(scene, inputs))) }
    }

    /// The present state.
    pub fn state(&self) -> Arc<LandState> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[pymethods]
impl NativeLand {
    /// The land of a new file.
    #[staticmethod]
    fn new_land() -> PyResult<Self> {
        Ok(Self::of(new_land().map_err(scene_error)?, vec![]))
    }

    /// The land of a preset in a version of recipes.
    #[staticmethod]
    fn from_preset(name: &str, version: u32) -> PyResult<Self> {
        let Some(preset) = Preset::find(name) else {
            let slugs: Vec<_> = PRESETS.iter().map(|preset| preset.slug).collect();
            let hint = nearest(name, &slugs)
                .map_or(String::new(), |near| format!(" did you mean `{near}`?"));
            let (name, slugs) = (sanitise(name), slugs.join(", "));
            return Err(value_error(format!(
                "there is no preset `{name}`;{hint} Presets: {slugs}"
            )));
        };
        if !(1..=RECIPE_VERSION).contains(&version) {
            return Err(value_error(format!(
                "version: {version} does not exist; allowed are 1 to {RECIPE_VERSION}"
            )));
        }
        match preset.scene_of_version(version) {
            Some(scene) => Ok(Self::of(scene.map_err(scene_error)?, vec![])),
            None => Err(value_error(format!("the preset `{name}` has no version {version}"))),
        }
    }

    /// The land of a share code.
    #[staticmethod]
    fn from_code(code: &str) -> PyResult<Self> {
        Ok(Self::of(share::decode(code).map_err(value_error)?, vec![]))
    }

    /// The land of a recipe's text, with the heightmaps of a folder.
    #[staticmethod]
    fn from_toml(text: &str, folder: Option<PathBuf>) -> PyResult<Self> {
        let scene = Scene::from_toml(text).map_err(value_error)?;
        if let Some(folder) = &folder {
            heightmap_files::load(&scene.recipe, folder);
        }
        Ok(Self::of(scene, vec![]))
    }

    /// The land of a file: a recipe, an export or a picture.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let scene = py.detach(|| scene_file::load(Path::new(&path)).map_err(scene_file_error))?;
        Ok(Self::of(scene, vec![path]))
    }

    /// The land of [`NativeLand::pickled`].
    #[staticmethod]
    fn unpickled(
        py: Python<'_>,
        toml: &str,
        maps: Vec<Samples2<'_>>,
        inputs: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let mut kept = vec![];
        for map in maps {
            let size = { map.as_array().shape().to_vec() };
            let samples = map.as_slice().map_err(layout_error)?.to_vec();
            let raster = py.detach(|| Raster::new([size[1], size[0]], samples));
            kept.push(heightmap::keep(raster.map_err(value_error)?, None));
        }
        Ok(Self::of(Scene::from_toml(toml).map_err(value_error)?, inputs))
    }

    /// The recipe's text, the samples of its heightmaps, each of shape (rows, columns), and the files
    /// that the scene was read from.
    fn pickled<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(String, Vec<Bound<'py, PyArray2<f32>>>, Vec<PathBuf>)> {
        let state = self.state();
        let array = |raster: &Arc<Raster>| {
            let [columns, rows] = raster.size();
            let array = PyArray2::zeros(py, [rows, columns], false);
            array
                .readwrite()
                .as_slice_mut()
                .map_err(layout_error)?
                .copy_from_slice(raster.samples());
            Ok(array)
        };
        let maps: PyResult<_> = state.rasters.iter().map(array).collect();
        Ok((state.scene.to_plain_toml(), maps?, state.inputs.clone()))
    }

    /// Sets all given parameters. If a value is wrong, it changes no parameter.
    fn set(&self, py: Python<'_>, values: Vec<(String, Bound<'_, PyAny>)>) -> PyResult<()> {
        let state = self.state();
        let mut scene = state.scene.clone();
        for (key, value) in values {
            let text = values::to_text(&key, &value)?;
            scene.set_text(&key, &text).map_err(scene_error)?;
        }
        scene.validate().map_err(scene_error)?;
        let state = Arc::new(LandState::new(scene, state.inputs.clone()));
        // Other Python threads run while the writer waits for readers.
        py.detach(|| *self.state.write().unwrap_or_else(PoisonError::into_inner) = state);
        Ok(())
    }

    /// The value of a parameter.
    fn get<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = self.state().scene.value(key).map_err(scene_error)?;
        values::to_object(py, &value)
    }

    /// The keys of all parameters.
    fn keys(&self) -> Vec<String> {
        parameters::keys(&self.state().scene)
    }

    /// The label, the unit, the allowed values and the sentence of a parameter.
    fn describe(&self, key: &str) -> PyResult<(String, String, String, String)> {
        let row = parameters::describe(&self.state().scene, key).map_err(scene_error)?;
        Ok((row.label.to_owned(), row.unit.to_owned(), row.allowed(), row.doc.to_owned()))
    }

    /// The share code.
    fn code(&self) -> String {
        share::encode(&self.state().scene)
    }

    /// The recipe's text, with or without explanations.
    fn toml(&self, explained: bool) -> String {
        let state = self.state();
        if explained { state.scene.to_toml() } else { state.scene.to_plain_toml() }
    }

    /// Sentences about heightmaps that are missing.
    fn missing(&self) -> Vec<String> {
        heightmap::missing(&self.state().scene.recipe).iter().map(ToString::to_string).collect()
    }

    /// True if both have the same parameters.
    fn equals(&self, other: &Self) -> bool {
        self.state().scene == other.state().scene
    }

    /// The spacing of the finest samples in metres.
    fn spacing_m(&self) -> f64 {
        self.state().scene.recipe.world.spacing_m.metres()
    }

    /// The lowest and the highest coordinate in metres; `None` for endless land.
    fn bounds_m(&self) -> Option<(f64, f64)> {
        self.state().scene.recipe.bounds_m().map(|[low, high]| (low, high))
    }

    /// The centre (x, z) and the side in metres of the area that an export has by default.
    fn default_area(&self) -> (f64, f64, f64) {
        let area = Area::of_scene(&self.state().scene);
        (area.centre_m[0], area.centre_m[1], area.side_m)
    }
}

/// The name, the title and the sentence of each preset.
#[pyfunction]
pub fn presets() -> Vec<(&'static str, &'static str, &'static str)> {
    PRESETS.iter().map(|preset| (preset.slug, preset.title, preset.doc)).collect()
}

/// The version of the program.
#[pyfunction]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
