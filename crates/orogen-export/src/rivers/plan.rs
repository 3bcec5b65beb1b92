//! Plans and writes an export of rivers, lakes and roads.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;

use super::drawn_features;
use super::error::RiversError;
use super::format::{MAX_NODES, RiverFormat};
use super::lake_features;
use super::river_map::RiverMap;
use super::road_features;
use super::{geojson, svg};
use crate::ExportError;
use crate::area::Area;
use crate::atomic;
use crate::ending::ensure_extension;
use crate::job::{JobFile, JobReport};
use crate::options::ExportOptions;
use crate::overwrite::{OutputKind, ProtectedFiles};
use crate::progress::Progress;
use orogen_terrain::land::Land;
use orogen_terrain::rivers::{Block, TooManyNodes};
use orogen_terrain::scene::Scene;
use orogen_terrain::watercourses::{Watercourses, WatercoursesError};

/// The side in metres of the square whose rivers an estimate finds.
const TRIAL_M: f64 = 8192.0;

/// The number of nodes along a side of a block.
const BLOCK_NODES: f64 = 16.0;

/// A checked export of rivers, ready to run.
pub struct RiversPlan {
    scene: Scene,
    land: Land,
    format: RiverFormat,
    area: Area,
    out: PathBuf,
    protected_files: ProtectedFiles,
}

impl RiversPlan {
    /// Checks the land, the area and the file name.
    ///
    /// A name without extension gets the extension of the format.
    ///
    /// # Errors
    /// The error names the invalid choice and the allowed values, or the switch that the land needs.
    pub fn new(
        scene: &Scene,
        options: &ExportOptions,
        format: RiverFormat,
    ) -> Result<Self, ExportError> {
        let area = options.area.unwrap_or_else(|| Area::of_scene(scene));
        area.check(&scene.recipe).map_err(RiversError::Area)?;
        let out = ensure_extension(&options.out, &[format.extension()])
            .map_err(|out| RiversError::Name { out, format })?;
        let land = Land::new(&scene.recipe).map_err(RiversError::Noise)?;
        let plan = Self {
            scene: scene.clone(),
            land,
            format,
            area,
            out,
            protected_files: options.protected_files.clone(),
        };
        if let Some(courses) = plan.courses()? {
            plan.blocks(&courses)?;
        }
        Ok(plan)
    }

    /// The scene to export.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The area of the rivers.
    pub fn area(&self) -> Area {
        self.area
    }

    /// The format of the file.
    pub fn format(&self) -> RiverFormat {
        self.format
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
        Ok(self.protected_files.check(&self.out, OutputKind::Rivers)?)
    }

    /// The rivers of the land; `None` for a land with only drawn rivers, lakes and roads.
    fn courses(&self) -> Result<Option<Watercourses<'_>>, RiversError> {
        match self.land.watercourses() {
            Ok(courses) => Ok(Some(courses)),
            Err(WatercoursesError::Off)
                if road_features::has_roads(&self.scene.recipe)
                    || drawn_features::has_drawn_water(&self.scene.recipe) =>
            {
                Ok(None)
            }
            Err(WatercoursesError::Off) if self.scene.recipe.rivers.on => {
                Err(WatercoursesError::NoGround.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn area_m(&self) -> [[f64; 2]; 2] {
        let low_m = self.area.corner_m();
        [low_m, low_m.map(|m| m + self.area.side_m)]
    }

    fn blocks(&self, courses: &Watercourses) -> Result<Vec<Block>, RiversError> {
        courses.blocks_around(self.area_m(), MAX_NODES).map_err(|TooManyNodes| {
            let spacing_m = self.scene.recipe.rivers.valleys_m.metres();
            // Along each side, an area touches at most two blocks more than its length in blocks.
            let blocks = (MAX_NODES as f64).sqrt() / BLOCK_NODES - 2.0;
            RiversError::TooLarge {
                side_m: self.area.side_m,
                max_side_m: blocks * BLOCK_NODES * spacing_m,
            }
        })
    }

    /// Finds the rivers, lakes and roads of the area, in the same order on every machine.
    fn map(&self, progress: &Progress) -> Result<RiverMap, ExportError> {
        let mut map = match self.courses()? {
            Some(courses) => self.water_map(&courses, progress)?,
            None => RiverMap::new(self.area, &[], vec![]),
        };
        map.drawn_rivers = drawn_features::rivers(&self.land, self.area);
        map.lakes.extend(drawn_features::lakes(&self.land, self.area));
        map.roads = road_features::features(&self.land, self.area);
        match progress.is_cancelled() {
            true => Err(ExportError::Cancelled { finished: 0 }),
            false => Ok(map),
        }
    }

    fn water_map(
        &self,
        courses: &Watercourses<'_>,
        progress: &Progress,
    ) -> Result<RiverMap, ExportError> {
        let blocks = self.blocks(courses)?;
        let lakes = courses.lakes_around(self.area_m());
        progress.begin((blocks.len() + lakes.len()) as u64);
        let check_cancelled = || match progress.is_cancelled() {
            true => Err(ExportError::Cancelled { finished: 0 }),
            false => Ok(()),
        };
        let courses_of_block = |block: &Block| {
            check_cancelled()?;
            let found = courses.of_block(*block);
            progress.add(1);
            Ok::<_, ExportError>(found)
        };
        let mut found = vec![];
        // Row by row, because neighbours share blocks and the network caches only a limited number.
        for row in blocks.chunk_by(|a, b| a.0[1] == b.0[1]) {
            let row: Result<Vec<_>, _> = row.par_iter().map(courses_of_block).collect();
            found.extend(row?);
        }
        let reaches = courses.reaches(found, &lakes, MAX_NODES);
        let reaches = reaches.map_err(|TooManyNodes| RiversError::TooFar)?;
        let outline = |lake| {
            check_cancelled()?;
            let feature = lake_features::feature(lake, self.area, &self.land, courses);
            progress.add(1);
            Ok::<_, ExportError>(feature)
        };
        let outlines: Result<Vec<_>, _> = lakes.par_iter().map(outline).collect();
        let outlines = outlines?.into_iter().flatten().collect();
        Ok(RiverMap::new(self.area, &reaches, outlines))
    }

    fn text_of(&self, map: &RiverMap) -> String {
        match self.format {
            RiverFormat::GeoJson => geojson::text(map),
            RiverFormat::Svg => svg::text(map),
        }
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// If the rivers come from too far away, or the run was cancelled.
    pub fn text(&self, progress: &Progress) -> Result<String, ExportError> {
        Ok(self.text_of(&self.map(progress)?))
    }

    /// Returns a plan for a square in the middle of the area, and the ratio of the area to the
    /// square.
    pub(crate) fn trial(&self) -> (Self, f64) {
        let side_m = self.area.side_m.min(TRIAL_M);
        let trial = Self {
            scene: self.scene.clone(),
            land: self.land.clone(),
            area: Area { side_m, ..self.area },
            out: self.out.clone(),
            protected_files: self.protected_files.clone(),
            ..*self
        };
        (trial, (self.area.side_m / side_m).powi(2))
    }

    /// Writes the file on the current rayon pool. The report warns if no river lies in the area.
    ///
    /// # Errors
    /// The error gives the reason, or says that the run was cancelled.
    pub fn run(&self, progress: &Progress) -> Result<JobReport, ExportError> {
        self.check_target()?;
        self.run_checked(progress)
    }

    /// Like [`RiversPlan::run`], for callers that have just called [`RiversPlan::check_target`].
    pub(crate) fn run_checked(&self, progress: &Progress) -> Result<JobReport, ExportError> {
        let start = Instant::now();
        let map = self.map(progress)?;
        let text = self.text_of(&map);
        atomic::write_bytes(&self.out, &text)?;
        let reaches = map.reaches.len() + map.drawn_rivers.len();
        let (bytes, lakes) = (text.len() as u64, map.lakes.len());
        let (path, roads) = (self.out.clone(), map.roads.len());
        let file = JobFile::Rivers { path, bytes, reaches, lakes, roads };
        let warnings = match (reaches, lakes) {
            (0, 0) if !self.land.has_water() && roads == 0 => {
                vec!["no road lies in the area".to_owned()]
            }
            (0, 0) if !self.land.has_water() => vec![],
            (0, 0) => vec!["no river and no lake lies in the area".to_owned()],
            (0, _) if self.land.has_rivers() => vec!["no river lies in the area".to_owned()],
            _ => vec![],
        };
        Ok(JobReport { warnings, ..JobReport::new([file], start.elapsed()) })
    }
}
