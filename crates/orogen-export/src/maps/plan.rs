//! Plans an export of maps: checks all options before the first sample.

use std::path::{Path, PathBuf};

use super::error::MapError;
use super::options::{MapOptions, Registration};
use super::picture::{MapPicture, pictures};
use crate::ExportError;
use crate::area::Area;
use crate::atomic::check_target;
use crate::engine::Engine;
use crate::file_plan::FilePlan;
use crate::format::Format;
use crate::options::ExportOptions;
use crate::overwrite::OutputKind;
use crate::plan::ExportPlan;
use crate::sidecar;
use crate::tiles::Tiles;
use orogen_terrain::scene::Scene;

/// A checked export of maps, ready to run.
pub struct MapPlan {
    /// The plan of the samples: area, grid and tiles.
    samples: ExportPlan,
    /// The area that the user selected. Texel registration shrinks the area of the samples.
    area: Area,
    options: MapOptions,
    engine: Option<Engine>,
    pictures: Vec<MapPicture>,
}

/// One picture file of one tile.
#[derive(Clone, Debug, PartialEq)]
pub struct MapFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The tile index in the file name. `None` without tiles.
    pub tile: Option<[u32; 2]>,
}

impl MapPlan {
    /// Checks and completes the options, and names the files.
    ///
    /// # Errors
    /// The error names the invalid choice and the allowed values.
    pub fn new(
        scene: &Scene,
        options: &ExportOptions,
        maps: &MapOptions,
    ) -> Result<Self, ExportError> {
        if maps.maps.is_empty() {
            return Err(MapError::None.into());
        }
        let mut sample_options = options.clone();
        let has_picture_name = options
            .out
            .extension()
            .is_none_or(|end| end.eq_ignore_ascii_case("png") || end.eq_ignore_ascii_case("exr"));
        if !has_picture_name || options.out.file_name().is_none() {
            return Err(MapError::Name(options.out.clone()).into());
        }
        let engine = options.engine;
        // Plan the samples like heights, but without the engine's rules for height files.
        sample_options.out.set_extension("r32");
        (sample_options.format, sample_options.engine) = (Some(Format::R32), None);
        let area = options.area.unwrap_or_else(|| Area::of_scene(scene));
        if maps.registration == Registration::Texel {
            sample_options.tiles =
                sample_options.tiles.map(|tiles| Tiles { share_border: false, ..tiles });
        }
        sample_options.samples = Some(match options.samples {
            Some(samples) => samples,
            None => default_samples(scene, &sample_options, engine, maps.registration)?,
        });
        if maps.registration == Registration::Texel {
            area.check(&scene.recipe).map_err(crate::PlanError::from)?;
            sample_options.area =
                Some(texel_centre_area(area, sample_options.samples.unwrap_or(2)));
        }
        let samples = ExportPlan::new(scene, &sample_options)?;
        if let (Some(engine), Some(file)) = (engine, samples.files().first()) {
            check_side(engine, samples.grid().samples(), file.size(), sample_options.tiles)?;
        }
        let mut all = vec![];
        for map in &maps.maps {
            for picture in pictures(*map, engine, &scene.recipe)? {
                if !all.contains(&picture) {
                    all.push(picture);
                }
            }
        }
        Ok(Self { samples, area, options: maps.clone(), engine, pictures: all })
    }

    /// Returns a plan of the same pictures for other samples.
    pub(crate) fn trial(&self, samples: ExportPlan) -> Self {
        let (options, pictures) = (self.options.clone(), self.pictures.clone());
        Self { samples, area: self.area, options, engine: self.engine, pictures }
    }

    /// The plan of the samples: area, grid and tiles.
    pub fn samples(&self) -> &ExportPlan {
        &self.samples
    }

    /// The area that the user selected.
    pub fn area(&self) -> Area {
        self.area
    }

    /// The options that the plan was made from.
    pub fn options(&self) -> &MapOptions {
        &self.options
    }

    /// The engine that imports the maps.
    pub fn engine(&self) -> Option<Engine> {
        self.engine
    }

    /// The pictures of each tile.
    pub fn pictures(&self) -> &[MapPicture] {
        &self.pictures
    }

    /// The distance between neighbouring samples.
    pub fn spacing_m(&self) -> f64 {
        self.samples.grid().spacing_m()
    }

    /// The size of all files before compression, in bytes.
    pub fn bytes(&self) -> u64 {
        let pixel: usize = self.pictures.iter().map(|picture| picture.pixel.bytes()).sum();
        self.samples.bytes() / 4 * pixel as u64
    }

    /// Returns the file that holds one picture of one tile.
    ///
    /// A name is like `alps_normal_x0_y0.png`. For Unity, whose tools count rows northward, it is
    /// like `alps_normal_0_0.png`.
    pub fn file(&self, tile: &FilePlan, picture: &MapPicture) -> MapFile {
        let out = &self.samples.options().out;
        let stem = out.file_stem().unwrap_or_default().to_string_lossy();
        let (suffix, extension) = (&picture.suffix, picture.extension());
        let rows = self.samples.options().tiles.map_or(1, |tiles| tiles.counts[1]);
        let (tile, tile_suffix) = match (tile.tile, self.engine) {
            (None, _) => (None, String::new()),
            (Some([i, j]), Some(Engine::Unity)) => {
                let j = rows - 1 - j;
                (Some([i, j]), format!("_{i}_{j}"))
            }
            (Some([i, j]), _) => (Some([i, j]), format!("_x{i}_y{j}")),
        };
        let name = format!("{stem}_{suffix}{tile_suffix}.{extension}");
        MapFile { path: out.with_file_name(name), tile }
    }

    /// Returns all files to write. The list is empty if the shard has no tile.
    pub fn files(&self) -> impl Iterator<Item = MapFile> {
        let tiles = self.samples.files().iter();
        tiles.flat_map(|tile| self.pictures.iter().map(|picture| self.file(tile, picture)))
    }

    /// Checks, before any work, that the files can be written and are not protected.
    ///
    /// # Errors
    /// The error is one line that names the file and the reason.
    pub fn check_targets(&self) -> Result<(), ExportError> {
        let protected_files = &self.samples.options().protected_files;
        if let Some(first) = self.files().next() {
            check_target(&first.path)?;
        }
        let check = |path: &Path| {
            protected_files.check_existing(path, OutputKind::Picture)?;
            protected_files.check_existing(&sidecar::path_of(path), OutputKind::Sidecar)
        };
        Ok(self.files().try_for_each(|file| check(&file.path))?)
    }
}

/// Returns the area between the centres of the first and the last texel.
fn texel_centre_area(area: Area, texels: u32) -> Area {
    // A later check refuses fewer texels.
    let texels = texels.max(2);
    let share = f64::from(texels - 1) / f64::from(texels);
    Area { side_m: area.side_m * share, ..area }
}

/// Returns the default number of samples: as many as an export of heights for the engine has. Each file
/// has one less if its sides must be powers of two. Without tiles, texel registration takes one less too.
fn default_samples(
    scene: &Scene,
    options: &ExportOptions,
    engine: Option<Engine>,
    registration: Registration,
) -> Result<u32, ExportError> {
    let heights = ExportOptions { format: None, engine, samples: None, ..options.clone() };
    let heights = match engine {
        Some(engine) => {
            let out = heights.out.with_extension(engine.extension(engine.formats()[0]));
            ExportPlan::new(scene, &ExportOptions { out, ..heights })?
        }
        None => ExportPlan::new(scene, &ExportOptions { format: Some(Format::R32), ..heights })?,
    };
    let samples = heights.grid().samples();
    let needs_even = registration == Registration::Texel || takes_powers_of_two(engine);
    if !needs_even {
        return Ok(samples);
    }
    Ok(match options.tiles {
        // Each tile gets one sample less.
        Some(Tiles { counts: [count, _], share_border: true }) => {
            let side = (samples - 1) / count;
            count * (side - 1) + 1
        }
        Some(Tiles { counts: [count, _], .. }) if takes_powers_of_two(engine) => samples - count,
        Some(_) => samples,
        None => samples - 1,
    })
}

fn takes_powers_of_two(engine: Option<Engine>) -> bool {
    engine == Some(Engine::Unity)
}

fn check_side(
    engine: Engine,
    samples: u32,
    size: [u32; 2],
    tiles: Option<Tiles>,
) -> Result<(), ExportError> {
    if !takes_powers_of_two(Some(engine)) {
        return Ok(engine.check_size(samples, size, tiles).map_err(crate::PlanError::from)?);
    }
    let fits = |side: u32| side.is_power_of_two() && (16..=4096).contains(&side);
    if size.into_iter().all(fits) {
        return Ok(());
    }
    let side = size.into_iter().find(|side| !fits(*side)).unwrap_or(size[0]);
    let nearest = side.clamp(16, 4096).next_power_of_two().min(4096);
    Err(MapError::Side { engine, side, nearest }.into())
}
