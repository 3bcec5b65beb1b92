//! Tests of scene files that are read, refused and written.

use super::*;
use crate::look::Style;
use crate::preset::PRESETS;
use proptest::prelude::*;

fn problem(text: &str) -> (usize, usize, String) {
    match Scene::from_toml(text) {
        Err(SceneError::At { line, column, problem }) => (line, column, problem.to_string()),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_file_is_a_patch_over_the_defaults() {
    assert_eq!(Scene::from_toml(""), Ok(Scene::default()));
    let scene =
        Scene::from_toml("version = 1\n[noise]\nseed = 7\n[fractal]\noctaves = 3\n").unwrap();
    assert_eq!((scene.recipe.world.seed.as_str(), scene.recipe.base().fractal.octaves), ("7", 3.0));
    assert_eq!(scene.recipe.shape(), Recipe::default().shape());
}

#[test]
fn errors_of_scene_files_name_the_place_and_the_remedy() {
    for (text, line, column, words) in [
        ("[noise\n", 1, 7, ""),
        ("a = \n", 1, 5, ""),
        ("[noise]\nsede = 1\n", 2, 1, "did you mean `noise.seed`?"),
        ("[nois]\nseed = 1\n", 1, 2, "did you mean `noise`?"),
        ("octaves = 3\n", 1, 1, "there is no key `octaves`"),
        ("noise = 3\n", 1, 9, "write it as a table"),
        ("[fractal]\noctaves = \"many\"\n", 2, 11, "wrong type"),
        ("[fractal]\noctaves = nan\n", 2, 11, "NaN is not a finite number"),
        ("[fractal]\n\noctaves = -inf\n", 3, 11, "not a finite number"),
        ("[fractal]\noctaves = 11\n", 2, 11, "allowed is a number from 1 to 10"),
        (
            "[fractal]\nrotate = 1\n",
            2,
            10,
            "fractal.rotate: 1 is of the wrong type; allowed is true or false",
        ),
        (
            "[fractal]\nrotate = \"yes\"\n",
            2,
            10,
            "`yes` is neither on nor off; allowed is true or false",
        ),
        (
            "[fractal]\noctaves = true\n",
            2,
            11,
            "fractal.octaves: true is of the wrong type; allowed is a number",
        ),
        (
            "[fractal]\noctaves = [1, 2, 3]\n",
            2,
            11,
            "fractal.octaves: [1, 2, 3] is of the wrong type",
        ),
        (
            "[fractal]\noctaves = 99999999999999999999\n",
            2,
            11,
            "99999999999999999999 is out of range",
        ),
        (
            "[noise]\nseed = [1, 2]\n",
            2,
            8,
            "world.seed: [1, 2] is of the wrong type; allowed is text",
        ),
        (
            "[noise]\nseed = 18446744073709551615\n",
            2,
            8,
            "18446744073709551615 is beyond TOML's numbers",
        ),
        ("[noise]\nseed = 18446744073709551615\n", 2, 8, "put it in quotes"),
        (
            "[colour]\ngrass = [1, 2]\n",
            2,
            9,
            "colour.grass: [1, 2] is not three numbers; allowed is #rrggbb",
        ),
        ("[colour]\ngrass = [[1, 2]]\n", 2, 9, "three numbers"),
        ("[colour]\ngrass = \"#+12345\"\n", 2, 9, "`#+12345` is not a colour; allowed is #rrggbb"),
        ("[world]\nspacing_m = 3\n", 2, 13, "0.25, 0.5, 1, 2, 4, 8"),
        ("version = 4\n", 1, 11, "newer"),
        ("version = 4\n[erosion]\nstrength = 1\n", 1, 11, "newer"),
        ("version = \"1\"\n", 1, 11, "allowed are 1 to 3"),
        ("view = \"camera=1,2\"\n", 1, 8, "yaw,pitch,distance"),
    ] {
        let (at_line, at_column, problem) = problem(text);
        assert_eq!((at_line, at_column), (line, column), "{text}: {problem}");
        assert!(problem.contains(words) && !problem.contains('\n'), "{text}: {problem}");
    }
}

#[test]
fn errors_in_lists_of_a_file_are_located() {
    let many = "[[edit]]\noctave = 0\ncell = [0, 0]\ngradient = [0, 0]\n".repeat(65);
    for (text, at, words) in [
        ("[[operation]]\nid = 1\n", 1, "kind is missing"),
        ("[[operation]]\nkind = \"melt\"\n", 2, "no kind of operation `melt`; allowed are levels"),
        ("operation = 3\n", 1, "operation: write each as a table of its own"),
        (
            "[[layer]]\n[[layer.mask]]\nkind = \"slope\"\nfrom_deg = 100\n",
            4,
            "layer.1.mask.1.from_deg: 100",
        ),
        (
            "[[layer]]\n[[layer.mask]]\nkind = \"slope\"\n[[layer.mask]]\nid = 1\nkind = \"slope\"\n",
            4,
            "two masks",
        ),
        (
            "[[layer]]\nkind = \"craters\"\n[layer.dunes]\nsize = 3\n",
            4,
            "there is no key `layer.1.dunes.size`",
        ),
        ("layer = 3\n", 1, "[[layer]]"),
        ("[[layer]]\nkind = \"rivers\"\n", 2, "no kind of layer `rivers`"),
        ("[[layer]]\nid = 0\n", 2, "a number from 1"),
        ("[[layer]]\nid = 2\n[[layer]]\nid = 2\n", 1, "the number 2"),
        ("[[layer]]\nopacity = 3\n", 2, "layer.1.opacity: 3 is out of range"),
        ("[[layer]]\n[layer.fractal]\noctavs = 3\n", 3, "did you mean `fractal.octaves`?"),
        ("[fractal]\noctaves = 3\n[[layer]]\n", 1, "[layer.fractal]"),
        ("[[edit]]\noctave = 32\ncell = [0, 0]\ngradient = [0, 0]\n", 2, "0 to 31"),
        ("[[edit]]\noctave = 0\ncell = [0.5, 0]\ngradient = [0, 0]\n", 3, "whole numbers"),
        ("[[edit]]\noctave = 0\ncell = [1, 2, 3]\ngradient = [0, 0]\n", 3, "two whole"),
        ("[[edit]]\noctave = 0\ncell = [0, 0]\ngradient = [5, 0]\n", 4, "from -4 to 4"),
        ("[[edit]]\noctave = 0\ncell = [0, 0]\ngradient = [nan, 0]\n", 4, "from -4 to 4"),
        ("[[edit]]\noctave = 0\ngradient = [0, 0]\n", 1, "cell is missing"),
        ("[[edit]]\noctaves = 0\n", 2, "did you mean `octave`?"),
        ("edit = 3\n", 1, "a table of its own"),
        ("[edit]\noctave = 3\n", 1, "a table of its own"),
        ("[[layer]]\nid = 1\n[[edit]]\noctave = 0\n", 3, "belongs inside a layer"),
        ("[[layer]]\nkind = \"dunes\"\n[[layer.edit]]\noctave = 0\n", 3, "no key"),
        (&many, 257, "up to 64"),
    ] {
        let (line, _, problem) = problem(text);
        assert!(line == at && problem.contains(words), "{text}: line {line}: {problem}");
        assert!(!problem.contains('\n'), "{problem}");
    }
}

#[test]
fn quoted_switches_colours_and_large_seeds_are_read() {
    let text = "[noise]\nseed = \"18446744073709551615\"\n[fractal]\nrotate = \"on\"\n[colour]\ngrass = \"#102030\"\n";
    let recipe = Scene::from_toml(text).unwrap().recipe;
    assert_eq!(
        (recipe.world.seed.as_str(), recipe.base().fractal.rotate),
        ("18446744073709551615", true)
    );
    assert_eq!(recipe.colour.grass, [0x10, 0x20, 0x30].map(|c| c as f32 / 255.0));
}

#[test]
fn keys_of_tables_override_the_view_and_the_view_overrides_the_defaults() {
    let [look, light] = ["[look]\nstyle = \"course\"\n", "[light]\nambient = 0.5\n"];
    let view = "view = \"camera=1,2,3; light.ambient=0.1; light.stars=1; look.style=natural\"\n";
    let scene = Scene::from_toml(&format!("{view}{look}{light}")).unwrap();
    let params = &scene.view.params;
    assert_eq!(
        (params.look.style, params.light.ambient, params.light.stars),
        (Style::Course, 0.5, 1.0)
    );
    assert_eq!(scene.view.camera.distance_m, 3.0);
    assert_eq!(Scene::from_toml(&format!("{view}{light}{look}")), Ok(scene));
}

#[test]
fn values_in_messages_are_cut_and_printable() {
    for text in [
        format!("[fractal]\nkind = \"{}\"\n", "x".repeat(10_000)),
        format!("[fractal]\nkind = \"{}\"\n", "x ".repeat(10_000)),
        format!("[fractal]\noctaves = \"{}\"\n", "x ".repeat(10_000)),
        format!("[noise]\n\"{}\" = 1\n", "x ".repeat(10_000)),
        format!("[\"{}\"]\n", "x ".repeat(10_000)),
        format!("view = \"{}\"\n", "x ".repeat(10_000)),
        format!("view = \"{}=1\"\n", "x ".repeat(10_000)),
        format!("view = \"camera={}\"\n", "1 ".repeat(10_000)),
        format!("view = \"bookmark{}=1\"\n", "1 ".repeat(10_000)),
        format!("view = \"look.style={}\"\n", "1 ".repeat(10_000)),
    ] {
        let (.., problem) = problem(&text);
        assert!(problem.len() < 400 && problem.contains('…'), "{problem}");
    }
}

#[test]
fn choices_that_exclude_each_other_are_refused() {
    let error = Scene::from_toml("[noise]\nperiod = 4\n[fractal]\nlacunarity = 2.5\n").unwrap_err();
    assert!(error.to_string().contains("lacunarity"), "{error}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(?s).{0,200}") {
        let _ = Scene::from_toml(&text);
    }
}

#[test]
fn the_value_of_a_key_is_what_was_set() {
    let scene = PRESETS.iter().find(|preset| preset.slug == "canyon").unwrap().scene().unwrap();
    let numbers: Vec<_> = scene.recipe.layers.iter().map(|layer| layer.id).collect();
    let key = format!("layer.{}.opacity", numbers[0]);
    for (key, text) in [("world.sea_level_m", "12"), ("look.overlay", "slope"), (&key, "0.25")] {
        let mut scene = scene.clone();
        scene.set_text(key, text).unwrap();
        assert_eq!(scene.value(key).unwrap().to_string(), text, "{key}");
    }
    for key in ["world.sea_level", "layer.1.opacty", "layer.99.opacity", "operation.77.on", ""] {
        let refused = scene.clone().set_text(key, "1").unwrap_err();
        assert_eq!(scene.value(key), Err(refused), "{key}");
    }
}
