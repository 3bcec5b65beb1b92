//! Videos, encoded by the installed ffmpeg, which reads the frames from standard input and writes the
//! file.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::plan::{FilmFormat, FilmPlan, Frames, program, rgb};
use crate::atomic::{PartFile, check_target};
use crate::file_error::{FileError, FileProblem};

/// The most bytes of ffmpeg's messages to keep.
const MAX_MESSAGE_BYTES: u64 = 10_000;

/// Returns true if ffmpeg can be started.
pub fn has_ffmpeg() -> bool {
    let mut command = Command::new("ffmpeg");
    command.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

pub fn write(plan: &FilmPlan, frames: Frames) -> Result<(), FileError> {
    let fail = |problem: FileProblem| FileError::write(&plan.out, problem);
    check_target(&plan.out)?;
    let part = PartFile::create(&plan.out)?;
    let mut ffmpeg = start(plan, part.hidden_path()).map_err(|error| fail(error.into()))?;
    // A thread reads ffmpeg's messages. A full pipe would block ffmpeg.
    let reader = ffmpeg.0.stderr.take().map(|stderr| {
        std::thread::spawn(move || {
            let mut messages = Vec::new();
            let _ = stderr.take(MAX_MESSAGE_BYTES).read_to_end(&mut messages);
            String::from_utf8_lossy(&messages).into_owned()
        })
    });
    let sent = send_frames(plan, &mut ffmpeg.0, frames);
    let status = ffmpeg.0.wait().map_err(|error| fail(error.into()))?;
    let messages = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
    match sent {
        // If ffmpeg has closed the pipe, its own message gives the reason.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(fail(error.into())),
        Ok(()) if status.success() => part.finish(),
        _ => Err(fail(FileProblem::Format(last_message(&messages)))),
    }
}

/// A child process that is killed when dropped.
struct KillOnDrop(Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(plan: &FilmPlan, path: &Path) -> io::Result<KillOnDrop> {
    let [width, height] = plan.size;
    let (container, codec): (_, &[&str]) = match plan.format {
        FilmFormat::Webm => ("webm", &["libvpx-vp9", "-crf", "24", "-b:v", "0"]),
        FilmFormat::Mkv => ("matroska", &["libx264", "-crf", "18"]),
        FilmFormat::Mov => ("mov", &["libx264", "-crf", "18", "-movflags", "+faststart"]),
        _ => ("mp4", &["libx264", "-crf", "18", "-movflags", "+faststart"]),
    };
    let mut command = Command::new("ffmpeg");
    command
        .args(["-hide_banner", "-loglevel", "error", "-nostats"])
        .args(["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &format!("{width}x{height}")])
        .args(["-framerate", &plan.fps.to_string(), "-i", "pipe:0", "-c:v"])
        .args(codec)
        // Every player supports this pixel format.
        .args(["-pix_fmt", "yuv420p", "-metadata", &format!("comment={}", program(plan))])
        .args(["-f", container, "-y"])
        .arg(path);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map(KillOnDrop)
}

fn send_frames(plan: &FilmPlan, ffmpeg: &mut Child, frames: Frames) -> io::Result<()> {
    let Some(mut stdin) = ffmpeg.stdin.take() else { return Ok(()) };
    for number in 0..plan.frames {
        let frame = match frames(number) {
            Ok(frame) => frame,
            Err(error) => {
                // The film is incomplete. Without a kill, ffmpeg would finish the file.
                let _ = ffmpeg.kill();
                return Err(io::Error::other(error));
            }
        };
        stdin.write_all(&rgb(&frame.rgba))?;
    }
    Ok(())
}

/// Returns the last line of ffmpeg's messages.
fn last_message(messages: &str) -> String {
    let line = messages.lines().map(str::trim).rfind(|line| !line.is_empty());
    format!("ffmpeg failed: {}", line.unwrap_or("it gives no reason"))
}
