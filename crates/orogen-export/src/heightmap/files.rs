//! Finds the heightmap files of a recipe, and copies them to another folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::map_layers::{make_name_unique, map_of};
use super::raster_of;
use crate::atomic;
use crate::file_error::{FileError, FileProblem};
use crate::read::{self, ReadError, ReadProblem, Reading, ReadingError};
use orogen_terrain::heightmap::{self, HeightmapGroup, HeightmapLayer, Raster};
use orogen_terrain::recipe::Recipe;

/// Returns the path of a file in or below a recipe's folder. `None` if the name leads out of the
/// folder.
fn path_in_folder(folder: &Path, file: &str) -> Option<PathBuf> {
    let name = Path::new(file);
    let is_plain = |part| matches!(part, Component::Normal(_));
    (!file.is_empty() && name.components().all(is_plain)).then(|| folder.join(name))
}

/// Returns the heightmaps of a recipe whose samples are not in memory.
fn unloaded(recipe: &Recipe) -> impl Iterator<Item = &HeightmapGroup> {
    let maps = recipe.layers.iter().filter_map(map_of);
    let is_unloaded =
        |map: &&HeightmapLayer| !map.heightmap.hash.is_empty() && map.raster().is_none();
    maps.filter(is_unloaded).map(|map| &map.heightmap)
}

/// Loads the heightmaps of a recipe from its folder.
///
/// [`heightmap::missing`] lists the heightmaps that could not be loaded.
pub fn load(recipe: &Recipe, folder: &Path) {
    unloaded(recipe).for_each(|group| store(group, load_group(group, folder)));
}

/// Returns the paths of a recipe's loaded heightmaps, by hash.
///
/// A copy of the recipe elsewhere can load them from there.
pub fn sources(recipe: &Recipe) -> BTreeMap<String, PathBuf> {
    let hash_and_path = |map: &HeightmapLayer| {
        let hash = &map.heightmap.hash;
        let path = std::path::absolute(heightmap::source(hash)?).ok()?;
        Some((hash.clone(), path))
    };
    recipe.layers.iter().filter_map(map_of).filter_map(hash_and_path).collect()
}

/// Like [`load`], but takes the files from the result of [`sources`].
///
/// It looks for all other heightmaps in the folder of `recipe_path`.
pub fn load_from(recipe: &Recipe, sources: &BTreeMap<String, PathBuf>, recipe_path: Option<&Path>) {
    let folder = recipe_path.and_then(Path::parent);
    for group in unloaded(recipe) {
        let path_in_recipe_folder = folder.and_then(|folder| path_in_folder(folder, &group.file));
        if let Some(path) = sources.get(&group.hash).cloned().or(path_in_recipe_folder) {
            store(group, load_group_at(group, path));
        }
    }
}

/// Stores the samples of a layer, or the reason why they are missing.
fn store(group: &HeightmapGroup, result: Result<(Raster, PathBuf), LoadProblem>) {
    match result {
        Ok((raster, path)) if raster.hash() == group.hash => {
            heightmap::keep(raster, Some(path));
        }
        Ok(_) => heightmap::record_failure(
            &group.hash,
            "is not the file that the recipe was made with; restore that file, or import this one again"
                .to_owned(),
        ),
        Err(why) => heightmap::record_failure(&group.hash, why.to_string()),
    }
}

/// Why a heightmap was not loaded. The text continues a sentence whose subject is the file.
#[derive(Debug, thiserror::Error)]
enum LoadProblem {
    #[error("has a name that leads out of the recipe's folder; put it next to the recipe")]
    Outside,
    #[error("is not in the recipe's folder; put it there")]
    Gone,
    #[error("cannot be read: {0}")]
    Reading(#[from] ReadingError),
    #[error("cannot be read: {0}")]
    Read(ReadProblem),
}

fn load_group(group: &HeightmapGroup, folder: &Path) -> Result<(Raster, PathBuf), LoadProblem> {
    let path = path_in_folder(folder, &group.file).ok_or(LoadProblem::Outside)?;
    load_group_at(group, path)
}

fn load_group_at(group: &HeightmapGroup, path: PathBuf) -> Result<(Raster, PathBuf), LoadProblem> {
    if !path.exists() {
        return Err(LoadProblem::Gone);
    }
    let reading: Reading = group.reading.parse()?;
    let read = |reading: &Reading| Ok(raster_of(&mut read::read(&path, reading)?, &path)?.1);
    let is_expected = |raster: &Raster| raster.hash() == group.hash;
    let result: Result<Raster, ReadError> = read(&reading);
    // An earlier version decoded some files differently. Recipes of that version keep its samples.
    let read_like_first_versions = || read(&Reading { like_first_versions: true, ..reading });
    let raster = match result.as_ref().is_ok_and(is_expected) {
        true => result,
        false => read_like_first_versions().ok().filter(is_expected).map_or(result, Ok),
    };
    Ok((raster.map_err(|error| LoadProblem::Read(error.problem))?, path))
}

/// Copies the heightmap files of a recipe to another folder, except embedded maps.
///
/// Files that exist there stay. Returns the paths of the new files.
///
/// # Errors
/// The error is one line that names the file and the reason.
pub fn copy_to_folder(recipe: &Recipe, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut written = vec![];
    for map in recipe.layers.iter().filter_map(map_of) {
        let HeightmapGroup { file, hash, .. } = &map.heightmap;
        let Some(to) = path_in_folder(folder, file) else { continue };
        // A heightmap that was not loaded cannot be copied, and the recipe contains embedded maps.
        if map.raster().is_none() || map.packed().is_some() {
            continue;
        }
        let Some(from) = heightmap::source(hash) else { continue };
        if is_same(&from, &to) {
            continue;
        }
        if to.exists() {
            match load_group(&map.heightmap, folder) {
                Ok((raster, _)) if raster.hash() == hash => {
                    heightmap::set_source(hash, to);
                    continue;
                }
                _ => return Err(FileError::write(&to, FileProblem::AlreadyExists)),
            }
        }
        copy(&from, &to)?;
        heightmap::set_source(hash, to.clone());
        written.push(to);
    }
    Ok(written)
}

/// Gives heightmaps names under which [`copy_to_folder`] can copy them to a folder.
///
/// If a different file has the name already, the heightmap gets a name with a number.
pub fn avoid_taken_names(recipe: &mut Recipe, folder: &Path) {
    let layers = recipe.layers.clone();
    for (layer, original) in recipe.layers.iter_mut().zip(layers.iter()) {
        let Some(map) = map_of(original) else { continue };
        if map.raster().is_none() || map.packed().is_some() {
            continue;
        }
        let hash = &map.heightmap.hash;
        let is_expected = |name: &str| {
            let group = HeightmapGroup { file: name.to_owned(), ..map.heightmap.clone() };
            load_group(&group, folder).is_ok_and(|(raster, _)| raster.hash() == hash)
        };
        let is_taken = |name: &str| {
            path_in_folder(folder, name).is_some_and(|path| path.exists()) && !is_expected(name)
        };
        make_name_unique(layer, layers.iter(), is_taken);
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), FileError> {
    let open = crate::source::open(from);
    let mut file = open.map_err(|problem| {
        let why = format!("the original `{}` cannot be read: {problem}", from.display());
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
