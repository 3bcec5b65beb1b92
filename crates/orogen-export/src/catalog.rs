//! The catalogue of all export formats.
//!
//! The command line and the window offer its rows.

use std::path::{Path, PathBuf};

use super::code::Language;
use super::film::FilmFormat;
use super::format::Format;
use super::maps::Map;
use super::mesh::MeshFormat;
use super::plants::PlantFormat;
use super::rivers::RiverFormat;

/// The kind of content that a format's files hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatContent {
    /// Heights, sample by sample.
    Heights(Format),
    /// Triangles.
    Mesh(MeshFormat),
    /// Pictures of surface properties.
    Map(Map),
    /// Trees and boulders, one by one.
    Plants(PlantFormat),
    /// Rivers, lakes and roads, as lines and outlines.
    Rivers(RiverFormat),
    /// The height function as source code.
    Code(Language),
    /// Frames of the rendered land.
    Film(FilmFormat),
}

/// An option that only some formats have, unlike area, resolution and tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatOption {
    /// The heights in metres of the lowest and the highest sample value.
    Range,
    /// The height of a sample under water: the bed or the water surface.
    Sea,
    /// Like `Sea`, or the bed with the water surface as a second mesh.
    SeaMesh,
    /// An option to fade octaves that are too fine for the distance between the samples.
    Filter,
    /// Where a mesh stores its colours, and the size of its textures.
    Colour,
    /// One mesh or tiles, integers or floats, and levels of detail.
    Tiling,
    /// The width, exaggeration and base of a 3D print.
    Print,
    /// The place of the outermost samples: on the border, or half a texel inside it.
    Registration,
    /// The game engine for which the files are written.
    Engine,
}

impl FormatOption {
    /// The command-line flags that set it.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Range => &["--range"],
            Self::Sea | Self::SeaMesh => &["--sea"],
            Self::Filter => &["--filter"],
            Self::Colour => &["--colour", "--texels"],
            Self::Tiling => &["--one-mesh", "--quantise", "--levels", "--level"],
            Self::Print => &["--width-mm", "--exaggeration", "--base-mm"],
            Self::Registration => &["--registration"],
            Self::Engine => &["--for"],
        }
    }
}

/// A row of the catalogue, which describes one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatRow {
    /// The kind of content that the files hold.
    pub content: FormatContent,
    /// The name that selects the format.
    pub name: &'static str,
    /// The file extensions that select the format. The first is the default.
    pub extensions: &'static [&'static str],
    /// A description in one sentence.
    pub doc: &'static str,
    /// The options that the format supports.
    pub options: &'static [FormatOption],
    /// Approximate bytes per sample on disk, uncompressed; 0 without samples.
    pub sample_bytes: u32,
}

impl FormatRow {
    /// Returns true if the format supports an option.
    pub fn has(&self, option: FormatOption) -> bool {
        self.options.contains(&option)
    }

    /// Returns the path with an extension of this format.
    ///
    /// An extension of another format is replaced. If the name has no known extension, the default
    /// extension of this format is appended.
    pub fn path_with_extension(&self, path: &Path) -> PathBuf {
        let extension = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
        let extension = extension.as_deref();
        let is_supported = extension.is_some_and(|end| self.extensions.contains(&end));
        let is_known =
            extension.is_some_and(|end| all().iter().any(|row| row.extensions.contains(&end)));
        let default_extension = self.extensions.first().copied().unwrap_or_default();
        match path.file_name() {
            _ if is_supported => path.to_owned(),
            None => path.to_owned(),
            Some(_) if is_known => path.with_extension(default_extension),
            Some(name) => {
                let mut name = name.to_owned();
                name.push(".");
                name.push(default_extension);
                path.with_file_name(name)
            }
        }
    }
}

/// Returns the row of the format that writes this content.
pub fn row(content: FormatContent) -> Option<FormatRow> {
    all().into_iter().find(|row| row.content == content)
}

const HEIGHT_OPTIONS: &[FormatOption] =
    &[FormatOption::Range, FormatOption::Sea, FormatOption::Filter, FormatOption::Engine];
const MAP_OPTIONS: &[FormatOption] =
    &[FormatOption::Sea, FormatOption::Filter, FormatOption::Registration, FormatOption::Engine];

/// Returns all rows in the order heights, meshes, maps, plants, rivers, code, films.
pub fn all() -> Vec<FormatRow> {
    let heights = Format::ALL.iter().map(|row| FormatRow {
        content: FormatContent::Heights(row.value),
        name: row.name,
        extensions: row.value.extensions(),
        doc: row.doc,
        options: HEIGHT_OPTIONS,
        sample_bytes: row.value.sample_bytes() as u32,
    });
    let meshes = MeshFormat::ALL.iter().map(|row| FormatRow {
        content: FormatContent::Mesh(row.value),
        name: row.name,
        extensions: std::slice::from_ref(&row.name),
        doc: row.doc,
        options: mesh_options(row.value),
        sample_bytes: mesh_bytes(row.value),
    });
    let maps = Map::ALL.iter().map(|row| FormatRow {
        content: FormatContent::Map(row.value),
        name: row.name,
        extensions: &["png", "exr"],
        doc: row.doc,
        options: MAP_OPTIONS,
        sample_bytes: map_bytes(row.value),
    });
    let plants = PlantFormat::ALL.iter().map(|row| FormatRow {
        content: FormatContent::Plants(row.value),
        name: row.name,
        extensions: std::slice::from_ref(&row.name),
        doc: row.doc,
        options: &[],
        sample_bytes: 0,
    });
    let rivers = RiverFormat::ALL.iter().map(|row| FormatRow {
        content: FormatContent::Rivers(row.value),
        name: row.name,
        extensions: std::slice::from_ref(&row.name),
        doc: row.doc,
        options: &[],
        sample_bytes: 0,
    });
    let codes = Language::ALL.iter().map(|row| FormatRow {
        content: FormatContent::Code(row.value),
        name: row.name,
        extensions: code_extensions(row.value),
        doc: row.doc,
        options: &[],
        sample_bytes: 0,
    });
    let films = FilmFormat::ALL.iter().map(|row| FormatRow {
        content: FormatContent::Film(row.value),
        name: row.name,
        extensions: std::slice::from_ref(&row.name),
        doc: row.doc,
        options: &[],
        sample_bytes: 0,
    });
    let sampled = heights.chain(meshes).chain(maps);
    sampled.chain(plants).chain(rivers).chain(codes).chain(films).collect()
}

/// Returns the format that the extension of a file name selects.
///
/// The result is never a map: all maps have the same extensions, and the user selects them by name.
/// It is never a film either: films have their own commands.
///
/// ```
/// use orogen_export::catalog;
/// use std::path::Path;
///
/// assert_eq!(catalog::of_path(Path::new("land.glb")).map(|row| row.name), Some("glb"));
/// ```
pub fn of_path(path: &Path) -> Option<FormatRow> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let is_selected = |row: &FormatRow| {
        !matches!(row.content, FormatContent::Map(_) | FormatContent::Film(_))
            && row.extensions.contains(&extension.as_str())
    };
    all().into_iter().find(is_selected)
}

fn code_extensions(language: Language) -> &'static [&'static str] {
    match language {
        Language::Rust => &["rs"],
        Language::C => &["c", "h"],
        Language::Wgsl => &["wgsl"],
        Language::Glsl => &["glsl"],
        Language::Hlsl => &["hlsl"],
    }
}

fn mesh_options(format: MeshFormat) -> &'static [FormatOption] {
    match format {
        MeshFormat::Glb => &[
            FormatOption::SeaMesh,
            FormatOption::Filter,
            FormatOption::Colour,
            FormatOption::Tiling,
        ],
        MeshFormat::Obj => &[FormatOption::SeaMesh, FormatOption::Filter, FormatOption::Colour],
        MeshFormat::Ply => &[FormatOption::Sea, FormatOption::Filter, FormatOption::Colour],
        MeshFormat::Stl => {
            &[FormatOption::Sea, FormatOption::Filter, FormatOption::Range, FormatOption::Print]
        }
    }
}

/// The bytes of a mesh per sample. A sample gives one vertex and two triangles.
fn mesh_bytes(format: MeshFormat) -> u32 {
    match format {
        MeshFormat::Glb => 32,
        MeshFormat::Obj => 162,
        MeshFormat::Ply => 53,
        MeshFormat::Stl => 100,
    }
}

/// The bytes of a map per texel.
fn map_bytes(map: Map) -> u32 {
    match map {
        Map::Normal | Map::Albedo | Map::Flow => 3,
        Map::Splat => 8,
        Map::Water => 1,
        Map::Slope | Map::Curvature | Map::Occlusion | Map::Ridge => 2,
        Map::Wetness | Map::Catchment | Map::Layers => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_an_extension_selects_one_format() {
        let all = all();
        for (i, row) in all.iter().enumerate() {
            assert!(row.doc.ends_with('.'), "{}", row.name);
            let is_sampled = !matches!(
                row.content,
                FormatContent::Plants(_)
                    | FormatContent::Rivers(_)
                    | FormatContent::Code(_)
                    | FormatContent::Film(_)
            );
            assert_eq!(is_sampled, !row.options.is_empty() && row.sample_bytes > 0);
            assert!(all[..i].iter().all(|other| other.name != row.name), "{}", row.name);
            if matches!(row.content, FormatContent::Map(_) | FormatContent::Film(_)) {
                continue;
            }
            for extension in row.extensions {
                let path = format!("a.{}", extension.to_uppercase());
                assert_eq!(of_path(Path::new(&path)).map(|row| row.content), Some(row.content));
            }
        }
        assert_eq!(of_path(Path::new("a.fbx")), None);
        assert_eq!(of_path(Path::new("png")), None);
    }

    #[test]
    fn a_file_name_gets_the_extension_of_its_format() {
        let stl = row(FormatContent::Mesh(MeshFormat::Stl)).unwrap();
        for (typed, named) in [
            ("a/land.png", "a/land.stl"),
            ("land", "land.stl"),
            ("my.land", "my.land.stl"),
            ("land.STL", "land.STL"),
        ] {
            assert_eq!(stl.path_with_extension(Path::new(typed)), Path::new(named));
        }
    }
}
