//! Exports from the command line: exports that several processes share, as in docs/export.md, and
//! exports that the program refuses.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::tools::{ScratchFolder, expect_refusals, expect_success, orogen, run_ok};

/// Returns the line of docs/export.md for GNU parallel, its arguments after `orogen`, and the number
/// of jobs.
fn parallel_line() -> (String, Vec<String>, u32) {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/export.md")).unwrap();
    let line = page
        .lines()
        .find(|line| line.contains("| parallel orogen"))
        .expect("docs/export.md has a line for GNU parallel")
        .trim();
    let (seq, command) = line.split_once("| parallel orogen").unwrap();
    let jobs = seq.trim().strip_prefix("seq ").unwrap().parse().unwrap();
    (line.to_owned(), command.split_whitespace().map(str::to_owned).collect(), jobs)
}

fn has_gnu_parallel() -> bool {
    let version = Command::new("parallel").arg("--version").output();
    version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"))
}

/// Runs the line in a shell with this `orogen` first in its path.
fn run_in_shell(folder: &Path, line: &str) {
    let mut paths = vec![Path::new(env!("CARGO_BIN_EXE_orogen")).parent().unwrap().to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let paths = std::env::join_paths(paths).unwrap();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", paths)
        .output()
        .unwrap();
    expect_success(&output, line);
}

/// Runs all jobs at once, without GNU parallel.
fn run_without_parallel(folder: &Path, arguments: &[String], jobs: u32) {
    let job = |index: u32| {
        let arguments = arguments.iter().map(|argument| argument.replace("{}", &index.to_string()));
        orogen()
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let running: Vec<_> = (1..=jobs).rev().map(job).collect();
    for mut job in running {
        assert!(job.wait().unwrap().success());
    }
}

#[test]
fn the_documented_jobs_together_write_the_whole_export() {
    let scratch = ScratchFolder::new("parallel");
    let (line, arguments, jobs) = parallel_line();
    match has_gnu_parallel() {
        true => run_in_shell(&scratch.0, &line),
        false => run_without_parallel(&scratch.0, &arguments, jobs),
    }

    // Compares the tiles with the same export as one file.
    let value = |flag: &str| {
        &arguments[arguments.iter().position(|argument| argument == flag).unwrap() + 1]
    };
    let (out, side) = (value("--out"), value("--size").parse::<usize>().unwrap());
    let (stem, counts) =
        (out.strip_suffix(".r16").unwrap(), value("--tiles").split_once('x').unwrap());
    let (across, down): (usize, usize) = (counts.0.parse().unwrap(), counts.1.parse().unwrap());
    let recipe = &arguments[1];
    run_ok(&scratch.0, &format!("export {recipe} --out whole.r16 --size {side}"));
    let whole = std::fs::read(scratch.0.join("whole.r16")).unwrap();
    let tile = (side - 1) / across + 1;
    for (x, y) in (0..across).flat_map(|x| (0..down).map(move |y| (x, y))) {
        let bytes = std::fs::read(scratch.0.join(format!("{stem}_x{x}_y{y}.r16"))).unwrap();
        assert_eq!(bytes.len(), 2 * tile * tile);
        for (row, line) in bytes.chunks(2 * tile).enumerate() {
            let first = 2 * ((y * (tile - 1) + row) * side + x * (tile - 1));
            assert_eq!(line, &whole[first..first + 2 * tile], "tile {x},{y}, row {row}");
        }
    }
    // The folder has the tiles and the whole file, each with a JSON.
    assert_eq!(scratch.names().len(), 2 * (across * down + 1));
}

#[test]
fn impossible_exports_are_refused() {
    let scratch = ScratchFolder::new("refused");
    std::fs::create_dir(scratch.0.join("folder.r16")).unwrap();
    std::fs::write(scratch.0.join("damaged.png"), b"\x89PNG\r\n\x1a\nnothing").unwrap();
    expect_refusals(
        &scratch,
        &[
            ("export", &["--out"]),
            ("export --out a.gif", &["a.gif", "allowed are png"]),
            ("export --out a.png --format gif", &["--format gif", "png16, r16, r32, exr, tiff"]),
            ("export --out a.png --for cry", &["--for cry", "unity, unreal"]),
            ("export --out a.png --size 1", &["allowed are 2 to 65537"]),
            ("export --out a.png --size -5", &["--size -5", "2 to 65537"]),
            ("export --out a.png --area 0,0", &["--area 0,0", "X,Z,SIZE"]),
            ("export --out a.png --set world.bounded=on --area 0,0,1e6", &["leaves the land"]),
            ("export --out a.png --range high", &["--range high", "LOW,HIGH"]),
            ("export --out a.png --range 900,-5", &["the range 900,-5 is not valid"]),
            ("export --out a.png --sea dry", &["--sea dry", "bed", "clamp"]),
            ("export --out a.png --filter box", &["--filter box", "resolution"]),
            ("export --out a.png --tiles 8", &["--tiles 8", "as in 8x8"]),
            ("export --out a.png --overlap 1", &["--overlap", "--tiles"]),
            ("export --out a.png --tiles 2x2 --only 5,5", &["no tile 5,5", "0,0 to 1,1"]),
            ("export --out a.png --tiles 2x2 --shard 5/4", &["no shard 5/4", "1/4 to 4/4"]),
            ("export --out a.png --tiles 2x2 --range auto", &["measured range", "tiles"]),
            ("export --out folder.r16", &["folder.r16", "it is a folder"]),
            ("export --out no/a.r16", &["there is no folder `no`"]),
            ("export damaged.png --out a.r16", &["damaged.png"]),
            ("export missing.exr --out a.r16", &["missing.exr", "no such file"]),
            ("export --out a.r16 --threads 0", &["--threads 0", "1 to 1024"]),
            ("export --out a.r16 --threads 20000", &["--threads 20000", "1 to 1024"]),
            ("export --out a.r16 --threads -1", &["--threads -1", "1 to 1024"]),
            (
                "export --out a.r16 --tiles 65536x65536",
                &["65536x65536 tiles are too many", "65536 in all"],
            ),
            (
                "export --out a.r16 --tiles 65x65 --size 65 --overlap 0",
                &["; 130 samples a side can"],
            ),
            ("export --out a.r16 --tiles 2x2 --shard 1/0", &["no shard 1/0", "K from 1 to N"]),
            ("export --out a.r16 --area 1e300,0,1", &["the area 1e300,0,1", "1000000000000 m"]),
            ("export --out a.r16 --style -1", &["--style -1", "natural, course"]),
            ("export --out a.r16 --sea -1", &["--sea -1", "bed"]),
        ],
    );
}

#[test]
fn a_dry_run_says_what_it_would_write() {
    let scratch = ScratchFolder::new("dry");
    let stdout = run_ok(&scratch.0, "export --out a.r16 --size 4097 --area 0,0,4096 --dry-run");
    assert!(scratch.names().is_empty());
    for words in ["4097 × 4097 samples", "1 m apart", "33.6 MB on the disk", "about "] {
        assert!(stdout.contains(words), "{stdout} should say {words}");
    }
}
