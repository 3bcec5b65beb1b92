//! Recipes are never lost: after any failure of a write, the file is the old one or the new one,
//! whole.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use orogen::terrain::layer::{Layer, Layers};
use orogen::terrain::operation::{ListedOperation, Operation, OperationKind};
use orogen::terrain::recipe::NoiseLayer;
use orogen::terrain::scene::Scene;

use crate::targets::mutate::RandomNumbers;
use crate::tools::{ScratchFolder, expect_refusal, expect_refusals, orogen};

/// Returns a scene with a large file.
fn large(seed: u32) -> Scene {
    let mut scene = Scene::default();
    let operations: Vec<_> = OperationKind::ALL
        .iter()
        .zip(1..)
        .map(|(kind, id)| ListedOperation::new(id, Operation::new(kind.value)))
        .collect();
    let layers = (1..=16).map(|id| Layer {
        operations: operations.clone(),
        ..Layer::noise(id, NoiseLayer::default())
    });
    scene.recipe.layers = Layers::new(layers.collect()).unwrap();
    scene.recipe.world.seed = seed.to_string();
    scene
}

/// Returns a command that replaces the recipe by the `n`-th one.
fn save(folder: &Path, n: u32) -> Command {
    let mut command = orogen();
    let seed = n.to_string();
    command.args(["recipe", "source.toml", "--seed", &seed, "--out", "x.toml", "--force"]);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn scratch() -> ScratchFolder {
    let scratch = ScratchFolder::new("recipe");
    std::fs::write(scratch.0.join("source.toml"), large(1).to_plain_toml()).unwrap();
    std::fs::write(scratch.0.join("x.toml"), large(0).to_toml()).unwrap();
    scratch
}

fn content(scratch: &ScratchFolder) -> String {
    std::fs::read_to_string(scratch.0.join("x.toml")).expect("the file is there")
}

#[cfg(unix)]
#[test]
fn a_kill_never_loses_a_recipe() {
    let scratch = scratch();
    let start = Instant::now();
    assert!(save(&scratch.0, 0).status().unwrap().success());
    let duration = start.elapsed();
    let (mut last, mut random, mut killed) = (0, RandomNumbers(1), 0);
    for n in 1..=crate::kills::kills() {
        let mut child = save(&scratch.0, n).spawn().unwrap();
        let share = random.below(1 << 24) as f64 / f64::from(1 << 24);
        let start = Instant::now();
        // Half of the kills while the new file is being written, half at random moments.
        let is_time = |passed: Duration| match n % 2 {
            0 => scratch.names().iter().any(|name| name.ends_with(".part")),
            _ => passed > duration.mul_f64(1.1 * share),
        };
        while !is_time(start.elapsed()) && child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "the recipe is never written");
            std::thread::sleep(Duration::from_micros(20));
        }
        // The program may have ended already.
        let _ = child.kill();
        killed += u32::from(child.wait().unwrap().code().is_none());
        let text = content(&scratch);
        if text == large(n).to_toml() {
            last = n;
        }
        assert!(text == large(last).to_toml(), "after kill {n} it is neither {last} nor {n}");
        for name in scratch.names().iter().filter(|name| name.ends_with(".part")) {
            std::fs::remove_file(scratch.0.join(name)).unwrap();
        }
        assert_eq!(scratch.names(), ["source.toml", "x.toml"], "kill {n}");
    }
    assert!(killed > 0, "every recipe was written before its kill");
    assert!(save(&scratch.0, 7).status().unwrap().success());
    assert!(content(&scratch) == large(7).to_toml());
}

/// Runs a command that must fail with one line and change nothing.
fn refuse(scratch: &ScratchFolder, mut command: Command, words: &[&str]) {
    let before = (scratch.names(), content(scratch));
    expect_refusal(&command.current_dir(&scratch.0).output().unwrap(), "recipe", words);
    assert!((scratch.names(), content(scratch)) == before, "{words:?}");
}

#[test]
fn an_unreadable_recipe_loses_no_file() {
    let scratch = scratch();
    let write = |name: &str, text: &str| std::fs::write(scratch.0.join(name), text).unwrap();
    write("newer.toml", "version = 4\n[erosion]\non = true\n");
    write("broken.toml", "version = 2\n[erosion\n");
    for (recipe, words) in [
        ("newer.toml", &["newer.toml:1:11", "written by a newer Orogen"][..]),
        ("broken.toml", &["broken.toml:2:"]),
        ("gone.toml", &["gone.toml", "no such file"]),
        ("orogen1-AAAA", &["share code", "damaged"]),
        ("orogen2-AAAA", &["share code", "by a newer Orogen"]),
    ] {
        let mut command = orogen();
        command.args(["recipe", recipe, "--out", "x.toml", "--force"]);
        refuse(&scratch, command, words);
    }
}

#[cfg(unix)]
#[test]
fn a_failed_write_loses_no_old_file() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = scratch();
    let line = ["recipe", "source.toml", "--out", "x.toml", "--force"];
    // A file-size limit acts like a full disk: the write fails in the middle.
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 8; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_orogen")]);
    limited.args(line);
    refuse(&scratch, limited, &["x.toml", "exceeds the size limit of files"]);
    for folder in ["/proc/self", "no"] {
        let line = format!("recipe alps --out {folder}/x.toml");
        expect_refusals(&scratch, &[(&line, &["--out: cannot write"])]);
    }
    let mode = std::fs::Permissions::from_mode(0o444);
    std::fs::set_permissions(scratch.0.join("x.toml"), mode).unwrap();
    let mut command = orogen();
    command.args(line);
    refuse(&scratch, command, &["x.toml", "it is read-only"]);
}
