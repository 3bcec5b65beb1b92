//! Faults around and in the program: full disks, vanished folders, panics. Every file is the old
//! one or the new one, whole.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use orogen::export::{atomic, crash};
use orogen::terrain::scene::Scene;

use crate::tools::{ScratchFolder, expect_refusal, expect_success, orogen, stderr};

/// The commands that replace a file, each with the name of the file.
const WRITES: [(&str, &[&str]); 5] = [
    ("a.toml", &["recipe", "alps", "--out", "a.toml", "--force"]),
    ("a.png", &["export", "alps", "--out", "a.png", "--size", "257"]),
    ("a.r16", &["export", "alps", "--out", "a.r16", "--size", "257"]),
    ("a.exr", &["export", "alps", "--out", "a.exr", "--size", "257"]),
    ("a.tif", &["export", "alps", "--out", "a.tif", "--size", "257"]),
];

/// Returns the files of a folder with their contents.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .map(|name| (name.clone(), std::fs::read(folder.join(&name)).unwrap()))
        .collect();
    files.sort();
    files
}

/// Writes the old version of each file.
fn write_old(folder: &Path) {
    for (name, arguments) in WRITES {
        let mut command = orogen();
        command.args(arguments).args(["--quiet", "--seed", "old"]).current_dir(folder);
        assert!(command.status().unwrap().success(), "{name}");
    }
}

/// Replaces the files under each limit. Each command must be refused in one line and leave the old
/// file, or write the new one whole.
fn replace_under_limits(
    limits: impl Iterator<Item = u32>,
    limited: impl Fn(u32, &[&str], &Path) -> Command,
) {
    let scratch = ScratchFolder::new("limits");
    write_old(&scratch.0);
    let before = content(&scratch.0);
    let (mut refused, mut done) = (0, 0);
    for limit in limits {
        for (name, arguments) in WRITES {
            let output = limited(limit, arguments, &scratch.0).output().unwrap();
            if output.status.success() {
                done += 1;
                write_old(&scratch.0);
                assert!(content(&scratch.0) == before, "{name} is written again");
                continue;
            }
            refused += 1;
            expect_refusal(&output, &format!("{name}, {limit}"), &[name]);
            assert!(content(&scratch.0) == before, "{name}, {limit}");
        }
    }
    assert!(refused > 0 && done > 0, "{refused} refused, {done} done");
}

#[cfg(unix)]
#[test]
fn a_file_size_limit_damages_no_file() {
    let limits = [0, 1, 2, 5, 16, 60, 200, 4000];
    replace_under_limits(limits.into_iter(), |limit, arguments, folder| {
        let mut command = Command::new("sh");
        // In blocks of 512 bytes.
        command.args(["-c", &format!("ulimit -f {limit}; exec \"$0\" \"$@\"")]);
        command.arg(env!("CARGO_BIN_EXE_orogen")).args(arguments);
        command.args(["--quiet", "--seed", "new"]).current_dir(folder);
        command
    });
}

/// Runs the program on a disk in memory. `$1` is its size in kB, `$2` the folder of its files; the
/// rest is the command.
#[cfg(target_os = "linux")]
const ON_A_SMALL_DISK: &str = r#"
disk=$(mktemp -d) && mount -t tmpfs -o size=$1k tmpfs "$disk" && cp "$2"/* "$disk"/ || exit 99
from=$2; shift 2; cd "$disk" || exit 99
"$@"; code=$?
for file in "$disk"/.*; do [ -f "$file" ] && { echo "left: $file" >&2; code=98; }; done
if [ $code -eq 2 ]; then for file in *; do cmp "$file" "$from/$file" || code=97; done; fi
cd / && umount "$disk" && rmdir "$disk"
exit $code"#;

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_no_file() {
    let can_mount = Command::new("unshare")
        .args(["-rm", "sh", "-c", "d=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d"])
        .output();
    if !can_mount.is_ok_and(|output| output.status.success()) {
        return;
    }
    let first = ScratchFolder::new("disk");
    write_old(&first.0);
    let used_kb =
        content(&first.0).iter().map(|(_, bytes)| bytes.len().div_ceil(4096) * 4).sum::<usize>();
    let (mut refused, mut done) = (0, 0);
    for free_kb in [4, 16, 40, 100, 2000] {
        for (name, arguments) in WRITES {
            let mut command = Command::new("unshare");
            command.args(["-rm", "sh", "-c", ON_A_SMALL_DISK, "sh"]);
            command.arg((used_kb + free_kb).to_string()).arg(&first.0);
            command.arg(env!("CARGO_BIN_EXE_orogen")).args(arguments);
            let output = command.args(["--quiet", "--seed", "new"]).output().unwrap();
            if output.status.success() {
                done += 1;
                continue;
            }
            refused += 1;
            expect_refusal(&output, &format!("{name}, {free_kb} kB"), &["the disk is full"]);
        }
    }
    assert!(refused > 5 && done > 4, "{refused} refused, {done} done");
}

#[test]
#[cfg(unix)]
fn a_deleted_folder_is_refused_in_one_line() {
    let scratch = ScratchFolder::new("vanishes");
    let gone = scratch.0.join("gone");
    std::fs::create_dir(&gone).unwrap();
    // The program starts in a deleted folder.
    let mut command = Command::new("sh");
    command.args(["-c", "rmdir ../gone && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_orogen")]);
    command.args(["export", "alps", "--out", "a.png", "--size", "33"]).current_dir(&gone);
    let output = command.output().unwrap();
    expect_refusal(&output, "export", &["cannot write"]);
}

#[test]
fn a_panic_during_a_write_leaves_the_old_file() {
    let scratch = ScratchFolder::new("middle");
    let path = scratch.0.join("a.toml");
    std::fs::write(&path, "the old one").unwrap();
    let fault = std::panic::catch_unwind(|| {
        atomic::write(&path, |file| {
            file.write_all(b"half of the new")?;
            panic!("a fault in the middle");
        })
    });
    assert!(fault.is_err());
    assert_eq!(content(&scratch.0), [("a.toml".to_owned(), b"the old one".to_vec())]);
}

/// Panics in a builder thread. The test below runs this in another process.
#[test]
#[ignore = "it panics; the test below runs it"]
fn a_fault_in_a_thread() {
    let folder = std::env::var_os("OROGEN_FAULT_FOLDER").expect("a folder for the report");
    crash::watch(folder.into());
    let mut scene = Scene::default();
    scene.recipe.world.seed = "valhalla".to_owned();
    crash::note_scene(&scene);
    crash::note_adapter("a card of 1997");
    let thread = std::thread::Builder::new().name("orogen-build".to_owned());
    let fault = thread.spawn(|| panic!("a chunk of no size")).unwrap().join();
    assert!(fault.is_err());
    // The program itself continues.
    println!("the land still stands");
}

#[test]
fn a_fault_leaves_a_report_that_is_offered_once() {
    let scratch = ScratchFolder::new("report");
    let folder = scratch.0.join("settings").join("orogen");
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "faults::a_fault_in_a_thread"])
        .env("OROGEN_FAULT_FOLDER", &folder)
        .output()
        .unwrap();
    assert!(expect_success(&output, "the fault").contains("the land still stands"));
    let report = crash::newest(&folder).expect("a report");
    assert!(stderr(&output).contains(&report.path.display().to_string()));
    for words in [
        env!("CARGO_PKG_VERSION"),
        "a chunk of no size",
        "faults.rs",
        "orogen-build",
        "a card of 1997",
        "seed = \"valhalla\"",
        "---- backtrace ----",
    ] {
        assert!(report.text.contains(words), "no `{words}` in {}", report.text);
    }
    report.dismiss().unwrap();
    assert_eq!(crash::newest(&folder), None);
}
