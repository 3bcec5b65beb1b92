//! Plans and writes an export of plants.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use super::format::{MAX_PLANTS, PlantFormat, PlantsError};
use super::{csv, gltf};
use crate::ExportError;
use crate::area::Area;
use crate::atomic;
use crate::ending::ensure_extension;
use crate::job::{JobFile, JobReport};
use crate::options::ExportOptions;
use crate::overwrite::{OutputKind, ProtectedFiles};
use crate::progress::Progress;
use orogen_terrain::scatter::{Family, LandSquare, Plant, Scatter};
use orogen_terrain::scene::Scene;
use orogen_terrain::surface::Surface;

/// The side in metres of the squares into which the area is cut. Threads place the plants of
/// different squares at the same time.
const SQUARE_M: f64 = 256.0;

/// The side in metres of the square in which an estimate places plants.
const TRIAL_M: f64 = 1024.0;

/// A checked export of plants, ready to run.
pub struct PlantsPlan {
    scene: Scene,
    surface: Surface,
    format: PlantFormat,
    area: Area,
    out: PathBuf,
    protected_files: ProtectedFiles,
}

impl PlantsPlan {
    /// Checks the area and the file name.
    ///
    /// A name without extension gets the extension of the format.
    ///
    /// # Errors
    /// The error names the invalid choice and the allowed values.
    pub fn new(
        scene: &Scene,
        options: &ExportOptions,
        format: PlantFormat,
    ) -> Result<Self, ExportError> {
        let area = options.area.unwrap_or_else(|| Area::of_scene(scene));
        area.check(&scene.recipe).map_err(PlantsError::Area)?;
        let surface = Surface::new(&scene.recipe).map_err(PlantsError::Noise)?;
        let out = ensure_extension(&options.out, &[format.extension()])
            .map_err(|out| PlantsError::Name { out, format })?;
        Ok(Self {
            scene: scene.clone(),
            surface,
            format,
            area,
            out,
            protected_files: options.protected_files.clone(),
        })
    }

    /// The scene to export.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The area of the plants.
    pub fn area(&self) -> Area {
        self.area
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.out
    }

    /// Checks, before any work, that the file can be written and is not protected.
    ///
    /// # Errors
    /// The error gives the reason why the file cannot be written.
    pub fn check_target(&self) -> Result<(), ExportError> {
        Ok(self.protected_files.check(&self.out, OutputKind::Plants)?)
    }

    /// Returns the squares that cover the area, row by row from the north-west.
    fn squares(&self) -> Vec<LandSquare> {
        let count = (self.area.side_m / SQUARE_M).ceil() as u32;
        let corner_m = self.area.corner_m();
        let rows = (0..count).flat_map(|z| (0..count).map(move |x| [x, z]));
        rows.map(|place| LandSquare {
            corner_m: [0, 1].map(|i| corner_m[i] + f64::from(place[i]) * SQUARE_M),
            side_m: SQUARE_M,
        })
        .collect()
    }

    /// Returns all plants, in the same order on every machine.
    ///
    /// # Errors
    /// If there are more than [`MAX_PLANTS`], or the run was cancelled.
    pub fn plants(&self, progress: &Progress) -> Result<Vec<Plant>, ExportError> {
        let scatter = Scatter::new(&self.scene.recipe, &self.surface);
        let squares = self.squares();
        progress.begin(squares.len() as u64);
        let count = AtomicUsize::new(0);
        let [low, high] =
            [0.0, self.area.side_m].map(|offset| self.area.corner_m().map(|c| c + offset));
        let is_inside = |plant: &Plant| {
            let [x, _, z] = plant.place_m;
            x >= low[0] && z >= low[1] && x < high[0] && z < high[1]
        };
        let plants_of_square = |square: &LandSquare| -> Result<Vec<Plant>, ExportError> {
            if progress.is_cancelled() {
                return Err(ExportError::Cancelled { finished: 0 });
            }
            let families = [Family::Trees, Family::Boulders];
            let plants = families.into_iter().flat_map(|family| scatter.plants(family, *square));
            let plants: Vec<Plant> = plants.filter(is_inside).collect();
            progress.add(1);
            match count.fetch_add(plants.len(), Ordering::Relaxed) + plants.len() {
                all if all > MAX_PLANTS => Err(PlantsError::TooMany.into()),
                _ => Ok(plants),
            }
        };
        let parts: Result<Vec<_>, _> = squares.par_iter().map(plants_of_square).collect();
        Ok(parts?.into_iter().flatten().collect())
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// The same as [`PlantsPlan::plants`].
    pub fn text(&self, progress: &Progress) -> Result<String, ExportError> {
        let plants = self.plants(progress)?;
        Ok(match self.format {
            PlantFormat::Csv => csv::text(&plants),
            PlantFormat::Gltf => gltf::text(&self.scene, self.area, &plants),
        })
    }

    /// Returns a plan for a square in the middle of the area, and the ratio of the area to the
    /// square.
    pub(crate) fn trial(&self) -> (Self, f64) {
        let side_m = self.area.side_m.min(TRIAL_M);
        let trial = Self {
            scene: self.scene.clone(),
            surface: self.surface.clone(),
            area: Area { side_m, ..self.area },
            out: self.out.clone(),
            protected_files: self.protected_files.clone(),
            ..*self
        };
        (trial, (self.area.side_m / side_m).powi(2))
    }

    /// Writes the file on the current rayon pool.
    ///
    /// # Errors
    /// The error gives the reason, or says that the run was cancelled.
    pub fn run(&self, progress: &Progress) -> Result<JobReport, ExportError> {
        self.check_target()?;
        self.run_checked(progress)
    }

    /// Like [`PlantsPlan::run`], for callers that have just called [`PlantsPlan::check_target`].
    pub(crate) fn run_checked(&self, progress: &Progress) -> Result<JobReport, ExportError> {
        let start = Instant::now();
        let text = self.text(progress)?;
        atomic::write_bytes(&self.out, &text)?;
        let file = JobFile::Other { path: self.out.clone(), bytes: text.len() as u64 };
        Ok(JobReport::new([file], start.elapsed()))
    }
}
