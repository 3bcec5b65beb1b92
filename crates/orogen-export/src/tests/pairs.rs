//! A file and its JSON agree, and readers notice if they do not.

use std::fs;

use super::atomic::{PartFile, RenameLock};
use super::sidecar::{Match, Sidecar};
use super::*;

fn exported(scratch: &ScratchFolder, name: &str) -> PathBuf {
    let mut options = ExportOptions::new(scratch.file(name));
    options.samples = Some(33);
    run(&square_scene(), &options);
    options.out
}

fn json_of(path: &Path) -> PathBuf {
    sidecar::path_of(path)
}

#[test]
fn a_json_next_to_another_file_is_refused() {
    let scratch = ScratchFolder::new();
    for name in ["a.png", "a.r16", "a.r32", "a.exr", "a.tif"] {
        let path = exported(&scratch, name);
        assert_eq!(Sidecar::compare_with(&path).unwrap(), Some(Match::Same), "{name}");
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let error = load_scene_from_file(&json_of(&path)).unwrap_err().to_string();
        assert!(
            error.contains(name) && error.contains("is not the file that it describes"),
            "{error}"
        );
        bytes.pop();
        fs::write(&path, &bytes).unwrap();
        assert!(load_scene_from_file(&json_of(&path)).is_err(), "{name}");
        // Without the file, the JSON still gives the land.
        fs::remove_file(&path).unwrap();
        assert_eq!(load_scene_from_file(&json_of(&path)).unwrap(), square_scene(), "{name}");
    }
}

#[test]
fn files_without_a_scene_open_by_the_json_next_to_them() {
    let scratch = ScratchFolder::new();
    for name in ["a.r16", "b.RAW", "a.r32", "a.tif", "b.TIFF"] {
        let path = exported(&scratch, name);
        assert_eq!(scene_file::load(&path).unwrap(), square_scene(), "{name}");
        fs::write(&path, b"other").unwrap();
        assert!(
            scene_file::load(&path)
                .unwrap_err()
                .to_string()
                .contains("is not the file that it describes"),
            "{name}"
        );
        fs::remove_file(json_of(&path)).unwrap();
        assert!(
            scene_file::load(&path)
                .unwrap_err()
                .to_string()
                .contains("contains no scene, and its JSON"),
            "{name}"
        );
    }
}

#[test]
fn a_json_of_version_0_1_0_is_compared_by_its_samples() {
    let scratch = ScratchFolder::new();
    let path = exported(&scratch, "a.r16");
    let mut json = metadata(&path);
    let fields = json.as_object_mut().unwrap();
    fields.remove("bytes");
    fields.remove("file_checksum");
    fs::write(json_of(&path), json.to_string()).unwrap();
    assert_eq!(Sidecar::compare_with(&path).unwrap(), Some(Match::Same));
    fs::write(&path, b"other").unwrap();
    assert_eq!(Sidecar::compare_with(&path).unwrap(), Some(Match::Other));
}

#[test]
fn a_failed_rename_keeps_file_and_json() {
    let scratch = ScratchFolder::new();
    let path = exported(&scratch, "a.r16");
    let before = (fs::read(&path).unwrap(), fs::read(json_of(&path)).unwrap());
    let part = PartFile::create(&path).unwrap();
    // The hidden file is gone, as if the disk failed.
    for hidden in scratch.names().iter().filter(|name| name.starts_with('.')) {
        fs::remove_file(scratch.file(hidden)).unwrap();
    }
    assert!(pair::finish(part, &path, "{}").is_err());
    assert_eq!((fs::read(&path).unwrap(), fs::read(json_of(&path)).unwrap()), before);
    assert_eq!(scratch.names(), ["a.r16", "a.r16.json"]);
}

/// Lists this process's files in a folder that are open for writing.
#[cfg(target_os = "linux")]
fn open_for_writing(folder: &Path) -> Vec<PathBuf> {
    let folder = folder.canonicalize().unwrap();
    let open = fs::read_dir("/proc/self/fd").unwrap().flatten().filter_map(|entry| {
        let path = fs::read_link(entry.path()).ok()?;
        let info = Path::new("/proc/self/fdinfo").join(entry.file_name());
        let info = fs::read_to_string(info).ok()?;
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"))?.trim();
        let is_for_reading = u32::from_str_radix(flags, 8).ok()? & 3 == 0;
        (path.starts_with(&folder) && !is_for_reading).then_some(path)
    });
    open.collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_part_file_is_closed_before_it_is_renamed() {
    // Windows cannot replace an open file, and the last JSON replaces the incomplete one.
    let scratch = ScratchFolder::new();
    let path = scratch.file("a.r16");
    let mut part = PartFile::create(&path).unwrap();
    assert_eq!(open_for_writing(&scratch.0).len(), 1);
    part.rename(&mut RenameLock::of(&part)).unwrap();
    assert_eq!(open_for_writing(&scratch.0), Vec::<PathBuf>::new(), "after the rename");
    // The file is closed even if the rename fails.
    let mut part = PartFile::create(&path).unwrap();
    fs::remove_file(part.hidden_path()).unwrap();
    assert!(part.rename(&mut RenameLock::of(&part)).is_err());
    assert_eq!(open_for_writing(&scratch.0), Vec::<PathBuf>::new(), "after the failed rename");
}

#[test]
fn an_incomplete_export_is_reported_and_replaced() {
    let scratch = ScratchFolder::new();
    let path = exported(&scratch, "a.r16");
    // The state after a kill between the renames.
    let incomplete = serde_json::json!({ "program": PROGRAM, "file": "a.r16", "incomplete": "…" });
    fs::write(json_of(&path), incomplete.to_string()).unwrap();
    for input in [&path, &json_of(&path)] {
        assert!(
            scene_file::load(input).unwrap_err().to_string().contains("export again"),
            "{input:?}"
        );
    }
    exported(&scratch, "a.r16");
    assert_eq!(scene_file::load(&path).unwrap(), square_scene());
}

#[test]
fn a_picture_that_replaces_heights_removes_their_json() {
    let scratch = ScratchFolder::new();
    let path = exported(&scratch, "a.png");
    atomic::write(&path, |file| Ok(std::io::Write::write_all(file, b"picture")?)).unwrap();
    assert_eq!(scratch.names(), ["a.png"]);
    // A JSON of another program stays.
    fs::write(scratch.file("b.png.json"), "{}").unwrap();
    atomic::write(&scratch.file("b.png"), |_| Ok(())).unwrap();
    assert_eq!(scratch.names(), ["a.png", "b.png", "b.png.json"]);
}
