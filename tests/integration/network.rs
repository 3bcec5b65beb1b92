//! The program uses no network.

use std::process::Command;

use crate::tools::{ScratchFolder, expect_success, orogen};

/// Commands of each kind without a window.
const COMMANDS: [&[&str]; 8] = [
    &["export", "alps", "--out", "a.png", "--size", "65"],
    &["export", "alps", "--out", "a.r16", "--size", "65", "--force"],
    &["recipe", "alps", "--out", "a.toml"],
    &["import", "a.png", "--out", "b.toml"],
    &["share", "alps"],
    &["code", "alps", "--language", "rust"],
    &["lab", "cell", "--out", "a.svg"],
    &["doctor", "--folder", "doctor"],
];

/// Returns true if a tool is installed and permitted.
fn works(tool: &str, arguments: &[&str]) -> bool {
    let output = Command::new(tool).args(arguments).output();
    output.is_ok_and(|output| output.status.success())
}

#[test]
fn every_command_works_without_a_network() {
    // Some systems do not permit this.
    if !works("unshare", &["-rn", "true"]) {
        assert!(std::env::var_os("CI").is_none(), "unshare -rn works");
        return;
    }
    let scratch = ScratchFolder::new("network");
    for arguments in COMMANDS {
        let mut command = Command::new("unshare");
        command.args(["-rn", env!("CARGO_BIN_EXE_orogen")]).args(arguments);
        let output = command.current_dir(&scratch.0).output().unwrap();
        expect_success(&output, &arguments.join(" "));
    }
}

#[test]
fn no_command_opens_a_socket() {
    if !works("strace", &["-f", "-e", "trace=network", "true"]) {
        return;
    }
    let scratch = ScratchFolder::new("sockets");
    for arguments in COMMANDS {
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-e", "trace=%network", "-o", "calls"]);
        // Graphics libraries look for a display that these variables name.
        for variable in ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY"] {
            command.env_remove(variable);
        }
        let program = orogen();
        let output =
            command.arg(program.get_program()).args(arguments).current_dir(&scratch.0).output();
        assert!(output.unwrap().status.success(), "{arguments:?}");
        let calls = std::fs::read_to_string(scratch.0.join("calls")).unwrap();
        // A socket pair within the program is allowed: signals use one.
        let network_calls: Vec<_> = calls
            .lines()
            .filter(|line| line.contains("connect(") || line.contains("socket(AF_INET"))
            // The C library looks up users with a local service, if there is one.
            .filter(|line| !line.contains("AF_UNIX") || !line.contains("nscd"))
            .collect();
        assert!(network_calls.is_empty(), "{arguments:?}: {network_calls:?}");
    }
}
