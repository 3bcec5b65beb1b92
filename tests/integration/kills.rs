//! Exports killed at random moments: a JSON always matches its file.

use std::io::{Cursor, ErrorKind};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::targets::mutate::RandomNumbers;
use crate::tools::{ScratchFolder, expect_refusals, orogen};

/// Returns the number of kills; `scripts/kills 200` sets more.
pub fn kills() -> u32 {
    let text = std::env::var("OROGEN_KILLS").ok();
    text.map_or(20, |count| count.parse().expect("OROGEN_KILLS is a number"))
}

/// The arguments of exports that the test repeats, so that they write the same files again.
const KINDS: [&[&str]; 5] = [
    &["--out", "a.r16", "--size", "257"],
    &["--out", "a.png", "--size", "257"],
    &["--out", "t.r32", "--size", "129", "--tiles", "2x2"],
    &["--out", "a.exr", "--size", "129"],
    &["--out", "a.tif", "--size", "129"],
];

/// Returns the `n`-th export of a kind. Each has other heights and another range.
fn export(folder: &Path, kind: usize, n: u32) -> Command {
    let mut command = orogen();
    let (seed, range) = (n.to_string(), format!("-{},{}", 600 + n % 97, 700 + n % 89));
    command.arg("export").args(KINDS[kind]);
    command.args(["--seed", &seed, "--range", &range, "--threads", "1"]);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Waits until `until` returns true or the child ends.
fn wait(child: &mut Child, until: impl Fn(Duration) -> bool) {
    let start = Instant::now();
    while !until(start.elapsed()) && child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "the export does not end");
        std::thread::sleep(Duration::from_micros(50));
    }
}

/// Returns the JSON files of a folder, each with the name of its file.
fn pairs(scratch: &ScratchFolder) -> Vec<(Value, String)> {
    let names = scratch.names();
    let json = names.iter().filter(|name| name.ends_with(".json") && !name.starts_with('.'));
    json.map(|name| {
        let text = std::fs::read(scratch.0.join(name)).unwrap();
        (
            serde_json::from_slice(&text).expect("a whole JSON"),
            name.trim_end_matches(".json").to_owned(),
        )
    })
    .collect()
}

/// Returns the files whose JSON marks them as incomplete.
fn incomplete(scratch: &ScratchFolder) -> Vec<String> {
    pairs(scratch)
        .into_iter()
        .filter(|(json, _)| json["incomplete"].is_string())
        .map(|(_, name)| name)
        .collect()
}

/// Checks every JSON against its file.
fn check(scratch: &ScratchFolder, what: &str) {
    for (json, name) in pairs(scratch) {
        assert_eq!(json["file"], name.as_str(), "{what}");
        if json["incomplete"].is_string() {
            // The JSON of an incomplete file must contain no measured values.
            assert!(
                json.get("formula").is_none() && json.get("range_m").is_none(),
                "{what}: {json}"
            );
            continue;
        }
        let data = match std::fs::read(scratch.0.join(&name)) {
            Err(e) if e.kind() == ErrorKind::NotFound => {
                panic!("{what}: {name} has a JSON and is not there")
            }
            other => other.unwrap(),
        };
        assert_eq!(
            json["file_checksum"]["value"],
            format!("{:08x}", crc32fast::hash(&data)),
            "{what}: {name}"
        );
        assert_eq!(
            json["checksum"]["value"],
            format!("{:08x}", crc32fast::hash(&samples(&scratch.0, &name, &data))),
            "{what}: {name}"
        );
    }
}

/// Returns the samples of a file, read by other crates.
fn samples(folder: &Path, name: &str, data: &[u8]) -> Vec<u8> {
    if name.ends_with(".r16") || name.ends_with(".r32") {
        return data.to_vec();
    }
    let floats = |floats: &[f32]| floats.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    if name.ends_with(".exr") {
        let image = exr::prelude::read_first_flat_layer_from_file(folder.join(name)).unwrap();
        return floats(
            &image.layer_data.channel_data.list[0].sample_data.values_as_f32().collect::<Vec<_>>(),
        );
    }
    if name.ends_with(".tif") {
        let mut decoder = tiff::decoder::Decoder::new(Cursor::new(data)).unwrap();
        let tiff::decoder::DecodingResult::F32(read) = decoder.read_image().unwrap() else {
            panic!("no floats")
        };
        return floats(&read);
    }
    let picture = image::load_from_memory(data).unwrap().into_luma16();
    picture.into_raw().iter().flat_map(|sample| sample.to_be_bytes()).collect()
}

fn kill(child: &Child, signal: &str) {
    // It may have ended already.
    let _ =
        Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
}

#[cfg(unix)]
#[test]
fn a_kill_never_leaves_mismatched_heights_and_json() {
    let scratch = ScratchFolder::new("kills");
    let mut durations = [Duration::ZERO; KINDS.len()];
    for (kind, duration) in durations.iter_mut().enumerate() {
        let start = Instant::now();
        assert!(export(&scratch.0, kind, 0).status().unwrap().success());
        *duration = start.elapsed();
    }
    check(&scratch, "before");
    let hidden = |name: &String| name.starts_with('.');
    let mut random = RandomNumbers(1);
    for n in 1..=kills() {
        let (kind, signal) = (n as usize % KINDS.len(), if n % 2 == 0 { "-TERM" } else { "-KILL" });
        let before = incomplete(&scratch);
        let mut child = export(&scratch.0, kind, n).spawn().unwrap();
        // Half of the kills while the JSON is being written, half at random moments.
        let share = random.below(1 << 24) as f64 / f64::from(1 << 24);
        match n % 4 < 2 {
            true => wait(&mut child, |_| {
                scratch.names().iter().any(|name| hidden(name) && name.contains(".json."))
            }),
            false => wait(&mut child, |passed| passed > durations[kind].mul_f64(1.1 * share)),
        }
        kill(&child, signal);
        let status = child.wait().unwrap();
        let what = format!("{signal} of export {n}, which ended with {status}");
        check(&scratch, &what);
        if signal == "-TERM" {
            // A process killed before it handles signals is ended by the system. It has written
            // nothing by then.
            assert!(matches!(status.code(), Some(0 | 143) | None), "{what}");
            assert!(!scratch.names().iter().any(hidden), "{what} left {:?}", scratch.names());
            // A process that handles the signal finishes its renames. Files from an earlier kill
            // may still exist.
            assert!(incomplete(&scratch).iter().all(|name| before.contains(name)), "{what}");
        }
        // Part files of a killed run do no harm, but this test would count them in the next run.
        for name in scratch.names().iter().filter(|name| hidden(name)) {
            std::fs::remove_file(scratch.0.join(name)).unwrap();
        }
    }
    // Exports to the same names still work.
    for (kind, arguments) in KINDS.iter().enumerate() {
        assert!(export(&scratch.0, kind, 0).status().unwrap().success(), "{arguments:?}");
    }
    check(&scratch, "after");
    assert!(incomplete(&scratch).is_empty());
}

#[test]
fn a_json_of_another_file_is_refused() {
    let scratch = ScratchFolder::new("lies");
    assert!(export(&scratch.0, 0, 1).status().unwrap().success());
    let json = std::fs::read(scratch.0.join("a.r16.json")).unwrap();
    assert!(export(&scratch.0, 0, 2).status().unwrap().success());
    std::fs::write(scratch.0.join("a.r16.json"), json).unwrap();
    let words = &["`a.r16` next to it is not the file that it describes"];
    expect_refusals(
        &scratch,
        &[
            ("export a.r16.json --out b.png --size 33", words),
            ("export a.r16 --out b.png --size 33", words),
        ],
    );
}
