//! Failures: one clear line, nothing half-written, and existing files stay.

use std::fs;
use std::io::{self, Cursor, Seek, SeekFrom, Write};

use super::atomic::PartFile;
use super::stream::WriteError;
use super::*;

/// A disk that is full after `room` bytes.
pub(super) struct FullDisk {
    file: Cursor<Vec<u8>>,
    room: u64,
}

impl Write for FullDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.room.saturating_sub(self.file.position()) as usize;
        match bytes.len().min(room) {
            0 if !bytes.is_empty() => Err(io::ErrorKind::StorageFull.into()),
            fits => self.file.write(&bytes[..fits]),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for FullDisk {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Writes to a disk that fills up at several places.
pub(super) fn check_full_disk(what: &str, write: impl Fn(&mut FullDisk) -> Result<(), WriteError>) {
    let on_disk = |room| {
        let mut disk = FullDisk { file: Cursor::new(vec![]), room };
        (write(&mut disk), disk.file.into_inner().len() as u64)
    };
    let (result, length) = on_disk(u64::MAX);
    assert!(result.is_ok(), "{what}");
    for room in [0, 1, 8, 12, 100, 1000, length / 2, length - 1] {
        match on_disk(room).0 {
            Err(WriteError::Io(e)) => assert_eq!(e.kind(), io::ErrorKind::StorageFull),
            other => panic!("{what}, {room} of {length}: {other:?}"),
        }
    }
}

/// Runs an export, and calls `then` once it has begun.
pub(super) fn interrupt<T: Send>(
    run: impl FnOnce(&Progress) -> Result<T, ExportError> + Send,
    then: impl FnOnce(&Progress),
) -> ExportError {
    let progress = Progress::default();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| run(&progress));
        while progress.done() == 0 && !run.is_finished() {
            std::thread::yield_now();
        }
        then(&progress);
        run.join().unwrap().err().expect("it was interrupted")
    })
}

fn options(scratch: &ScratchFolder, format: Format, samples: u32) -> ExportOptions {
    let mut options = ExportOptions::new(scratch.file(&format!("a.{}", format.extensions()[0])));
    options.samples = Some(samples);
    options
}

#[test]
fn a_disk_that_fills_up_is_an_error() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    for format in Format::ALL.iter().map(|row| row.value) {
        let plan = plan(&scene, &options(&scratch, format, 200));
        check_full_disk(format.name(), |disk| {
            let text = scene.to_plain_toml();
            plan.stream(&plan.files()[0], &text, disk, &Progress::default()).map(drop)
        });
    }
}

/// Calls `test` with a mounted disk of 256 kB. Skips the test if mounting is not allowed, which
/// needs root.
pub(super) fn on_a_small_disk(
    scratch: &ScratchFolder,
    test: impl FnOnce(&Path) + std::panic::UnwindSafe,
) {
    let mount = scratch.file("disk");
    fs::create_dir(&mount).unwrap();
    if !run_command("mount", &["-t", "tmpfs", "-o", "size=256k", "tmpfs"], &mount) {
        skip_without("permission to mount a disk, which root has");
        return;
    }
    let result = std::panic::catch_unwind(|| test(&mount));
    assert!(run_command("umount", &[], &mount));
    if let Err(panic) = result {
        std::panic::resume_unwind(panic);
    }
}

fn run_command(name: &str, arguments: &[&str], path: &Path) -> bool {
    let silent = std::process::Stdio::null;
    let status = std::process::Command::new(name)
        .args(arguments)
        .arg(path)
        .stdout(silent())
        .stderr(silent())
        .status();
    status.is_ok_and(|status| status.success())
}

#[test]
fn a_full_disk_keeps_the_old_file() {
    on_a_small_disk(&ScratchFolder::new(), |disk| {
        fs::write(disk.join("a.r32"), b"old").unwrap();
        let mut options = ExportOptions::new(disk.join("a.r32"));
        (options.samples, options.protected_files.force) = (Some(513), true);
        let error =
            plan(&square_scene(), &options).run(&Progress::default()).unwrap_err().to_string();
        assert!(error.contains("a.r32") && error.contains("the disk is full"), "{error}");
        assert_eq!(fs::read(disk.join("a.r32")).unwrap(), b"old");
        assert_eq!(fs::read_dir(disk).unwrap().count(), 1);
    });
}

#[test]
fn a_full_disk_keeps_the_old_recipe() {
    on_a_small_disk(&ScratchFolder::new(), |disk| {
        let (old, path) = (square_scene().to_toml(), disk.join("a.toml"));
        let save = |text: &str| super::atomic::write_bytes(&path, text);
        assert_eq!(save(&old), Ok(()));
        let error = save(&old.repeat(32)).unwrap_err().to_string();
        assert!(error.contains("a.toml") && error.contains("the disk is full"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), old);
        assert_eq!(fs::read_dir(disk).unwrap().count(), 1);
    });
}

#[test]
fn a_read_only_disk_keeps_the_old_file() {
    on_a_small_disk(&ScratchFolder::new(), |disk| {
        fs::write(disk.join("a.r32"), b"old").unwrap();
        assert!(run_command("mount", &["-o", "remount,ro"], disk));
        let error = plan(&square_scene(), &ExportOptions::new(disk.join("a.r32")))
            .run(&Progress::default());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("a.r32") && error.contains("read-only"), "{error}");
        assert_eq!(fs::read(disk.join("a.r32")).unwrap(), b"old");
    });
}

#[test]
fn an_unwritable_folder_is_an_error() {
    // Even root cannot write into these folders.
    let Some(folder) =
        ["/proc/self", "/sys/kernel"].into_iter().map(Path::new).find(|f| f.is_dir())
    else {
        return skip_without("a folder of the kernel");
    };
    let error =
        plan(&square_scene(), &ExportOptions::new(folder.join("a.r16"))).run(&Progress::default());
    let error = error.unwrap_err().to_string();
    assert!(error.starts_with("cannot write") && error.lines().count() == 1, "{error}");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let folder = scratch.file("folder");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    // Root ignores modes.
    if fs::write(folder.join("probe"), "").is_err() {
        let error = plan(&scene, &ExportOptions::new(folder.join("a.r16")))
            .run(&Progress::default())
            .unwrap_err();
        assert!(error.to_string().contains("permission denied; choose a folder"), "{error}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

#[test]
fn a_folder_with_the_name_of_an_output_is_an_error() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    fs::create_dir(scratch.file("a.r16")).unwrap();
    fs::create_dir(scratch.file("b.r16.json")).unwrap();
    for (out, words) in [
        ("a.r16", "it is a folder"),
        ("b.r16", "it is a folder"),
        ("no/a.r16", "there is no folder"),
    ] {
        let error = plan(&scene, &ExportOptions::new(scratch.file(out)))
            .run(&Progress::default())
            .unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    assert_eq!(scratch.names(), ["a.r16", "b.r16.json"]);
}

#[test]
fn a_cancelled_run_keeps_the_old_file() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    for format in Format::ALL.iter().map(|row| row.value) {
        let mut options = options(&scratch, format, 4097);
        options.protected_files.force = true;
        fs::write(&options.out, b"old").unwrap();
        let plan = plan(&scene, &options);
        let run = |progress: &Progress| {
            let result = plan.run(progress);
            assert!(0 < progress.done() && progress.done() < progress.total(), "{format}");
            result
        };
        let error = interrupt(run, Progress::cancel);
        assert_eq!(error, ExportError::Cancelled { finished: 0 });
        assert_eq!(fs::read(&options.out).unwrap(), b"old");
    }
    assert_eq!(scratch.names(), ["a.exr", "a.png", "a.r16", "a.r32", "a.tif"]);
}

#[test]
fn complete_tiles_stay_after_a_cancel() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let mut options = options(&scratch, Format::R16, 4097);
    options.tiles = Some(Tiles { counts: [4, 4], share_border: true });
    let plan = plan(&scene, &options);
    let error = interrupt(
        |progress| plan.run(progress),
        |progress| {
            let start = std::time::Instant::now();
            while !scratch.file("a_x1_y0.r16.json").exists() {
                assert!(start.elapsed().as_secs() < 300, "the second tile is missing");
                std::thread::yield_now();
            }
            progress.cancel();
        },
    );
    let ExportError::Cancelled { finished } = error else { panic!("{error}") };
    assert!(finished >= 2 && error.to_string().contains("stay"));
    assert_eq!(scratch.names().len(), 2 * finished);
    for name in scratch.names().iter().filter(|name| name.ends_with(".r16")) {
        assert_eq!(fs::metadata(scratch.file(name)).unwrap().len(), 2 * 1025 * 1025);
    }
}

#[test]
fn many_writers_of_one_name_leave_one_complete_file() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let mut options = options(&scratch, Format::R16, 300);
    let part = PartFile::create(&options.out).unwrap();
    std::thread::scope(|scope| {
        for highest_m in [600.0, 700.0, 800.0, 900.0] {
            options.range = HeightRange::Given([-600.0, highest_m]);
            let (options, scene) = (options.clone(), &scene);
            scope.spawn(move || (0..5).for_each(|_| drop(run(scene, &options))));
        }
    });
    drop(part);
    assert_eq!(scratch.names(), ["a.r16", "a.r16.json"]);
    let checksum = crc32fast::hash(&fs::read(&options.out).unwrap());
    assert_eq!(metadata(&options.out)["checksum"]["value"], format!("{checksum:08x}"));
}

#[test]
fn invalid_options_are_refused_in_one_line() {
    let scene = square_scene();
    type Change = fn(&mut ExportOptions);
    let cases: &[(Change, &str)] = &[
        (|o| o.out = "a.jpg".into(), "end the name in one of png, r16"),
        (|o| o.out = "".into(), "does not say which format"),
        (|o| o.format = Some(Format::Exr), "png16 by its name, but exr is chosen; end it in .exr"),
        (|o| o.samples = Some(1), "allowed are 2 to 65537"),
        (|o| o.samples = Some(65_538), "allowed are 2 to 65537"),
        (|o| o.area = Some(Area { centre_m: [0.0; 2], side_m: 5000.0 }), "leaves the land"),
        (|o| o.area = Some(Area { centre_m: [f64::NAN, 0.0], side_m: 1.0 }), "is out of range"),
        (
            |o| o.area = Some(Area { centre_m: [512.0, 0.0], side_m: 1e-13 }),
            "are too many for the area",
        ),
        (|o| o.range = HeightRange::Given([5.0, 5.0]), "the range 5,5 is not valid"),
        (|o| o.range = HeightRange::Given([f64::NAN, 5.0]), "is not valid"),
        (|o| o.range = HeightRange::Given([0.0, f64::INFINITY]), "is not valid"),
        (|o| o.part = TileSelection::Only([0, 0]), "there are no tiles"),
        (|o| (o.tiles, o.range) = (TWO, HeightRange::Auto), "does not work with tiles"),
        (
            |o| (o.tiles, o.samples) = (TWO, Some(512)),
            "cannot be cut into 2x2 tiles that share a border",
        ),
        (|o| (o.tiles, o.samples) = (TWO, Some(2)), "cannot be cut"),
        (|o| (o.tiles, o.samples) = (APART, Some(65)), "; 130 samples a side can"),
        (|o| (o.tiles, o.samples) = (NARROW, Some(65)), "no number up to 65537 can"),
        (
            |o| o.tiles = Some(Tiles { counts: [65_536; 2], share_border: true }),
            "allowed are 65536 in all",
        ),
        (
            |o| o.tiles = Some(Tiles { counts: [u32::MAX; 2], share_border: true }),
            "allowed are 65536 in all",
        ),
        (|o| o.tiles = Some(Tiles { counts: [0, 2], share_border: true }), "at least 1"),
        (|o| (o.tiles, o.part) = (TWO, TileSelection::Only([2, 0])), "allowed are 0,0 to 1,1"),
        (
            |o| (o.tiles, o.part) = (TWO, TileSelection::Shard { index: 0, count: 4 }),
            "allowed are 1/4 to 4/4",
        ),
        (
            |o| (o.tiles, o.part) = (TWO, TileSelection::Shard { index: 1, count: 0 }),
            "K from 1 to N, as in 5/32",
        ),
        (
            |o| (o.engine, o.samples) = (Some(Engine::Unreal), Some(1000)),
            "1000 samples a side do not fit Unreal",
        ),
    ];
    for (change, words) in cases {
        let mut options = ExportOptions::new("a.png");
        change(&mut options);
        match ExportPlan::new(&scene, &options) {
            Ok(_) => panic!("{options:?} should say `{words}`"),
            Err(error) => {
                let line = error.to_string();
                assert!(
                    line.contains(words) && line.lines().count() == 1,
                    "{line} should say `{words}`"
                );
            }
        }
    }
}

const APART: Option<Tiles> = Some(Tiles { counts: [65, 65], share_border: false });
const NARROW: Option<Tiles> = Some(Tiles { counts: [65_535, 1], share_border: false });
const TWO: Option<Tiles> = Some(Tiles { counts: [2, 2], share_border: true });

#[test]
fn the_side_that_a_message_suggests_can_be_cut() {
    let scene = square_scene();
    for (samples, counts, share_border) in [
        (512, [2, 2], true),
        (1000, [3, 4], true),
        (1001, [6, 4], false),
        (65, [65, 65], false),
        (2, [65, 1], false),
        (65_537, [250, 250], true),
        (65_537, [250, 200], false),
    ] {
        let mut options = ExportOptions::new("a.png");
        (options.samples, options.tiles) = (Some(samples), Some(Tiles { counts, share_border }));
        let line = ExportPlan::new(&scene, &options).err().unwrap().to_string();
        let suggested = line
            .rsplit("; ")
            .next()
            .and_then(|end| end.split(' ').next())
            .unwrap()
            .parse()
            .unwrap();
        options.samples = Some(suggested);
        assert!(ExportPlan::new(&scene, &options).is_ok(), "{line}");
    }
}
