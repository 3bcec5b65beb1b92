//! Displays that are none, and one that closes.

use std::process::{Command, Stdio};

use crate::tools::{Display, Scratch, drawing, orogen, wait_for};

const SMALL: [&str; 4] = ["--set", "world.bounded=on", "--set", "world.extent_chunks=1"];

#[test]
fn a_display_that_does_not_answer_is_as_none() {
    let _drawing = drawing();
    for (variable, value) in
        [("DISPLAY", "localhost:42"), ("DISPLAY", ":65000"), ("WAYLAND_DISPLAY", "nonexistent")]
    {
        let scratch = Scratch::new("stale");
        let mut program = orogen();
        program
            .args(SMALL)
            .current_dir(&scratch.0)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        let output = program.env(variable, value).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        let line = said.lines().find(|line| line.starts_with("orogen: ")).expect("a line");
        assert!(line.contains(value) && line.ends_with("rendering the view instead"), "{said}");
        assert!(!said.contains("panicked"), "{said}");
        assert_eq!(scratch.names(), ["orogen.png"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_comes_though_nobody_can_read_what_is_said() {
    let _drawing = drawing();
    let scratch = Scratch::new("unread");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut program = orogen();
    program
        .args(SMALL)
        .current_dir(&scratch.0)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stderr(full);
    // The logger has something to say, too.
    let status =
        program.env("RUST_LOG", "info").stdout(Stdio::null()).status().expect("the program starts");
    assert_eq!(status.code(), Some(0));
    assert_eq!(scratch.names(), ["orogen.png"]);
}

#[test]
fn a_display_that_closes_ends_the_program_without_a_panic() {
    let _drawing = drawing();
    let scratch = Scratch::new("closes");
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
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(
        !status.success() && status.code() != Some(101) && !said.contains("panicked"),
        "{status}: {said}"
    );
}
