//! Bad input gets one clear line, exit code 2, and nothing is written.

use crate::tools::{Scratch, run};

/// Runs the program in a folder that holds `recipe.toml` and says what it printed to standard
/// error.
fn refuse(recipe: &str, arguments: &[&str], words: &[&str]) {
    let scratch = Scratch::new("bad");
    std::fs::write(scratch.0.join("recipe.toml"), recipe).unwrap();
    std::fs::create_dir_all(scratch.0.join("folder")).unwrap();
    let output = run(&scratch.0, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    assert!(said.starts_with("orogen: "), "{said}");
    for word in words {
        assert!(said.contains(word), "{arguments:?} should say `{word}`: {said}");
    }
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(scratch.names(), ["folder", "recipe.toml"], "{arguments:?} left something behind");
}

fn refuse_render(arguments: &[&str], words: &[&str]) {
    let mut all = vec!["render", "--out", "a.png"];
    all.extend(arguments);
    refuse("", &all, words);
}

fn refuse_recipe(recipe: &str, words: &[&str]) {
    refuse(recipe, &["render", "recipe.toml", "--out", "a.png"], words);
}

#[test]
fn recipes_that_are_not_there() {
    refuse_render(&["mountain"], &["`mountain`", "did you mean `mountains`?"]);
    refuse_render(&["zzz"], &["zzz", "Presets: alps"]);
    refuse_render(&["no/such.toml"], &["no/such.toml", "no such file"]);
    refuse_render(&["./folder"], &["./folder", "it is a folder"]);
    refuse("", &["archipelag"], &["did you mean `archipelago`?"]);
}

#[test]
fn files_that_are_wrong() {
    refuse_recipe("[noise\n", &["recipe.toml:1:7"]);
    refuse_recipe(
        "[fractal]\noctavs = 3\n",
        &["recipe.toml:2:1", "did you mean `fractal.octaves`?"],
    );
    refuse_recipe(
        "[fractal]\noctaves = \"x\"\n",
        &["recipe.toml:2:11", "wrong type", "from 1 to 10"],
    );
    refuse_recipe("[fractal]\noctaves = nan\n", &["recipe.toml:2:11", "finite"]);
    refuse_recipe("[shape]\nheight_m = inf\n", &["recipe.toml:2:12", "finite", "from 0 to 8000 m"]);
    refuse_recipe("[shape]\nheight_m = 1e9\n", &["out of range", "from 0 to 8000 m"]);
}

#[test]
fn changes_that_cannot_be_made() {
    refuse_render(&["--set", "octaves"], &["no `=`", "key=value"]);
    refuse_render(&["--set", "octaves=3"], &["did you mean `fractal.octaves`?"]);
    refuse_render(
        &["--set", "fractal.octaves=many"],
        &["fractal.octaves", "not a number", "from 1 to 10"],
    );
    refuse_render(&["--set", "noise.period=4", "--set", "fractal.lacunarity=2.5"], &["lacunarity"]);
    refuse_render(&["--camera", "1,2"], &["--camera", "yaw,pitch,distance"]);
    refuse_render(&["--camera", "1,2,nan"], &["--camera", "finite"]);
    refuse_render(&["--seed", &"x".repeat(201)], &["--seed", "200 characters"]);
}

#[test]
fn pictures_that_cannot_be_made() {
    for size in ["0x0", "99999x99999", "abc", "1280", "-1x5", "12 x 12"] {
        refuse_render(&[&format!("--size={size}")], &["--size", size, "from 1 to 16384"]);
    }
    refuse("", &["render", "--out", "missing/a.png"], &["--out", "there is no folder `missing`"]);
    refuse("", &["render", "--out", "folder"], &["--out", "it is a folder"]);
    refuse("", &["render"], &["--out"]);
    refuse("", &["render", "--nonsense", "--out", "a.png"], &["--nonsense", "--help"]);
}

#[test]
fn a_folder_that_takes_no_files() {
    // Root may write anywhere, but not into this one.
    let Some(folder) =
        ["/proc/self", "/sys/kernel"].into_iter().find(|f| std::path::Path::new(f).is_dir())
    else {
        return;
    };
    refuse("", &["render", "--out", &format!("{folder}/a.png")], &["cannot write", folder]);
}

#[test]
fn a_machine_without_a_driver() {
    let scratch = Scratch::new("driver");
    let mut command = crate::tools::orogen();
    let output = command
        .args(["render", "--out", "a.png"])
        .current_dir(&scratch.0)
        .env("VK_DRIVER_FILES", "/nonexistent.json")
        .env("VK_ICD_FILENAMES", "/nonexistent.json")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("mesa-vulkan-drivers") && said.lines().count() == 1, "{said}");
    assert!(scratch.names().is_empty());
}
