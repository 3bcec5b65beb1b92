//! The files of a recipe's heightmaps: found beside it, and carried along with it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::lay::name_apart;
use super::mapped;
use crate::atomic;
use crate::file_error::{FileError, FileProblem};
use crate::read::{ReadProblem, Reading, ReadingError};
use orogen_terrain::heightmap::{self, HeightmapGroup, HeightmapLayer, Raster};
use orogen_terrain::layer::{Layer, LayerKind};
use orogen_terrain::recipe::Recipe;

/// The name of a file in a recipe's folder, or below it; none that leads out of it.
fn beside_recipe(folder: &Path, file: &str) -> Option<PathBuf> {
    let name = Path::new(file);
    let is_plain = |part| matches!(part, Component::Normal(_));
    (!file.is_empty() && name.components().all(is_plain)).then(|| folder.join(name))
}

/// The heightmap of a layer that is one.
pub(super) fn map_of(layer: &Layer) -> Option<&HeightmapLayer> {
    match &layer.kind {
        LayerKind::Heightmap(map) => Some(map),
        LayerKind::Noise(_) | LayerKind::Landform(_) => None,
    }
}

/// The heightmaps of a recipe whose samples are not in memory.
fn unloaded(recipe: &Recipe) -> impl Iterator<Item = &HeightmapGroup> {
    let maps = recipe.layers.iter().filter_map(map_of);
    let is_unloaded =
        |map: &&HeightmapLayer| !map.heightmap.hash.is_empty() && map.raster().is_none();
    maps.filter(is_unloaded).map(|map| &map.heightmap)
}

/// Brings the heightmaps of a recipe that lie in a folder to where its lands find them. What is not
/// there is said by [`heightmap::missing`].
pub fn load(recipe: &Recipe, folder: &Path) {
    unloaded(recipe).for_each(|group| take(group, loaded(group, folder)));
}

/// The files of a recipe's heightmaps as they are now, by their hashes: for texts of the recipe that
/// lie elsewhere.
pub fn sources(recipe: &Recipe) -> BTreeMap<String, PathBuf> {
    let of = |map: &HeightmapLayer| {
        let hash = &map.heightmap.hash;
        let path = std::path::absolute(heightmap::source(hash)?).ok()?;
        Some((hash.clone(), path))
    };
    recipe.layers.iter().filter_map(map_of).filter_map(of).collect()
}

/// As [`load`], from the files of [`sources`]; a recipe that knows none has them in the folder of
/// `beside`, if there is one.
pub fn load_from(recipe: &Recipe, sources: &BTreeMap<String, PathBuf>, beside: Option<&Path>) {
    let folder = beside.and_then(Path::parent);
    for group in unloaded(recipe) {
        let own = folder.and_then(|folder| beside_recipe(folder, &group.file));
        if let Some(path) = sources.get(&group.hash).cloned().or(own) {
            take(group, loaded_at(group, path));
        }
    }
}

/// Keeps what was read for a layer, or why it could not be.
fn take(group: &HeightmapGroup, loaded: Result<(Raster, PathBuf), NotLoaded>) {
    match loaded {
        Ok((raster, path)) if raster.hash() == group.hash => {
            heightmap::keep(raster, Some(path));
        }
        Ok(_) => heightmap::fail(
            &group.hash,
            "is another one than the recipe was made with; put that back, or import it again"
                .to_owned(),
        ),
        Err(why) => heightmap::fail(&group.hash, why.to_string()),
    }
}

/// Why a heightmap is not read, in words that go on from the name of its file.
#[derive(Debug, thiserror::Error)]
enum NotLoaded {
    #[error("has a name that leads out of the recipe's folder; put it beside the recipe")]
    Outside,
    #[error("is not beside the recipe; put it there")]
    Gone,
    #[error("cannot be read: {0}")]
    Reading(#[from] ReadingError),
    #[error("cannot be read: {0}")]
    Read(ReadProblem),
}

fn loaded(group: &HeightmapGroup, folder: &Path) -> Result<(Raster, PathBuf), NotLoaded> {
    let path = beside_recipe(folder, &group.file).ok_or(NotLoaded::Outside)?;
    loaded_at(group, path)
}

fn loaded_at(group: &HeightmapGroup, path: PathBuf) -> Result<(Raster, PathBuf), NotLoaded> {
    if !path.exists() {
        return Err(NotLoaded::Gone);
    }
    let reading: Reading = group.reading.parse()?;
    let read = |reading: &Reading| mapped(&path, reading, &AtomicBool::new(false));
    let is_own = |raster: &Raster| raster.hash() == group.hash;
    let found = read(&reading).map(|(_, _, raster)| raster);
    // Land that an earlier version made of the file stays as it is.
    let before = || read(&Reading { as_before: true, ..reading }).map(|(_, _, raster)| raster);
    let raster = match found.as_ref().is_ok_and(is_own) {
        true => found,
        false => before().ok().filter(is_own).map_or(found, Ok),
    };
    Ok((raster.map_err(|error| NotLoaded::Read(error.problem))?, path))
}

/// Puts the files of a recipe's heightmaps beside it, as it is saved in another folder: all that it
/// doesn't hold itself. What is there already stays. Which ones were written.
///
/// # Errors
/// One line: which file cannot be, and why.
pub fn carry(recipe: &Recipe, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut written = vec![];
    for map in recipe.layers.iter().filter_map(map_of) {
        let HeightmapGroup { file, hash, .. } = &map.heightmap;
        let Some(to) = beside_recipe(folder, file) else { continue };
        // One that is missing stays so.
        if map.raster().is_none() || map.packed().is_some() {
            continue;
        }
        let Some(from) = heightmap::source(hash) else { continue };
        if is_same(&from, &to) {
            continue;
        }
        if to.exists() {
            match loaded(&map.heightmap, folder) {
                Ok((raster, _)) if raster.hash() == hash => {
                    heightmap::moved(hash, to);
                    continue;
                }
                _ => return Err(FileError::write(&to, FileProblem::IsThere)),
            }
        }
        copy(&from, &to)?;
        heightmap::moved(hash, to.clone());
        written.push(to);
    }
    Ok(written)
}

/// Gives a recipe's heightmaps names under which [`carry`] can put their files into a folder: where
/// another file has the name already, it gets a number.
pub fn make_room(recipe: &mut Recipe, folder: &Path) {
    let layers = recipe.layers.clone();
    for (layer, before) in recipe.layers.iter_mut().zip(layers.iter()) {
        let Some(map) = map_of(before) else { continue };
        if map.raster().is_none() || map.packed().is_some() {
            continue;
        }
        let hash = &map.heightmap.hash;
        let is_own = |name: &str| {
            let group = HeightmapGroup { file: name.to_owned(), ..map.heightmap.clone() };
            loaded(&group, folder).is_ok_and(|(raster, _)| raster.hash() == hash)
        };
        let is_taken = |name: &str| {
            beside_recipe(folder, name).is_some_and(|path| path.exists()) && !is_own(name)
        };
        name_apart(layer, layers.iter(), is_taken);
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), FileError> {
    let open = crate::source::open(from);
    let mut file = open.map_err(|problem| {
        let why = format!("`{}`, which it is a copy of, cannot be read: {problem}", from.display());
        FileError::write(to, FileProblem::Format(why))
    })?;
    atomic::write(to, |out| {
        std::io::copy(&mut file, out)?;
        Ok(())
    })
}

fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
