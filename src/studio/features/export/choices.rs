//! Everything that the user chooses in the export dialog.

use std::path::{Path, PathBuf};

use super::films::{Content, FilmChoices, FilmFormat, FilmKind};
use crate::export::catalog::{self, FormatContent, FormatOption, FormatRow};
use crate::export::code::Language;
use crate::export::job::{ExportContent, ExportJob};
use crate::export::maps::{Map, MapOptions, Registration};
use crate::export::mesh::{MeshFormat, MeshOptions};
use crate::export::plants::PlantFormat;
use crate::export::rivers::RiverFormat;
use crate::export::{
    Area, Engine, ExportOptions, Format, HeightRange, ProtectedFiles, Sea, TileSelection, Tiles,
};

/// The kinds of export, which are the buttons at the top of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    Heights,
    Mesh,
    Maps,
    Rivers,
    Plants,
    Code,
    Picture,
    Film,
}

/// An export with all of the user's choices, ready to be checked and run.
#[derive(Clone, Debug, PartialEq)]
pub enum ChosenExport {
    /// An export of the land.
    Job(ExportJob),
    /// A picture or a film of the view.
    Film(FilmChoices),
}

impl ExportKind {
    /// The kinds in the two rows of buttons. Each has its value, button text and tooltip.
    pub const ALL: [&[(Self, &str, &str)]; 2] = [
        &[
            (Self::Heights, "Heights", "A heightmap."),
            (Self::Mesh, "Mesh", "A triangle mesh for engines, modellers and 3D printers."),
            (Self::Maps, "Maps", "Texture maps: normals, weights, colours …"),
            (Self::Rivers, "Rivers", "The courses of rivers, and the outlines of lakes."),
        ],
        &[
            (Self::Plants, "Plants", "The positions of trees and boulders."),
            (Self::Code, "Code", "The height function as source code."),
            (Self::Picture, "Picture", "A picture of the view, of any size."),
            (Self::Film, "Film", "A turntable, or a flight along the bookmarks."),
        ],
    ];
}

/// The user's choices for all kinds of export, so that nothing is lost when the user switches to
/// another kind.
#[derive(Clone, Debug)]
pub struct ExportChoices {
    pub out: String,
    pub kind: ExportKind,
    pub format: Format,
    pub mesh_format: MeshFormat,
    pub mesh: MeshOptions,
    pub maps: Vec<Map>,
    pub registration: Registration,
    pub plants: PlantFormat,
    pub rivers: RiverFormat,
    pub language: Language,
    pub engine: Option<Engine>,
    pub samples: u32,
    pub range: HeightRange,
    /// The lowest and highest height that the user typed last, in metres.
    pub given_m: [f64; 2],
    pub sea: Sea,
    pub filter: bool,
    pub tiles: [u32; 2],
    pub share_border: bool,
    /// The content of a picture.
    pub content: Content,
    /// The size of a picture, in pixels.
    pub picture: [u32; 2],
    pub film: FilmChoices,
}

impl Default for ExportChoices {
    fn default() -> Self {
        Self {
            out: "land.png".to_owned(),
            kind: ExportKind::Heights,
            format: Format::Png16,
            mesh_format: MeshFormat::Glb,
            mesh: MeshOptions::default(),
            maps: vec![Map::Normal, Map::Splat],
            registration: Registration::default(),
            plants: PlantFormat::default(),
            rivers: RiverFormat::default(),
            language: Language::Rust,
            engine: None,
            samples: 1025,
            range: HeightRange::Recipe,
            given_m: [-500.0, 1500.0],
            sea: Sea::Bed,
            filter: false,
            tiles: [1, 1],
            share_border: true,
            content: Content::Picture,
            picture: [3840, 2160],
            film: FilmChoices::default(),
        }
    }
}

impl ExportChoices {
    /// Returns the content of the files. `None` for a picture, which is not in the catalogue of
    /// formats, and while no map is chosen.
    fn format_content(&self) -> Option<FormatContent> {
        Some(match self.kind {
            ExportKind::Heights => FormatContent::Heights(self.format),
            ExportKind::Mesh => FormatContent::Mesh(self.mesh_format),
            ExportKind::Maps => FormatContent::Map(*self.maps.first()?),
            ExportKind::Plants => FormatContent::Plants(self.plants),
            ExportKind::Rivers => FormatContent::Rivers(self.rivers),
            ExportKind::Code => FormatContent::Code(self.language),
            ExportKind::Picture => return None,
            ExportKind::Film => FormatContent::Film(self.film.format),
        })
    }

    /// Returns the row of the chosen format in the catalogue, if the format is listed there.
    pub fn row(&self) -> Option<FormatRow> {
        self.format_content().and_then(catalog::row)
    }

    /// Returns true if the export covers a square area of the land.
    pub fn has_area(&self) -> bool {
        self.is_sampled() || matches!(self.kind, ExportKind::Plants | ExportKind::Rivers)
    }

    /// Returns true if the export samples an area on a grid. The user then chooses the number of
    /// samples.
    pub fn is_sampled(&self) -> bool {
        matches!(self.kind, ExportKind::Heights | ExportKind::Mesh | ExportKind::Maps)
    }

    /// Gives the file name the extension of the chosen format.
    pub fn update_extension(&mut self) {
        let path = PathBuf::from(self.out.trim());
        let ending = match (self.kind, self.engine) {
            (ExportKind::Heights, Some(engine)) => Some(engine.extension(self.format)),
            (ExportKind::Maps, _) => Some("png"),
            (ExportKind::Picture, _) => Some(self.content.extension()),
            _ => None,
        };
        let png = || catalog::row(FormatContent::Heights(Format::Png16));
        let new_path = match (ending, self.row().or_else(png)) {
            (Some(ending), Some(row)) => row.path_with_extension(&path).with_extension(ending),
            (None, Some(row)) => row.path_with_extension(&path),
            (_, None) => return,
        };
        if path.file_name().is_some() && new_path != path {
            self.out = new_path.display().to_string();
        }
    }

    /// Chooses the kind and the format that fit the extension of the file name. An unknown
    /// extension changes nothing.
    pub fn follow_name(&mut self) {
        let path = Path::new(self.out.trim());
        match FilmFormat::of_path(path) {
            // The extension `.png` fits both a picture and a frame of a film, so the kind stays.
            Some(FilmFormat::Png)
                if matches!(self.kind, ExportKind::Picture | ExportKind::Film) =>
            {
                return;
            }
            Some(FilmFormat::Png) | None => {}
            Some(format) => return self.set_format_content(FormatContent::Film(format)),
        }
        let Some(row) = catalog::of_path(path) else { return };
        if self.kind == ExportKind::Picture && row.name == self.content.extension() {
            return;
        }
        // Maps are PNG or EXR files too, so the kind stays.
        let fits_maps = matches!(row.content, FormatContent::Heights(Format::Png16 | Format::Exr));
        if self.kind == ExportKind::Maps && fits_maps {
            return;
        }
        self.set_format_content(row.content);
        if let Some(engine) = self.engine
            && !engine.formats().contains(&self.format)
        {
            self.engine = None;
        }
    }

    /// Chooses the kind and the format for this content. Maps leave both as they are.
    pub fn set_format_content(&mut self, content: FormatContent) {
        match content {
            FormatContent::Heights(format) => {
                (self.kind, self.format) = (ExportKind::Heights, format)
            }
            FormatContent::Mesh(format) => {
                (self.kind, self.mesh_format) = (ExportKind::Mesh, format)
            }
            FormatContent::Plants(format) => {
                (self.kind, self.plants) = (ExportKind::Plants, format)
            }
            FormatContent::Rivers(format) => {
                (self.kind, self.rivers) = (ExportKind::Rivers, format)
            }
            FormatContent::Code(language) => {
                (self.kind, self.language) = (ExportKind::Code, language)
            }
            FormatContent::Film(format) => {
                (self.kind, self.film.format) = (ExportKind::Film, format)
            }
            FormatContent::Map(_) => {}
        }
    }

    /// Chooses a game engine. If it cannot read the chosen format, the first format that it reads
    /// is chosen too.
    pub fn set_engine(&mut self, engine: Option<Engine>) {
        self.engine = engine;
        if let Some(engine) = engine
            && !engine.formats().contains(&self.format)
        {
            self.format = engine.formats()[0];
        }
        self.update_extension();
    }

    /// Returns the chosen export. `area` is the area to export; pictures and films ignore it.
    pub fn chosen(&self, area: Option<Area>) -> ChosenExport {
        match self.kind {
            ExportKind::Picture | ExportKind::Film => ChosenExport::Film(self.film()),
            _ => ChosenExport::Job(self.job(area)),
        }
    }

    /// Returns the chosen picture or film.
    fn film(&self) -> FilmChoices {
        let out = PathBuf::from(self.out.trim());
        let mut film = FilmChoices { out, replace: false, ..self.film.clone() };
        let has_alpha = match self.kind {
            ExportKind::Picture => {
                film.kind = FilmKind::Picture { content: self.content };
                film.size = self.picture;
                self.content == Content::Picture
            }
            _ => film.format.has_alpha(),
        };
        film.transparent &= has_alpha;
        film
    }

    /// Returns the job for an export of the land. Choices that its format does not have are left
    /// out.
    pub fn job(&self, area: Option<Area>) -> ExportJob {
        let row = self.row();
        let has = |choice| row.as_ref().is_some_and(|row| row.has(choice));
        let tiles = Tiles { counts: self.tiles, share_border: self.share_border };
        let is_tiled = self.is_sampled() && self.tiles != [1, 1];
        let options = ExportOptions {
            out: PathBuf::from(self.out.trim()),
            format: (self.kind == ExportKind::Heights).then_some(self.format),
            engine: self.engine.filter(|_| has(FormatOption::Engine)),
            area: area.filter(|_| self.has_area()),
            samples: self.is_sampled().then_some(self.samples),
            range: if has(FormatOption::Range) { self.range } else { HeightRange::Recipe },
            sea: if has(FormatOption::Sea) { self.sea } else { Sea::Bed },
            filter: self.filter && has(FormatOption::Filter),
            tiles: is_tiled.then_some(tiles),
            part: TileSelection::All,
            protected_files: ProtectedFiles::default(),
        };
        let content = match self.kind {
            ExportKind::Heights => ExportContent::Heights,
            ExportKind::Mesh => ExportContent::Mesh(self.mesh_options(has)),
            ExportKind::Maps => ExportContent::Maps(MapOptions {
                maps: self.maps.clone(),
                registration: self.registration,
            }),
            ExportKind::Plants => ExportContent::Plants(self.plants),
            ExportKind::Rivers => ExportContent::Rivers(self.rivers),
            _ => ExportContent::Code(self.language),
        };
        ExportJob { content, options }
    }

    fn mesh_options(&self, has: impl Fn(FormatOption) -> bool) -> MeshOptions {
        let base = MeshOptions { format: Some(self.mesh_format), ..MeshOptions::default() };
        let mut mesh = MeshOptions { sea: self.mesh.sea, ..base };
        if has(FormatOption::Sea) {
            mesh.sea = self.sea.into();
        }
        if has(FormatOption::Colour) {
            mesh.colour = self.mesh.colour;
        }
        if has(FormatOption::Tiling) {
            (mesh.one_mesh, mesh.quantise) = (self.mesh.one_mesh, self.mesh.quantise);
            mesh.levels = if mesh.one_mesh { 0 } else { self.mesh.levels };
        }
        if has(FormatOption::Print) {
            (mesh.width_mm, mesh.base_mm) = (self.mesh.width_mm, self.mesh.base_mm);
            mesh.exaggeration = self.mesh.exaggeration;
        }
        mesh
    }
}
