//! Signals: no file is left half-written, and the exit code names the signal.

#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use signal_hook::consts::SIGHUP;

use crate::tools::{ScratchFolder, expect_refusal, orogen, run_ok, send, stderr, stdout};

/// Lets child processes receive SIGHUP. Under `nohup` the tests ignore it, and children inherit
/// ignored signals, but not handlers; so this installs an empty handler.
fn let_children_receive_sighup() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    // Bit 0 is signal 1.
    if u64::from_str_radix(ignored.trim(), 16).is_ok_and(|mask| mask & 1 == 1) {
        signal_hook::flag::register(SIGHUP, Arc::new(AtomicBool::new(false))).unwrap();
    }
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let_children_receive_sighup();
    let mut command = orogen();
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Waits for a hidden file with some content.
fn wait_for_part(scratch: &ScratchFolder, child: &mut Child) {
    let start = Instant::now();
    let grows = |name: &String| {
        let length = std::fs::metadata(scratch.0.join(name)).map_or(0, |metadata| metadata.len());
        name.starts_with(".a.r32.") && name.ends_with(".part") && length > 0
    };
    while !scratch.names().iter().any(grows) {
        assert!(
            start.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none(),
            "it never wrote"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn signals_end_an_export_and_leave_nothing() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129), ("-QUIT", 131)] {
        let scratch = ScratchFolder::new("signals");
        run_ok(&scratch.0, "export --out a.r32 --size 33");
        let before = std::fs::read(scratch.0.join("a.r32")).unwrap();
        let mut child = start(&scratch.0, &["export", "--out", "a.r32", "--size", "32769"]);
        wait_for_part(&scratch, &mut child);
        send(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{signal}");
        let stderr = stderr(&output);
        assert_eq!(stderr, "orogen: interrupted; no half-written file is left\n", "{signal}");
        assert_eq!(scratch.names(), ["a.r32", "a.r32.json"], "{signal}");
        assert_eq!(std::fs::read(scratch.0.join("a.r32")).unwrap(), before);
    }
}

#[test]
fn signals_end_an_export_when_the_tests_run_under_nohup() {
    let mut tests = Command::new("nohup");
    tests.arg(std::env::current_exe().unwrap());
    tests.args(["--exact", "interrupt::signals_end_an_export_and_leave_nothing"]);
    let output = tests.stdin(Stdio::null()).output().unwrap();
    let stdout = stdout(&output);
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}");
}

#[test]
fn an_export_under_nohup_survives_its_terminal() {
    let scratch = ScratchFolder::new("nohup");
    let arguments = ["export", "--out", "a.r32", "--size", "4097"];
    let mut command = Command::new("nohup");
    command.arg(orogen().get_program()).args(arguments).current_dir(&scratch.0);
    command.stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_part(&scratch, &mut child);
    send(&child, "-HUP");
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(scratch.names(), ["a.r32", "a.r32.json"]);
}

#[test]
fn the_file_size_limit_gives_one_clear_line() {
    let scratch = ScratchFolder::new("limit");
    let line = format!(
        "ulimit -f 64; exec '{}' export --out a.r32 --size 513",
        env!("CARGO_BIN_EXE_orogen")
    );
    let output = Command::new("sh").args(["-c", &line]).current_dir(&scratch.0).output().unwrap();
    expect_refusal(&output, &line, &["a.r32", "ulimit -f"]);
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[cfg(feature = "studio")]
#[test]
fn ctrl_c_ends_drawing_commands_at_once() {
    let _drawing = crate::tools::drawing();
    for arguments in [
        &["render", "--out", "a.png", "--size", "4096x4096"][..],
        &["bench", "--out", "a.json"],
        &[],
    ] {
        let scratch = ScratchFolder::new("drawing");
        let mut command = orogen();
        command.args(arguments).current_dir(&scratch.0);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        let mut child = command.spawn().unwrap();
        // The program handles signals once it has several threads.
        let tasks = format!("/proc/{}/task", child.id());
        let begun = Instant::now();
        while !std::fs::read_dir(&tasks).is_ok_and(|tasks| tasks.count() > 2) {
            assert!(
                begun.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none()
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        send(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
        assert!(
            output.stdout.is_empty() && scratch.names().is_empty(),
            "{arguments:?}: {:?}",
            scratch.names()
        );
    }
}
