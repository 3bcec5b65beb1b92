//! No display, displays that do not answer, and one that closes.

use std::process::{Command, Stdio};

use crate::tools::{Display, ScratchFolder, drawing, expect_success, orogen, stderr, wait_for};

/// A small land in the style that a software driver draws in the shortest time.
const SMALL: [&str; 6] =
    ["--set", "world.bounded=on", "--set", "world.extent_chunks=1", "--set", "look.style=course"];

/// Returns a command that runs the program with a small land and no display.
fn without_display(scratch: &ScratchFolder) -> Command {
    let mut program = orogen();
    program.args(SMALL).current_dir(&scratch.0);
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        program.env_remove(variable);
    }
    program
}

#[test]
fn without_a_display_the_view_is_rendered_into_a_free_file() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("nodisplay");
    std::fs::write(scratch.0.join("orogen.png"), "mine").unwrap();
    let output = without_display(&scratch).output().expect("the program starts");
    let stdout = expect_success(&output, "no display");
    assert!(stderr(&output).contains("no display"), "{}", stderr(&output));
    assert!(stdout.trim_end().ends_with("orogen-2.png"), "{stdout}");
    assert_eq!(image::open(stdout.trim_end()).expect("a PNG").width(), 1280);
    assert_eq!(scratch.names(), ["orogen-2.png", "orogen.png"]);
    assert_eq!(std::fs::read(scratch.0.join("orogen.png")).unwrap(), b"mine");
}

#[test]
fn a_display_without_an_answer_counts_as_no_display() {
    let _drawing = drawing();
    for (variable, value) in
        [("DISPLAY", "localhost:42"), ("DISPLAY", ":65000"), ("WAYLAND_DISPLAY", "nonexistent")]
    {
        let scratch = ScratchFolder::new("stale");
        let output = without_display(&scratch).env(variable, value).output().unwrap();
        expect_success(&output, value);
        let stderr = stderr(&output);
        let line = stderr.lines().find(|line| line.starts_with("orogen: ")).expect("a line");
        assert!(line.contains(value) && line.ends_with("rendering the view instead"), "{stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
        assert_eq!(scratch.names(), ["orogen.png"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_is_written_although_standard_error_is_closed() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("unread");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    // The logger writes, too.
    let mut program = without_display(&scratch);
    program.env("RUST_LOG", "info").stdout(Stdio::null()).stderr(full);
    assert_eq!(program.status().expect("the program starts").code(), Some(0));
    assert_eq!(scratch.names(), ["orogen.png"]);
}

#[test]
fn a_display_that_closes_ends_the_program_without_a_panic() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("closes");
    let display = Display::new(&scratch.0);
    let log = scratch.0.join("log");
    let mut program = orogen()
        .args(SMALL)
        .current_dir(&scratch.0)
        .env("DISPLAY", &display.name)
        .env_remove("WAYLAND_DISPLAY")
        .env("XDG_CONFIG_HOME", &scratch.0)
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .expect("the program starts");
    let mut search = Command::new("xdotool");
    search
        .args(["search", "--name", "^Orogen"])
        .env("DISPLAY", &display.name)
        .stdout(Stdio::null());
    wait_for("the window", 60, || search.status().expect("xdotool starts").success().then_some(()));
    drop(display);
    let status = wait_for("the end", 60, || program.try_wait().expect("a child"));
    let stderr = std::fs::read_to_string(&log).unwrap();
    assert!(
        !status.success() && status.code() != Some(101) && !stderr.contains("panicked"),
        "{status}: {stderr}"
    );
}
