//! Heightmap files as layers: metadata, files of a recipe, missing and changed files.

use super::*;
use crate::heightmap::{
    avoid_taken_names, check_embedded, copy_to_folder, describe, describe_as, layer_from, load,
};
use crate::scene_file;
use orogen_terrain::heightmap::{Raster, missing};
use orogen_terrain::layer::{LayerKind, Layers};
use orogen_terrain::{Land, Recipe, Scene};
use std::fs;

/// Samples are cached by hash across tests, so each test uses its own size and numbers.
fn tiff_in(folder: &Path, name: &str, size: [usize; 2]) -> std::path::PathBuf {
    let geo = Geo {
        scale: Some([30.0, 30.0, 0.0]),
        tie: Some([0.0, 0.0, 0.0, 1_000.0, 2_000.0, 0.0]),
        keys: vec![[1024, 0, 1, 1], [1025, 0, 1, 2]],
        void: Some("-1"),
        ..Geo::default()
    };
    let mut values = floats(size);
    values[3] = -1.0;
    let path = folder.join(name);
    fs::write(&path, tiff_of(size, &values, &geo)).unwrap();
    path
}

fn recipe_of(path: &Path) -> Recipe {
    let description = describe(path).unwrap();
    let layer = layer_from(&description, &description.choices, 1).unwrap();
    Recipe { layers: Layers::new(vec![layer]).unwrap(), ..Recipe::default() }
}

#[test]
fn a_description_has_size_place_and_thumbnail() {
    let folder = tempfile::tempdir().unwrap();
    let path = tiff_in(folder.path(), "dem.tif", [31, 21]);
    let description = describe(&path).unwrap();
    assert_eq!((description.size(), description.voids), ([31, 21], 1));
    assert_eq!(description.choices.size_m, [900.0, 600.0]);
    assert_eq!(description.choices.middle_m, [1_450.0, -1_700.0], "near enough to lie there");
    assert_eq!((&*description.choices.name, &*description.form), ("dem", "32-bit GeoTIFF"));
    assert_eq!(description.middle_from([1_000.0, 2_000.0]), Some([450.0, 300.0]));
    let (size, pixels) = description.thumbnail(10);
    assert_eq!((size, pixels.len(), pixels[0]), ([10, 6], 60, 0));
    assert!(pixels[59] > 200);
    // The layer passes through the file's samples.
    let land = Land::new(&recipe_of(&path)).unwrap();
    let height_m = land.height_m([1_000.0 + 10.0 * 30.0, -2_000.0 + 5.0 * 30.0], 1.0);
    assert!((height_m - f64::from(sample(10, 5))).abs() < 1e-3, "{height_m}");
}

#[test]
fn a_recipe_finds_its_file_or_gives_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["a", "b"].map(|name| {
        let path = folder.path().join(name);
        fs::create_dir(&path).unwrap();
        path
    });
    let path = tiff_in(&first, "dem.tif", [32, 23]);
    let recipe = recipe_of(&path);
    assert_eq!(copy_to_folder(&recipe, &first), Ok(vec![]), "it lies there");
    let copied = second.join("dem.tif");
    assert_eq!(copy_to_folder(&recipe, &second), Ok(vec![copied.clone()]));
    assert_eq!(copy_to_folder(&recipe, &second), Ok(vec![]));
    assert_eq!(copy_to_folder(&recipe, &first), Ok(vec![]), "it lay there before");
    assert_eq!(fs::read(&path).unwrap(), fs::read(&copied).unwrap());
    fs::write(&copied, "somebody's").unwrap();
    let message = copy_to_folder(&recipe, &second).unwrap_err().to_string();
    assert!(message.contains("the file already exists"), "{message}");
    assert_eq!(fs::read(&copied).unwrap(), b"somebody's");
    let mut numbered = recipe.clone();
    avoid_taken_names(&mut numbered, &second);
    assert_eq!(copy_to_folder(&numbered, &second), Ok(vec![second.join("dem-2.tif")]));
    assert_eq!(fs::read(&copied).unwrap(), b"somebody's");
    let once = numbered.clone();
    avoid_taken_names(&mut numbered, &second);
    assert!(numbered == once, "a heightmap keeps the name of its own file");

    // The recipe is loaded like in another process, with hashes that are not cached.
    let text = Scene { recipe: recipe.clone(), ..Scene::default() }.to_toml();
    let layer = recipe.layers[0].clone();
    let orogen_terrain::layer::LayerKind::Heightmap(map) = &layer.kind else { panic!("a map") };
    let missing_message = |hash: &str, file: &str| {
        let text = text.replace(&map.heightmap.hash, hash).replace("dem.tif", file);
        let path = second.join("land.toml");
        fs::write(&path, text).unwrap();
        let scene = scene_file::load(&path).unwrap();
        let messages: Vec<_> = missing(&scene.recipe).iter().map(ToString::to_string).collect();
        assert_eq!(messages.len(), 1);
        assert!(Land::new(&scene.recipe).unwrap().height_m([0.0; 2], 1.0) == 0.0);
        messages[0].clone()
    };
    let message = missing_message("00aa", "none.tif");
    assert_eq!(
        message,
        "layer 1 (dem) is ignored: its heightmap `none.tif` is not in the recipe's folder; put it there"
    );
    assert!(missing_message("00ab", "dem.tif").contains("cannot be read: it is not a heightmap"));
    for name in ["../a/dem.tif", "/etc/passwd"] {
        assert!(
            missing_message(&format!("00{}", name.len()), name)
                .contains("leads out of the recipe's folder")
        );
    }
    fs::copy(&path, &copied).unwrap();
    assert!(
        missing_message("00ac", "dem.tif")
            .contains("is not the file that the recipe was made with")
    );
    load(&recipe, &second);
    assert_eq!(missing(&recipe), []);
}

#[test]
fn the_reading_of_a_raw_file_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tile.r16");
    fs::write(&path, raw16([24, 24], true)).unwrap();
    let description = describe(&path).unwrap();
    assert_eq!(description.choices.reading.to_string(), "24x24, big");
    let again = describe_as(&path, &description.choices.reading).unwrap();
    assert_eq!(again.raster.hash(), description.raster.hash());
    assert_eq!(description.choices.range_m, [0.0, 30.0]);
    assert!(check_embedded(&description).is_ok());
}

#[test]
fn a_copy_without_its_world_file_has_the_same_samples() {
    let [from, to] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let path = from.path().join("dem.tif");
    let size = [23, 17];
    fs::write(&path, tiff_of(size, &floats(size), &Geo::default())).unwrap();
    fs::write(from.path().join("dem.tfw"), "10 0 0 10 -110 -80").unwrap();
    let recipe = recipe_of(&path);
    let height_m = |recipe: &Recipe| Land::new(recipe).unwrap().height_m([-110.0, 80.0], 1.0);
    assert!((height_m(&recipe) - f64::from(sample(0, 0))).abs() < 1e-3, "{}", height_m(&recipe));
    let copy = to.path().join("dem.tif");
    fs::copy(&path, &copy).unwrap();
    let LayerKind::Heightmap(map) = &recipe.layers[0].kind else { panic!("a heightmap") };
    let group = &map.heightmap;
    let read = read(&copy, &group.reading.parse().unwrap()).unwrap();
    let raster = Raster::new(read.size, read.samples).unwrap();
    assert_eq!(raster.hash(), group.hash);
}

#[test]
fn a_lowest_sample_that_may_be_a_void_causes_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dem.tif");
    let mut values = floats([14, 9]);
    values[30] = -9999.0;
    fs::write(&path, tiff_of([14, 9], &values, &Geo::default())).unwrap();
    let describe_with = |reading: &str| describe_as(&path, &reading.parse().unwrap()).unwrap();
    let (without_void, with_void) = (describe_with(""), describe_with("void=-9999"));
    assert!(
        without_void.warnings.iter().any(|note| note.ends_with("set void=-9999")),
        "{without_void:?}"
    );
    assert_eq!((without_void.voids, with_void.voids, with_void.warnings.len()), (0, 1, 0));
    assert_eq!(with_void.choices.reading.to_string(), "void=-9999", "a recipe records the void");
}

#[test]
fn scale_and_offset_make_the_heights_of_a_layer() {
    use super::synthetic_tiff::{Form, SyntheticTiff, text};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dem.tif");
    let size = [19, 13];
    let item = |role: &str, value: &str| {
        format!("<Item name=\"X\" sample=\"0\" role=\"{role}\">{value}</Item>")
    };
    let items = [item("scale", "0.1"), item("offset", "-100")].concat();
    let tiff = SyntheticTiff::of_floats(size, 13, &floats(size), Form::default());
    fs::write(&path, tiff.placed().with(42_112, text(&items)).bytes(Form::default())).unwrap();
    let description = describe(&path).unwrap();
    let [low_m, high_m] = description.choices.range_m;
    let last = f64::from(sample(18, 12));
    assert!((low_m - 0.0).abs() < 1e-9 && (high_m - (0.1 * last - 100.0)).abs() < 1e-9);
    let land = Land::new(&recipe_of(&path)).unwrap();
    let [east_m, south_m] = description.choices.middle_m;
    let height_m = land.height_m([east_m, south_m], 1.0);
    assert!((height_m - (0.1 * f64::from(sample(9, 6)) - 100.0)).abs() < 1e-3, "{height_m}");
}

#[test]
fn recipes_of_earlier_versions_keep_their_land() {
    use super::synthetic_tiff::{Form, SyntheticTiff, Value, short};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dem.tif");
    let size = [17, 11];
    let south_up =
        [10.0, 0.0, 0.0, 0.0, 0.0, 10.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let tiff = SyntheticTiff::of_floats(size, 11, &floats(size), Form::default());
    let upside_down = tiff.clone().with(34_264, Value::Double(south_up.to_vec()));
    let from_white = tiff.with(262, short(0));
    let of_white: Vec<f32> = floats(size).iter().map(|sample| 1.0 - sample).collect();
    for (tiff, old_samples) in [(upside_down, floats(size)), (from_white, of_white)] {
        fs::write(&path, tiff.bytes(Form::default())).unwrap();
        let mut recipe = recipe_of(&path);
        let mut layer = recipe.layers[0].clone();
        let LayerKind::Heightmap(map) = &mut layer.kind else { panic!("a heightmap") };
        map.heightmap.hash = Raster::new(size, old_samples).unwrap().hash().to_owned();
        recipe.layers = Layers::new(vec![layer]).unwrap();
        assert_eq!(missing(&recipe).len(), 1);
        load(&recipe, folder.path());
        assert!(missing(&recipe).is_empty(), "{:?}", missing(&recipe));
    }
}
