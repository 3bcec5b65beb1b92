//! Unsaved work survives a kill at any moment, and a full disk: the recovery file is the old one or
//! the new one, whole.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use orogen::export::atomic;
use orogen::noise::hash::avalanche;
use orogen::studio::document::files::recovery::KeptLand;
use orogen::studio::document::history::states::History;
use orogen::studio::document::state::OpenDocument;
use orogen::terrain::scene::Scene;

use crate::tools::{ScratchFolder, wait_for};

/// Returns the content of a recovery file.
fn land(number: u32, history: &History) -> KeptLand {
    let mut scene = Scene::default();
    scene.recipe.world.seed = number.to_string();
    let document = OpenDocument::default();
    let history = history.clone();
    KeptLand { pose: scene.view.camera, scene, document, history, written_at: SystemTime::now() }
}

fn steps() -> History {
    let (mut scene, document) = (Scene::default(), OpenDocument::default());
    let mut history = History::default();
    for step in 0..200 {
        scene.recipe.world.sea_level_m = f64::from(step);
        history.settle_with_document(&scene, &document);
    }
    history
}

/// Writes recovery files for ever, as the window does. The tests below run this in another process.
#[test]
#[ignore = "it does not end; the tests below run it and kill it"]
fn a_program_that_keeps_lands() {
    let path = std::env::var_os("OROGEN_KEPT").expect("a file to keep lands in");
    let history = steps();
    for number in 0.. {
        let text = land(number, &history).to_text();
        let kept = atomic::write(Path::new(&path), |file| Ok(file.write_all(text.as_bytes())?));
        if let Err(problem) = kept {
            let line = problem.to_string();
            assert!(!line.is_empty() && line.lines().count() == 1, "{line}");
            // The program continues.
            println!("refused: {line}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Starts the process with a file-size limit in blocks of 512 bytes.
fn start(path: &Path, limit: &str) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" \"$@\"")]);
    command.arg(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", "--nocapture"]);
    command.arg("kills_autosave::a_program_that_keeps_lands").env("OROGEN_KEPT", path);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts")
}

fn seed(path: &Path) -> u32 {
    let land = KeptLand::read(path).unwrap_or_else(|problem| panic!("half a file: {problem}"));
    assert!(land.history.steps() > 100, "its steps");
    land.scene.recipe.world.seed.parse().expect("its number")
}

#[cfg(unix)]
#[test]
fn a_kill_never_loses_unsaved_changes() {
    let scratch = ScratchFolder::new("autosave");
    let path = scratch.0.join("1-1.toml");
    std::fs::write(&path, land(0, &steps()).to_text()).unwrap();
    let mut written = 0;
    for kill in 0..crate::kills::kills() {
        let before = path.metadata().unwrap().modified().unwrap();
        let mut child = start(&path, "unlimited");
        // The process writes all the time, so any moment is within a write.
        let changed = || path.metadata().unwrap().modified().unwrap() != before;
        wait_for("a recovery file", 60, || changed().then_some(()));
        std::thread::sleep(Duration::from_micros(u64::from(avalanche(kill) % 20_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        written = written.max(seed(&path));
        for name in scratch.names().iter().filter(|name| name.ends_with(".part")) {
            std::fs::remove_file(scratch.0.join(name)).unwrap();
        }
        assert_eq!(scratch.names(), ["1-1.toml"], "kill {kill}");
    }
    assert!(written > 0, "every program was killed before its second land");
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_at_most_the_newest_changes() {
    let scratch = ScratchFolder::new("autosave-full");
    let path = scratch.0.join("1-1.toml");
    std::fs::write(&path, land(7, &steps()).to_text()).unwrap();
    let mut child = start(&path, "8");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("its words"));
    let mut words = String::new();
    while !words.contains("refused: ") {
        let read = std::io::BufRead::read_line(&mut output, &mut words).unwrap();
        assert!(read > 0, "it has ended: {words}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(seed(&path), 7, "the old one");
    assert_eq!(scratch.names(), ["1-1.toml"]);
}
