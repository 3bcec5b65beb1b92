//! Bad input gets one clear line, exit code 2, and nothing is written.

use crate::tools::{ScratchFolder, expect_refusal, expect_refusals, orogen, run};

fn scratch() -> ScratchFolder {
    let scratch = ScratchFolder::new("bad");
    std::fs::create_dir(scratch.0.join("folder")).unwrap();
    scratch
}

#[test]
fn bad_files_are_refused() {
    let scratch = scratch();
    for (recipe, words) in [
        ("[noise\n", &["recipe.toml:1:7"][..]),
        ("[fractal]\noctavs = 3\n", &["recipe.toml:2:1", "did you mean `fractal.octaves`?"]),
        ("[fractal]\noctaves = \"x\"\n", &["recipe.toml:2:11", "wrong type", "from 1 to 10"]),
        ("[fractal]\noctaves = nan\n", &["recipe.toml:2:11", "finite"]),
        ("[shape]\nheight_m = inf\n", &["recipe.toml:2:12", "finite", "from 0 to 8000 m"]),
        ("[shape]\nheight_m = 1e9\n", &["out of range", "from 0 to 8000 m"]),
    ] {
        std::fs::write(scratch.0.join("recipe.toml"), recipe).unwrap();
        expect_refusals(&scratch, &[("render recipe.toml --out a.png", words)]);
    }
}

#[test]
fn bad_command_lines_are_refused() {
    let scratch = scratch();
    expect_refusals(
        &scratch,
        &[
            ("render mountain --out a.png", &["`mountain`", "did you mean `mountains`?"]),
            ("render zzz --out a.png", &["zzz", "Presets: alps"]),
            ("render no/such.toml --out a.png", &["no/such.toml", "no such file"]),
            ("render ./folder --out a.png", &["./folder", "it is a folder"]),
            ("archipelag", &["did you mean `archipelago`?"]),
            ("render --out a.png --set octaves", &["no `=`", "key=value"]),
            ("render --out a.png --set octaves=3", &["did you mean `fractal.octaves`?"]),
            (
                "render --out a.png --set fractal.octaves=many",
                &["fractal.octaves", "not a number", "from 1 to 10"],
            ),
            (
                "render --out a.png --set noise.period=4 --set fractal.lacunarity=2.5",
                &["lacunarity"],
            ),
            ("render --out a.png --camera 1,2", &["--camera", "yaw,pitch,distance"]),
            ("render --out a.png --camera 1,2,nan", &["--camera", "finite"]),
            ("render --out missing/a.png", &["--out", "there is no folder `missing`"]),
            ("render --out folder", &["--out", "it is a folder"]),
            ("render", &["--out"]),
            ("render --nonsense --out a.png", &["--nonsense", "--help"]),
        ],
    );
    let seed = "x".repeat(201);
    let output = run(&scratch.0, &["render", "--out", "a.png", "--seed", &seed]);
    expect_refusal(&output, "a long seed", &["--seed", "200 characters"]);
    for size in ["0x0", "99999x99999", "abc", "1280", "-1x5", "12 x 12"] {
        let output = run(&scratch.0, &["render", "--out", "a.png", &format!("--size={size}")]);
        expect_refusal(&output, size, &["--size", size, "from 1 to 16384"]);
    }
    assert_eq!(scratch.names(), ["folder"]);
}

#[test]
fn an_unwritable_folder_is_refused() {
    // Even root cannot write into these.
    let folders = ["/proc/self", "/sys/kernel"];
    let Some(folder) = folders.into_iter().find(|folder| std::path::Path::new(folder).is_dir())
    else {
        return;
    };
    let line = format!("render --out {folder}/a.png");
    expect_refusals(&scratch(), &[(&line, &["cannot write", folder])]);
}

#[test]
fn a_missing_driver_is_reported() {
    let scratch = ScratchFolder::new("driver");
    let mut command = orogen();
    command.args(["render", "--out", "a.png"]).current_dir(&scratch.0);
    for variable in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"] {
        command.env(variable, "/nonexistent.json");
    }
    expect_refusal(&command.output().unwrap(), "no driver", &["mesa-vulkan-drivers"]);
    assert!(scratch.names().is_empty());
}
