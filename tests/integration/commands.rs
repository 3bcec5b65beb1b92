//! Command line basics: help, completions, manual, JSON, `--quiet`, exit codes, and suggestions.

use serde_json::Value;

use crate::tools::{ScratchFolder, expect_refusals, expect_success, run, run_line, stderr};

/// Runs arguments that must succeed and write nothing to standard error; returns standard output.
fn succeed(scratch: &ScratchFolder, arguments: &[&str]) -> String {
    let output = run(&scratch.0, arguments);
    assert_eq!(stderr(&output), "", "{arguments:?}");
    expect_success(&output, &arguments.join(" "))
}

/// Like [`succeed`], with a command line.
fn answer(scratch: &ScratchFolder, line: &str) -> String {
    succeed(scratch, &line.split(' ').collect::<Vec<_>>())
}

fn json(scratch: &ScratchFolder, line: &str) -> Value {
    let stdout = answer(scratch, line);
    serde_json::from_str(&stdout).unwrap_or_else(|e| panic!("{line}: {e}: {stdout}"))
}

/// Returns the commands that the help lists.
fn commands(scratch: &ScratchFolder) -> Vec<String> {
    let help = answer(scratch, "--help");
    let from = help.find("Commands:\n").expect("a list of commands") + 10;
    let list = help[from..].split("\n\n").next().unwrap();
    // Names are indented by two spaces, descriptions further.
    let names = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    let names: Vec<_> =
        names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    assert!(names.len() >= 9, "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn each_command_has_examples_a_page_and_a_line_in_the_documentation() {
    let scratch = ScratchFolder::new("commands");
    let help = answer(&scratch, "--help");
    assert!(help.contains("Examples:") && help.contains("Exit codes: 0 done; 2 "), "{help}");
    let page = include_str!("../../docs/command-line.md");
    let manual = answer(&scratch, "man");
    for command in commands(&scratch) {
        let help = answer(&scratch, &format!("{command} --help"));
        let examples = help.split_once("Examples:").unwrap_or_else(|| panic!("{command}: {help}"));
        assert!(examples.1.contains(&format!("orogen {command}")), "{command}: {help}");
        assert!(page.contains(&format!("`orogen {command}")), "{command} in docs/command-line.md");
        let page_of_command = answer(&scratch, &format!("man {command}"));
        assert!(
            page_of_command.contains(".TH") && page_of_command.contains("Examples:"),
            "{command}: {page_of_command}"
        );
        assert!(manual.contains(&command.replace('-', "\\-")), "{command}");
    }
    expect_refusals(&scratch, &[("man exprot", &["did you mean `export`?"])]);
}

#[test]
fn shells_can_complete_the_commands() {
    let scratch = ScratchFolder::new("completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = answer(&scratch, &format!("completions {shell}"));
        for word in ["recipe", "share", "quiet", "tiles"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    expect_refusals(&scratch, &[("completions bsh", &["bash"])]);
}

#[test]
fn scripts_get_json() {
    let scratch = ScratchFolder::new("json");
    let presets = json(&scratch, "presets --json");
    let slugs: Vec<_> = presets.as_array().unwrap().iter().map(|row| row["name"].clone()).collect();
    assert!(slugs.contains(&Value::from("alps")), "{presets}");
    let code = json(&scratch, "share alps --json");
    assert_eq!(code["code"].as_str().map(str::len), code["letters"].as_u64().map(|n| n as usize));
    let report = json(&scratch, "export --size 33 --out a.png --json");
    let file = &report["files"][0];
    let bytes = std::fs::metadata(scratch.0.join("a.png")).unwrap().len();
    assert_eq!((file["bytes"].as_u64(), &file["samples"][0]), (Some(bytes), &Value::from(33)));
    assert!(file["range_m"][0].as_f64() <= file["lowest_m"].as_f64(), "{report}");
    assert_eq!(json(&scratch, "params --json")[0]["key"], "noise.basis");
    std::fs::write(scratch.0.join("points.csv"), "1.5,-2.25\n3,4\n").unwrap();
    let plain = answer(&scratch, "sample --basis value points.csv");
    let objects = answer(&scratch, "sample --basis value points.csv --json");
    let objects: Vec<Value> =
        objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["point"], serde_json::json!([1.5, -2.25]));
    let values = objects.iter().map(|row| row["value"].as_f64().unwrap());
    for (value, line) in values.zip(plain.lines()) {
        // The JSON reader may be off by the last bit.
        assert!((value - line.parse::<f64>().unwrap()).abs() < 1e-15, "{value} {line}");
    }
    assert_eq!((objects.len(), plain.lines().count()), (2, 2));
    #[cfg(feature = "studio")]
    assert!(json(&scratch, "keys --json")[0]["keys"].is_string());
}

#[test]
fn quiet_prints_nothing_in_any_position() {
    let scratch = ScratchFolder::new("quiet");
    for line in [
        "export --size 33 --out a.png --quiet",
        "--quiet export --size 33 --out a.png",
        "recipe --quiet alps --out b.toml",
    ] {
        assert_eq!(answer(&scratch, line), "", "{line}");
    }
    assert_ne!(answer(&scratch, "export --size 33 --out a.png"), "");
    // Results and refusals are still printed.
    assert_ne!(answer(&scratch, "--quiet presets"), "");
    expect_refusals(&scratch, &[("--quiet export --size 33 --out a.gif", &["a.gif"])]);
}

#[test]
fn version_flags_print_the_version_of_the_program() {
    let scratch = ScratchFolder::new("version");
    for flag in ["--version", "-V"] {
        let stdout = answer(&scratch, flag);
        assert_eq!(stdout, concat!("orogen ", env!("CARGO_PKG_VERSION"), "\n"));
    }
    expect_refusals(&scratch, &[("recipe alps --version", &["--version"])]);
}

#[cfg(feature = "studio")]
#[test]
fn a_command_after_its_recipe_is_refused() {
    let words = &["put the command before its RECIPE"];
    expect_refusals(
        &ScratchFolder::new("first"),
        &[
            ("alps export --size 33 --out a.png", words),
            ("--seed 7 export --size 33 --out a.png", words),
        ],
    );
}

#[test]
fn errors_suggest_the_nearest_name() {
    let scratch = ScratchFolder::new("meant");
    for (line, suggestion) in [
        ("exprot --out a.png", "export"),
        ("recipe alp", "`alps`"),
        ("recipe --set erosion.gulley_m=3", "`erosion.gully_m`"),
        ("recipe --set octaves=3", "`fractal.octaves`"),
        ("recipe --set fractal.kind=rigded", "`ridged`"),
        ("recipe --set layer.1.noise.basis=perlim", "`perlin`"),
        ("recipe --moood dusk", "--mood"),
        ("recipe --mood dsuk", "dusk"),
        ("recipe --style natrual", "`natural`"),
        ("export --szie 33 --out a.png", "--size"),
        ("export --format pgn --out a", "`png"),
        ("export --for unreall --out a.png", "`unreal`"),
        ("texture marbel --out a.png", "`marble`"),
        ("texture marble --set octave=3 --out a.png", "`octaves`"),
        ("sample --basis perlim", "`perlin`"),
    ] {
        expect_refusals(&scratch, &[(line, &[suggestion])]);
        let stderr = stderr(&run_line(&scratch.0, line));
        assert!(stderr.contains("did you mean") || stderr.contains("similar"), "{stderr}");
    }
}

#[test]
fn masks_are_painted_from_the_command_line() {
    let scratch = ScratchFolder::new("paint");
    let toml = answer(&scratch, "mark alps --tool brush --paint plants --path 0,0");
    assert!(toml.contains("[[plants_mask]]") || toml.contains("[[plants.mask]]"), "{toml}");
    assert!(toml.contains("Paint of plants") && toml.contains("visible = false"), "{toml}");
    let toml = answer(&scratch, "mark alps --tool brush --paint rivers --path 0,0");
    assert!(toml.contains("[[rivers.mask]]") && toml.contains("Paint of rivers"), "{toml}");
    expect_refusals(
        &scratch,
        &[
            ("mark alps --tool ridge --paint plants --path 0,0", &["ridge", "--tool brush"]),
            ("mark alps --tool brush --paint woods --path 0,0", &["`plants`", "number of a layer"]),
            ("mark alps --tool brush --paint 9 --path 0,0", &["layer 9 does not exist"]),
        ],
    );
}

#[test]
fn recipes_files_and_codes_give_the_same_scene() {
    let scratch = ScratchFolder::new("codes");
    let change = ["--set", "world.sea_level_m=-77.25", "--seed", "Żółw 龍", "--mood", "dusk"];
    let share = succeed(&scratch, &[&["share", "volcano"][..], &change].concat());
    let code = share.trim_end();
    assert!(code.starts_with("orogen1-") && code.len() < 800, "{code}");
    succeed(&scratch, &[&["recipe", "volcano", "--out", "a.toml"][..], &change].concat());
    let file = std::fs::read_to_string(scratch.0.join("a.toml")).unwrap();
    for recipe in [code, "a.toml", &format!("{code} --out -")] {
        assert_eq!(answer(&scratch, &format!("recipe {recipe}")), file);
    }
    assert_eq!(answer(&scratch, "share a.toml"), share);
    assert_eq!(answer(&scratch, &format!("share {code}")), share);
    answer(&scratch, &format!("export {code} --size 33 --out a.png --quiet"));
    assert_eq!(answer(&scratch, "recipe a.png"), file, "with its view");
    let mut wrong = code.to_owned();
    wrong.replace_range(20..21, if &code[20..21] == "A" { "B" } else { "A" });
    expect_refusals(
        &scratch,
        &[
            (&format!("recipe {}", code.replace("1-", "9-")), &["newer Orogen"]),
            (&format!("recipe {wrong}"), &["damaged or cut off"]),
            (&format!("recipe {code} --recipe-version 1"), &["is for presets"]),
        ],
    );
}
