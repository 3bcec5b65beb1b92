//! The helper: a second process of this program that compiles shaders.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use crossbeam_channel::{Receiver, TryRecvError, unbounded};

use crate::headless::prepare::ShaderRequest;
use crate::headless::prepared::PreparedPicture;

/// The running helper. Dropping it ends the process.
#[derive(Default)]
pub struct Helper {
    child: Option<Child>,
    requests: Option<ChildStdin>,
    answers: Option<Receiver<String>>,
    has_ended: bool,
}

/// The arguments with which the program becomes a helper.
const COMMAND: [&str; 2] = ["prepare", "--requests"];

impl Helper {
    /// Starts this program as a helper. `wake` is called after each line that it prints and when it
    /// ends. Returns `None` if the process does not start.
    pub fn start(wake: Box<dyn Fn() + Send>) -> Option<Self> {
        Self::of_program(std::env::current_exe().ok()?.as_os_str(), wake)
    }

    /// Starts the given program as a helper; tests use it.
    pub fn of_program(program: &OsStr, wake: Box<dyn Fn() + Send>) -> Option<Self> {
        // Low priority leaves the processor to the window.
        let mut low_priority = Command::new("nice");
        low_priority.args(["-n", "10"]).arg(program);
        let spawned = spawn(&mut low_priority).or_else(|| spawn(&mut Command::new(program)));
        let mut child = spawned?;
        let (send, answers) = unbounded();
        let out = child.stdout.take()?;
        let read = move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
                wake();
            }
            drop(send);
            wake();
        };
        std::thread::Builder::new().name("orogen-shaders".to_owned()).spawn(read).ok()?;
        let requests = child.stdin.take();
        Some(Self { child: Some(child), requests, answers: Some(answers), has_ended: false })
    }

    /// Asks the helper for the shaders of a kind of picture. Returns false if the helper cannot be
    /// reached.
    pub fn ask(&mut self, request: &ShaderRequest) -> bool {
        let Some(requests) = &mut self.requests else { return false };
        writeln!(requests, "{request}").and_then(|()| requests.flush()).is_ok()
    }

    /// Returns the next kind of picture whose shaders the helper has compiled.
    pub fn answer(&mut self) -> Option<PreparedPicture> {
        let answers = self.answers.as_ref()?;
        match answers.try_recv() {
            Ok(line) => PreparedPicture::of_line(&line),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.has_ended = true;
                None
            }
        }
    }

    /// Returns true if the process has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.has_ended
    }
}

fn spawn(command: &mut Command) -> Option<Child> {
    command
        .args(COMMAND)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // The helper is no window, so it must not write the window's trace.
        .env_remove("OROGEN_TRACE")
        .spawn()
        .ok()
}

impl Drop for Helper {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // The process may have ended already, so errors are ignored.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_helper_answers_each_request_and_its_end_is_noticed() {
        let (send, woken) = unbounded();
        let wake = Box::new(move || _ = send.send(()));
        // A script that repeats the line that it reads, with a time and a size, and then ends.
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("echo");
        std::fs::write(&script, "#!/bin/sh\nread line\nprintf '%s\\t1.5\\t9\\n' \"$line\"\n")
            .unwrap();
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&script, permissions).unwrap();
        let mut helper = Helper::of_program(script.as_os_str(), wake).unwrap();
        let request: ShaderRequest = "draft 1 NATURAL WOODS".parse().unwrap();
        assert!(helper.ask(&request));
        woken.recv_timeout(Duration::from_secs(60)).expect("the helper answers");
        assert_eq!(
            helper.answer(),
            Some(PreparedPicture { request, seconds: 1.5, memory_mib: 9.0 })
        );
        let start = Instant::now();
        while !helper.has_ended() {
            assert!(start.elapsed() < Duration::from_secs(60), "its end is not noticed");
            let _ = woken.recv_timeout(Duration::from_secs(1));
            assert_eq!(helper.answer(), None);
        }
    }
}
