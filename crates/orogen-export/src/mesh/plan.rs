//! Plans an export of meshes: checks all options before the first vertex.

use super::bands::band_rows;
use super::error::MeshError;
use super::options::{MeshColour, MeshFormat, MeshOptions, MeshSea};
use super::sizes::{TILE_CELLS, glb_bytes, stl_triangles};
use crate::area::Area;
use crate::file_plan::FilePlan;
use crate::format::Format;
use crate::options::{ExportOptions, HeightRange, Sea};
use crate::plan::ExportPlan;
use crate::progress::Progress;
use crate::{ExportError, range};
use orogen_terrain::scene::Scene;

/// The default samples on a side of an STL, which give about a million triangles.
const STL_SAMPLES: u32 = 705;

/// The size limit of a GLB: its length has 32 bits.
const MAX_GLB_BYTES: u64 = u32::MAX as u64;

/// A checked export of meshes, ready to run.
pub struct MeshPlan {
    /// The plan of the samples: area, grid and files.
    heights: ExportPlan,
    options: MeshOptions,
    format: MeshFormat,
}

impl MeshPlan {
    /// Checks and completes the options, and names the files.
    ///
    /// # Errors
    /// The error names the invalid choice and the allowed values.
    pub fn new(
        scene: &Scene,
        options: &ExportOptions,
        mesh: &MeshOptions,
    ) -> Result<Self, ExportError> {
        let format = format(options, mesh)?;
        check(format, mesh)?;
        let mut options = options.clone();
        if options.out.extension().is_none() && options.out.file_name().is_some() {
            options.out.set_extension(format.extension());
        }
        // Plan the samples as a file of heights in metres.
        (options.format, options.engine) = (Some(Format::R32), None);
        options.sea = if mesh.sea == MeshSea::Clamp { Sea::Clamp } else { Sea::Bed };
        if format == MeshFormat::Stl && options.samples.is_none() && options.tiles.is_none() {
            let area = options.area.unwrap_or_else(|| Area::of_scene(scene));
            let samples = area.side_m / scene.recipe.world.spacing_m.metres() + 1.0;
            let is_small =
                samples < f64::from(STL_SAMPLES) && samples.fract() == 0.0 && samples >= 2.0;
            options.samples = Some(if is_small { samples as u32 } else { STL_SAMPLES });
        }
        let plan = Self { heights: ExportPlan::new(scene, &options)?, options: *mesh, format };
        plan.check_sizes()?;
        Ok(plan)
    }

    fn check_sizes(&self) -> Result<(), MeshError> {
        let Some(file) = self.heights.files().first() else { return Ok(()) };
        let size = file.size();
        let levels = self.options.levels.max(self.options.only_level.unwrap_or(0));
        if levels > 0 && size.iter().any(|side| !(side - 1).is_multiple_of(TILE_CELLS)) {
            let samples = size[0];
            let larger = ((samples - 1).div_ceil(TILE_CELLS) * TILE_CELLS).max(TILE_CELLS) + 1;
            return Err(MeshError::Levels { samples, larger });
        }
        let (bytes, format) = (self.file_bytes(file), self.format);
        let limit = match format {
            MeshFormat::Glb => MAX_GLB_BYTES,
            // STL stores the number of triangles in 32 bits.
            MeshFormat::Stl => 84 + 50 * u64::from(u32::MAX),
            // PLY stores vertex indices as i32.
            MeshFormat::Ply => {
                let vertices: u128 = file.size().map(u128::from).iter().product();
                (u128::from(bytes) * i32::MAX as u128 / vertices.max(1)) as u64
            }
            MeshFormat::Obj => u64::MAX,
        };
        if bytes > limit { Err(MeshError::TooLong { format, bytes, limit }) } else { Ok(()) }
    }

    /// The plan of the samples: area, grid and files.
    pub fn heights(&self) -> &ExportPlan {
        &self.heights
    }

    /// The options that the plan was made from.
    pub fn options(&self) -> &MeshOptions {
        &self.options
    }

    /// The format of the files.
    pub fn format(&self) -> MeshFormat {
        self.format
    }

    /// The files to write. The list is empty if the shard has no tile.
    pub fn files(&self) -> &[FilePlan] {
        self.heights.files()
    }

    /// Bytes on disk: exact for STL, an upper bound for PLY, an estimate for OBJ and GLB.
    ///
    /// The estimates leave out water surfaces and roads.
    pub fn bytes(&self) -> u64 {
        self.files().iter().map(|file| self.file_bytes(file)).sum()
    }

    fn file_bytes(&self, file: &FilePlan) -> u64 {
        let [columns, rows] = file.size().map(u64::from);
        let (vertices, cells) = (columns * rows, (columns - 1) * (rows - 1));
        match self.format {
            MeshFormat::Glb => glb_bytes(file.size(), &self.options, self.texels()),
            MeshFormat::Obj => {
                // A cell has two lines like `f 1/1/1 2/2/2 3/3/3`: nine numbers and eleven other characters.
                let digits = u64::from(vertices.max(1).ilog10() + 1);
                vertices * (40 + 28 + 24) + cells * 2 * (11 + 9 * digits) + 1000
            }
            MeshFormat::Ply => vertices * 27 + cells * 26 + 1000,
            MeshFormat::Stl => 84 + 50 * stl_triangles(file.size()),
        }
    }

    /// The most memory that a run adds to the program's own, in bytes.
    ///
    /// It holds the samples, vertices and bytes of some rows, and the textures of a GLB.
    pub fn memory_bytes(&self) -> u64 {
        let widest = self.files().iter().map(|file| u64::from(file.size()[0])).max().unwrap_or(0);
        let rows = band_rows(widest as usize).max(TILE_CELLS as usize + 1) as u64;
        // For each vertex: its sample, the vertex itself, and its encoded bytes three times,
        // because one band is encoded, one is queued and one is written.
        let bands = (widest + 2) * (rows + 2) * (4 + 36 + 3 * 100);
        let texels = self.texels().map_or(0, |texels| u64::from(texels).pow(2) * 12);
        bands + texels + (16 << 20)
    }

    /// The texels on a side of a file's textures. `None` without textures.
    pub(crate) fn texels(&self) -> Option<u32> {
        let has_textures =
            self.format == MeshFormat::Glb && self.options.colour == MeshColour::Texture;
        let cells = self.files().first()?.size()[0] - 1;
        let default_texels = || cells.next_power_of_two().clamp(256, 2048);
        has_textures.then(|| self.options.texels.unwrap_or_else(default_texels))
    }

    /// Returns true if vertices have colours.
    pub(super) fn has_colours(&self) -> bool {
        match self.format {
            MeshFormat::Glb => self.options.colour == MeshColour::Vertices,
            MeshFormat::Stl => false,
            _ => self.options.colour != MeshColour::None,
        }
    }

    /// The lowest and highest possible height of a vertex, from the recipe.
    pub(super) fn bounds_m(&self) -> Result<[f64; 2], ExportError> {
        let recipe = &self.heights.scene().recipe;
        let [low, high] = range::bounds_m(recipe).map_err(crate::PlanError::from)?;
        let sea_m = recipe.world.sea_level_m;
        Ok(match self.options.sea {
            MeshSea::Clamp => [low.max(sea_m), high.max(sea_m)],
            _ => [low, high],
        })
    }

    /// Returns the land height, in metres, that an STL prints at the top of its base. It is the low
    /// end of a given range, or else the lowest ground. Tiles use the recipe's lower bound, so that
    /// they fit together.
    pub(super) fn base_top_m(&self, progress: &Progress) -> Result<f64, ExportError> {
        let sea_m = self.heights.scene().recipe.world.sea_level_m;
        let base_top_m = match self.heights.options().range {
            HeightRange::Given([low, _]) => low,
            _ if self.heights.options().tiles.is_none() => {
                f64::from(self.heights.measure(progress)?[0])
            }
            _ => self.bounds_m()?[0],
        };
        Ok(if self.options.sea == MeshSea::Clamp { base_top_m.max(sea_m) } else { base_top_m })
    }

    /// Returns true if a run reads the samples twice, the first time for the lowest height.
    pub(super) fn needs_measuring(&self) -> bool {
        let options = self.heights.options();
        self.format == MeshFormat::Stl
            && options.tiles.is_none()
            && !matches!(options.range, HeightRange::Given(_))
    }

    /// Checks that the files can be written, before any work.
    ///
    /// # Errors
    /// The same as [`ExportPlan::check_targets`].
    pub fn check_targets(&self) -> Result<(), ExportError> {
        self.heights.check_targets()
    }
}

fn format(options: &ExportOptions, mesh: &MeshOptions) -> Result<MeshFormat, MeshError> {
    let out = options.out.clone();
    let named_format = MeshFormat::of_path(&out);
    match (mesh.format, named_format) {
        (Some(format), Some(named_format)) if named_format != format => {
            Err(MeshError::NameFormat { out, named_format, format })
        }
        (Some(_), None) if out.extension().is_some() => Err(MeshError::NoFormat(out)),
        (Some(format), _) | (None, Some(format)) => Ok(format),
        (None, None) => Err(MeshError::NoFormat(out)),
    }
}

fn check(format: MeshFormat, options: &MeshOptions) -> Result<(), MeshError> {
    let unsupported = |feature, remedy| Err(MeshError::Unsupported { format, feature, remedy });
    if format != MeshFormat::Glb {
        let only_glb = [
            (options.one_mesh, "tiles to join", "leave out the option for one mesh"),
            (options.quantise, "quantised numbers", "use glb"),
            (options.levels > 0 || options.only_level.is_some(), "levels of detail", "use glb"),
            (options.texels.is_some(), "textures", "use glb"),
        ];
        if let Some((_, feature, remedy)) = only_glb.iter().find(|(is_chosen, ..)| *is_chosen) {
            return unsupported(feature, remedy);
        }
    }
    if options.sea == MeshSea::Surface && matches!(format, MeshFormat::Ply | MeshFormat::Stl) {
        return unsupported(
            "second mesh for the sea surface",
            "use bed or clamp, or write glb or obj",
        );
    }
    if options.one_mesh && (options.levels > 0 || options.only_level.is_some()) {
        return Err(MeshError::Both("one mesh", "levels of detail"));
    }
    if options.levels > 0 && options.only_level.is_some() {
        return Err(MeshError::Both("levels of detail in a file", "a single level"));
    }
    let number = |what, value: f64, low, high| match (low..=high).contains(&value) {
        true => Ok(()),
        false => Err(MeshError::Number { what, value, low, high }),
    };
    number("the number of levels", f64::from(options.levels), 0.0, 5.0)?;
    number("the level", f64::from(options.only_level.unwrap_or(0)), 0.0, 5.0)?;
    number("texels a side", f64::from(options.texels.unwrap_or(2)), 2.0, 8192.0)?;
    number("the width in millimetres", options.width_mm, 1.0, 10_000.0)?;
    number("the exaggeration", options.exaggeration, 0.01, 100.0)?;
    number("the base in millimetres", options.base_mm, 0.1, 1000.0)
}
