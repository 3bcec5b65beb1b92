//! Input and output streams: pipes, devices, control characters, long values, full disks.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::tools::{
    ScratchFolder, expect_refusal, expect_refusals, expect_success, orogen, run, stderr, stdout,
};

fn sampling(scratch: &ScratchFolder, arguments: &[&str]) -> Child {
    let mut command = orogen();
    command.args(["sample", "--basis", "value"]).args(arguments).current_dir(&scratch.0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Returns the peak memory of a running process, in MiB.
#[cfg(target_os = "linux")]
fn peak_mib(process: &Child) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse::<f64>().ok().map(|kib| kib / 1024.0)
}

#[cfg(target_os = "linux")]
#[test]
fn samples_of_an_endless_input_stream_in_little_memory() {
    let scratch = ScratchFolder::new("stream");
    let mut job = sampling(&scratch, &[]);
    let mut input = job.stdin.take().unwrap();
    // Like `yes`, until the program has ended.
    let feeding = std::thread::spawn(move || {
        let lines = "1.5,-2.25\n".repeat(10_000);
        while input.write_all(lines.as_bytes()).is_ok() {}
    });
    let mut values = BufReader::new(job.stdout.take().unwrap()).lines();
    let first = values.next().expect("values come before the input ends").unwrap();
    for _ in 0..1_000_000 {
        assert_eq!(values.next().unwrap().unwrap(), first);
    }
    let peak = peak_mib(&job).expect("it still runs");
    // A reader may close the pipe early.
    drop(values);
    let output = job.wait_with_output().unwrap();
    feeding.join().unwrap();
    expect_success(&output, "sample");
    assert!(peak < 100.0, "{peak} MiB");
}

/// The memory limit that docs/architecture.md states. A software driver takes most of it.
#[cfg(all(target_os = "linux", feature = "studio"))]
#[test]
fn a_picture_of_the_largest_bounded_land_stays_within_its_memory() {
    let _drawing = crate::tools::drawing();
    let scratch = ScratchFolder::new("largest");
    let mut command = orogen();
    command.args(["render", "--out", "a.png", "--size", "160x90", "--quality", "low"]);
    command
        .args(["--set", "world.bounded=on", "--set", "world.extent_chunks=32"])
        .current_dir(&scratch.0);
    let mut job = command.spawn().expect("the program starts");
    let start = std::time::Instant::now();
    let mut peak: f64 = 0.0;
    while job.try_wait().unwrap().is_none() {
        peak = peak.max(peak_mib(&job).unwrap_or(0.0));
        assert!(start.elapsed().as_secs() < 300, "it never ends");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(job.wait().unwrap().success() && scratch.names() == ["a.png"]);
    assert!((100.0..2048.0).contains(&peak), "{peak} MiB");
}

#[test]
fn each_point_is_answered_before_the_next_is_read() {
    let scratch = ScratchFolder::new("dialogue");
    let mut job = sampling(&scratch, &[]);
    let mut input = job.stdin.take().unwrap();
    let mut values = BufReader::new(job.stdout.take().unwrap()).lines();
    for point in ["1.5,2", "-3.25,0.5"] {
        writeln!(input, "{point}").unwrap();
        let value: f64 = values.next().unwrap().unwrap().parse().unwrap();
        assert!(value.is_finite());
    }
    drop(input);
    assert!(job.wait().unwrap().success());
}

#[test]
fn a_bad_point_ends_the_samples_with_its_line() {
    let scratch = ScratchFolder::new("bad-point");
    for (text, words) in [
        ("1,2\n3,4\n5,6,7\n8,9\n", ["line 3", "3 coordinates"]),
        ("1,2\n3,4\nfive,6\n8,9\n", ["line 3", "`five`"]),
    ] {
        let mut job = sampling(&scratch, &[]);
        job.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = job.wait_with_output().unwrap();
        expect_refusal(&output, text, &words);
        assert_eq!(
            stdout(&output).lines().count(),
            2,
            "the values of the points before the bad one"
        );
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_or_bounded() {
    let scratch = ScratchFolder::new("devices");
    let pipe = scratch.0.join("pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for source in ["./pipe.toml", "/dev/zero"] {
        let words = &[source, "it is a pipe or a device"][..];
        let table = format!("permutation=file:{source}");
        expect_refusals(
            &scratch,
            &[
                (&format!("export {source} --out a.r16"), words),
                (&format!("sample --basis perlin {source}"), words),
                (&format!("sample --basis perlin --permutation file:{source}"), words),
                (&format!("texture map --out a.png --set {table}"), words),
            ],
        );
    }
    let zeros = std::fs::File::open("/dev/zero").unwrap();
    let output = orogen().args(["sample", "--basis", "perlin"]).stdin(zeros).output().unwrap();
    expect_refusal(&output, "sample", &["line 1 is longer than"]);
    let zeros = std::fs::File::open("/dev/zero").unwrap();
    let arguments = ["export", "/dev/stdin", "--out", "a.r16"];
    let output = orogen().args(arguments).current_dir(&scratch.0).stdin(zeros).output().unwrap();
    expect_refusal(&output, "export", &["over 16 MiB"]);
    assert_eq!(scratch.names(), ["pipe.toml"]);
}

#[cfg(target_os = "linux")]
#[test]
fn points_and_recipes_may_come_through_a_pipe_of_the_shell() {
    let scratch = ScratchFolder::new("shell");
    let mut job = sampling(&scratch, &["/dev/stdin"]);
    job.stdin.take().unwrap().write_all(b"1,2\n").unwrap();
    let output = job.wait_with_output().unwrap();
    assert!(output.status.success() && output.stdout.ends_with(b"\n"), "{output:?}");
    let mut command = orogen();
    command.args(["export", "/dev/stdin", "--out", "a.r16", "--dry-run"]).current_dir(&scratch.0);
    let mut job = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    job.stdin.take().unwrap().write_all(b"[world]\nbounded = true\nextent_chunks = 2\n").unwrap();
    let output = job.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("129 × 129 samples"), "{output:?}");
}

/// Returns true if a text has no control characters.
fn is_plain(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).chars().all(|c| c == '\n' || !c.is_control())
}

#[cfg(unix)]
#[test]
fn control_characters_are_never_printed() {
    const EVIL: &str = "a\x1b]0;title\x07\u{9b}2J\r\n\x7f";
    let scratch = ScratchFolder::new("control");
    let recipe = format!("{EVIL}.toml");
    std::fs::write(scratch.0.join(&recipe), format!("[noise]\n{EVIL} = 1\n")).unwrap();
    let keys = format!("[noise]\n\"{}\" = 1\n", "\\u001b]0;x");
    std::fs::write(scratch.0.join("keys.toml"), keys).unwrap();
    let points = format!("{EVIL}.csv");
    std::fs::write(scratch.0.join(&points), EVIL).unwrap();
    let (set, key, out) =
        (format!("noise.seed={EVIL}"), format!("{EVIL}=1"), format!("{EVIL}.r16"));
    let (table, gif) = (format!("file:{points}"), format!("{EVIL}.gif"));
    for arguments in [
        &["export", EVIL, "--out", "a.r16"][..],
        &["export", &recipe, "--out", "a.r16"],
        &["export", "keys.toml", "--out", "a.r16"],
        &["export", "--out", "a.r16", "--set", &set],
        &["export", "--out", "a.r16", "--set", &key],
        &["export", "--out", "a.r16", "--set", EVIL],
        &["export", "--out", "a.r16", "--seed", EVIL],
        &["export", "--out", "a.r16", "--mood", EVIL],
        &["export", "--out", "a.r16", "--style", EVIL],
        &["export", "--out", "a.r16", "--camera", EVIL],
        &["export", "--out", "a.r16", "--size", EVIL],
        &["export", "--out", "a.r16", "--threads", EVIL],
        &["export", "--out", &gif],
        &["export", "--out", &format!("{EVIL}/{out}")],
        &["export", "--out", "a.r16", &format!("--{EVIL}")],
        &["sample", "--basis", EVIL],
        &["sample", "--basis", "perlin", &points],
        &["sample", "--basis", "perlin", "--permutation", &table],
        &["texture", EVIL, "--out", "a.png"],
        &["texture", "map", "--out", "a.png", "--set", &key],
        &["texture", "map", "--out", &format!("{EVIL}/{out}")],
        &["params", EVIL],
    ] {
        let output = run(&scratch.0, arguments);
        expect_refusal(&output, &format!("{arguments:?}"), &[]);
        assert!(is_plain(&output.stderr) && output.stdout.is_empty(), "{arguments:?}");
    }
    let output = run(&scratch.0, &["export", "--out", &out, "--size", "17"]);
    let stdout = expect_success(&output, "export");
    assert!(is_plain(&output.stdout) && stdout.contains("\\u{1b}"), "{output:?}");
}

#[test]
fn long_values_are_cut() {
    let scratch = ScratchFolder::new("long");
    let words = "word ".repeat(20_000);
    let run_on = "x".repeat(100_000);
    for long in [&words, &run_on] {
        for arguments in [
            &["export", long, "--out", "a.r16"][..],
            &["export", "--out", "a.r16", "--set", long],
            &["export", "--out", "a.r16", "--size", long],
            &["export", "--out", "a.r16", "--format", long],
            &["export", "--out", "a.r16", "--for", long],
            &["sample", "--fade", long, "--basis", "value"],
            &["sample", "--octaves", long, "--basis", "value"],
            &["texture", long, "--out", "a.png"],
            &["texture", "map", "--out", "a.png", "--offset", long],
            &["params", long],
        ] {
            let output = run(&scratch.0, arguments);
            expect_refusal(&output, arguments[0], &["…"]);
            assert!(output.stderr.len() < 800, "{}", stderr(&output));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_gives_a_clear_message() {
    let scratch = ScratchFolder::new("full");
    let full = || std::fs::OpenOptions::new().write(true).open(Path::new("/dev/full")).unwrap();
    std::fs::write(scratch.0.join("points.csv"), "1,2\n").unwrap();
    for arguments in [&["params"][..], &["presets"], &["sample", "--basis", "value", "points.csv"]]
    {
        let mut program = orogen();
        program.args(arguments).current_dir(&scratch.0).stdout(full()).stderr(Stdio::piped());
        let words = ["cannot write to standard output: the disk is full; free some space"];
        expect_refusal(&program.output().unwrap(), arguments[0], &words);
    }
    // The message cannot be written; the exit code remains.
    let output = orogen().arg("export").stderr(full()).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
