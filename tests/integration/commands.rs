//! The commands as scripts and newcomers meet them: help, completions, manual, JSON, silence, exit
//! codes, and what was meant.

use std::process::Output;

use serde_json::Value;

use crate::tools::{Scratch, run};

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn succeed(scratch: &Scratch, arguments: &[&str]) -> String {
    let output = run(&scratch.0, arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    assert_eq!(said, "", "{arguments:?}");
    text(&output.stdout)
}

fn json(scratch: &Scratch, arguments: &[&str]) -> Value {
    let printed = succeed(scratch, arguments);
    serde_json::from_str(&printed).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {printed}"))
}

fn refused(output: &Output) -> String {
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    said
}

/// The commands, as the help lists them.
fn commands(scratch: &Scratch) -> Vec<String> {
    let help = succeed(scratch, &["--help"]);
    let from = help.find("Commands:\n").expect("a list of commands") + 10;
    let list = help[from..].split("\n\n").next().unwrap();
    // Their names stand two spaces from the left, what they do farther.
    let names = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    let names: Vec<_> =
        names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    assert!(names.len() >= 9, "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn each_command_has_examples_a_page_and_a_line_in_the_documentation() {
    let scratch = Scratch::new("commands");
    let help = succeed(&scratch, &["--help"]);
    assert!(help.contains("Examples:") && help.contains("Exit codes: 0 done; 2 "), "{help}");
    let page = include_str!("../../docs/command-line.md");
    let manual = succeed(&scratch, &["man"]);
    for command in commands(&scratch) {
        let help = succeed(&scratch, &[&command, "--help"]);
        let examples = help.split_once("Examples:").unwrap_or_else(|| panic!("{command}: {help}"));
        assert!(examples.1.contains(&format!("orogen {command}")), "{command}: {help}");
        assert!(page.contains(&format!("`orogen {command}")), "{command} in docs/command-line.md");
        let own = succeed(&scratch, &["man", &command]);
        assert!(own.contains(".TH") && own.contains("Examples:"), "{command}: {own}");
        assert!(manual.contains(&command.replace('-', "\\-")), "{command}");
    }
    let said = refused(&run(&scratch.0, &["man", "exprot"]));
    assert!(said.contains("did you mean `export`?"), "{said}");
}

#[test]
fn shells_can_complete_the_commands() {
    let scratch = Scratch::new("completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = succeed(&scratch, &["completions", shell]);
        for word in ["recipe", "share", "quiet", "tiles"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    let said = refused(&run(&scratch.0, &["completions", "bsh"]));
    assert!(said.contains("bash"), "{said}");
}

#[test]
fn scripts_get_json() {
    let scratch = Scratch::new("json");
    let presets = json(&scratch, &["presets", "--json"]);
    let slugs: Vec<_> = presets.as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert!(slugs.contains(&Value::from("alps")), "{presets}");
    let code = json(&scratch, &["share", "alps", "--json"]);
    assert_eq!(code["code"].as_str().map(str::len), code["letters"].as_u64().map(|n| n as usize));
    let export = ["export", "--size", "33", "--out", "a.png", "--json"];
    let report = json(&scratch, &export);
    let file = &report["files"][0];
    let bytes = std::fs::metadata(scratch.0.join("a.png")).unwrap().len();
    assert_eq!((file["bytes"].as_u64(), &file["samples"][0]), (Some(bytes), &Value::from(33)));
    assert!(file["range_m"][0].as_f64() <= file["lowest_m"].as_f64(), "{report}");
    assert_eq!(json(&scratch, &["params", "--json"])[0]["key"], "noise.basis");
    std::fs::write(scratch.0.join("points.csv"), "1.5,-2.25\n3,4\n").unwrap();
    let sample = ["sample", "--basis", "value", "points.csv"];
    let plain = succeed(&scratch, &sample);
    let objects = succeed(&scratch, &[&sample[..], &["--json"]].concat());
    let objects: Vec<Value> =
        objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["point"], serde_json::json!([1.5, -2.25]));
    let values = objects.iter().map(|one| one["value"].as_f64().unwrap());
    for (value, line) in values.zip(plain.lines()) {
        // This reader of JSON may be off by the last bit.
        assert!((value - line.parse::<f64>().unwrap()).abs() < 1e-15, "{value} {line}");
    }
    assert_eq!((objects.len(), plain.lines().count()), (2, 2));
    #[cfg(feature = "studio")]
    assert!(json(&scratch, &["keys", "--json"])[0]["keys"].is_string());
}

#[test]
fn quiet_says_nothing_wherever_it_stands() {
    let scratch = Scratch::new("quiet");
    for arguments in [
        &["export", "--size", "33", "--out", "a.png", "--quiet"][..],
        &["--quiet", "export", "--size", "33", "--out", "a.png"],
        &["recipe", "--quiet", "alps", "--out", "b.toml"],
    ] {
        assert_eq!(succeed(&scratch, arguments), "", "{arguments:?}");
    }
    assert_ne!(succeed(&scratch, &["export", "--size", "33", "--out", "a.png"]), "");
    // What is asked for is printed.
    assert_ne!(succeed(&scratch, &["--quiet", "presets"]), "");
    let output = run(&scratch.0, &["--quiet", "export", "--size", "33", "--out", "a.gif"]);
    assert_ne!(refused(&output), "");
}

#[test]
fn the_version_is_that_of_the_program() {
    let scratch = Scratch::new("version");
    for flag in ["--version", "-V"] {
        let printed = succeed(&scratch, &[flag]);
        assert_eq!(printed, concat!("orogen ", env!("CARGO_PKG_VERSION"), "\n"));
    }
    let said = refused(&run(&scratch.0, &["recipe", "alps", "--version"]));
    assert!(said.contains("--version"), "{said}");
}

#[cfg(feature = "studio")]
#[test]
fn a_command_comes_first() {
    let scratch = Scratch::new("first");
    for arguments in [
        &["alps", "export", "--size", "33", "--out", "a.png"][..],
        &["--seed", "7", "export", "--size", "33", "--out", "a.png"],
    ] {
        let said = refused(&run(&scratch.0, arguments));
        assert!(said.contains("a command stands before its RECIPE"), "{said}");
    }
    assert!(scratch.names().is_empty());
}

#[test]
fn what_was_meant_is_said() {
    let scratch = Scratch::new("meant");
    for (arguments, meant) in [
        (&["exprot", "--out", "a.png"][..], "export"),
        (&["recipe", "alp"], "`alps`"),
        (&["recipe", "--set", "erosion.gulley_m=3"], "`erosion.gully_m`"),
        (&["recipe", "--set", "octaves=3"], "`fractal.octaves`"),
        (&["recipe", "--set", "fractal.kind=rigded"], "`ridged`"),
        (&["recipe", "--set", "layer.1.noise.basis=perlim"], "`perlin`"),
        (&["recipe", "--moood", "dusk"], "--mood"),
        (&["recipe", "--mood", "dsuk"], "dusk"),
        (&["recipe", "--style", "natrual"], "`natural`"),
        (&["export", "--szie", "33", "--out", "a.png"], "--size"),
        (&["export", "--format", "pgn", "--out", "a"], "`png"),
        (&["export", "--for", "unreall", "--out", "a.png"], "`unreal`"),
        (&["texture", "marbel", "--out", "a.png"], "`marble`"),
        (&["texture", "marble", "--set", "octave=3", "--out", "a.png"], "`octaves`"),
        (&["sample", "--basis", "perlim"], "`perlin`"),
    ] {
        let said = refused(&run(&scratch.0, arguments));
        let is_said = said.contains("did you mean") || said.contains("similar");
        assert!(is_said && said.contains(meant), "{arguments:?}: {said}");
    }
    assert!(scratch.names().is_empty());
}

#[test]
fn recipes_files_and_codes_are_one_scene() {
    let scratch = Scratch::new("codes");
    let change = ["--set", "world.sea_level_m=-77.25", "--seed", "Żółw 龍", "--mood", "dusk"];
    let share = succeed(&scratch, &[&["share", "volcano"][..], &change].concat());
    let code = share.trim_end();
    assert!(code.starts_with("orogen1-") && code.len() < 800, "{code}");
    succeed(&scratch, &[&["recipe", "volcano", "--out", "a.toml"][..], &change].concat());
    let file = std::fs::read_to_string(scratch.0.join("a.toml")).unwrap();
    for recipe in [&["recipe", code][..], &["recipe", "a.toml"], &["recipe", code, "--out", "-"]] {
        assert_eq!(succeed(&scratch, recipe), file);
    }
    assert_eq!(succeed(&scratch, &["share", "a.toml"]), share);
    assert_eq!(succeed(&scratch, &["share", code]), share);
    succeed(&scratch, &["export", code, "--size", "33", "--out", "a.png", "--quiet"]);
    assert_eq!(succeed(&scratch, &["recipe", "a.png"]), file, "with its view");
    let said = refused(&run(&scratch.0, &["recipe", &code.replace("1-", "9-")]));
    assert!(said.contains("newer Orogen"), "{said}");
    let mut wrong = code.to_owned();
    wrong.replace_range(20..21, if &code[20..21] == "A" { "B" } else { "A" });
    let said = refused(&run(&scratch.0, &["recipe", &wrong]));
    assert!(said.contains("damaged or cut off"), "{said}");
    let said = refused(&run(&scratch.0, &["recipe", code, "--recipe-version", "1"]));
    assert!(said.contains("is for presets"), "{said}");
}
