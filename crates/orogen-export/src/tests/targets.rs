//! The files that an output replaces or protects.

use std::fs;

use super::*;

fn options(scratch: &ScratchFolder, name: &str) -> ExportOptions {
    let mut options = ExportOptions::new(scratch.file(name));
    options.samples = Some(33);
    options
}

fn refusal(options: &ExportOptions) -> String {
    match plan(&square_scene(), options).run(&Progress::default()) {
        Err(ExportError::Protected(error)) => error.to_string(),
        other => panic!("{options:?} should be refused: {other:?}"),
    }
}

#[test]
fn files_of_other_programs_are_replaced_only_with_force() {
    let scratch = ScratchFolder::new();
    let picture = |path: &Path| image::GrayImage::new(3, 3).save(path).unwrap();
    let text = |path: &Path| fs::write(path, "mine").unwrap();
    let json = |path: &Path| fs::write(path, "{\"file\": \"a.r16\"}").unwrap();
    let cases: &[(&str, &str, &dyn Fn(&Path))] = &[
        ("a.png", "a.png", &picture),
        ("a.png", "a.png", &text),
        ("a.tif", "a.tif", &|path| image::GrayImage::new(3, 3).save(path).unwrap()),
        ("a.exr", "a.exr", &|path| image::Rgb32FImage::new(3, 3).save(path).unwrap()),
        ("a.r16", "a.r16", &text),
        ("a.r16", "a.r16.json", &json),
        ("a.r16", "a.r16.json", &text),
    ];
    for (out, existing, make) in cases {
        make(&scratch.file(existing));
        let before = fs::read(scratch.file(existing)).unwrap();
        let mut options = options(&scratch, out);
        let line = refusal(&options);
        assert!(
            line.contains(existing)
                && line.contains("Orogen did not write")
                && line.lines().count() == 1,
            "{line}"
        );
        assert_eq!(fs::read(scratch.file(existing)).unwrap(), before);
        assert_eq!(scratch.names(), [*existing]);
        options.protected_files.force = true;
        run(&square_scene(), &options);
        assert_ne!(fs::read(scratch.file(existing)).unwrap(), before);
        scratch.names().iter().for_each(|name| fs::remove_file(scratch.file(name)).unwrap());
    }
}

#[test]
fn own_exports_are_replaced() {
    let scratch = ScratchFolder::new();
    for name in ["a.png", "a.r16", "a.r32", "a.exr", "a.tif"] {
        let mut options = options(&scratch, name);
        run(&square_scene(), &options);
        options.samples = Some(65);
        run(&square_scene(), &options);
        assert_eq!(metadata(&options.out)["size"][0], 65, "{name}");
        // Raw samples are identified only by the JSON. Other files identify their writer
        // themselves.
        fs::remove_file(sidecar::path_of(&options.out)).unwrap();
        if Format::of_path(&options.out).is_some_and(Format::is_raw) {
            refusal(&options);
        } else {
            run(&square_scene(), &options);
        }
    }
    // An empty file may be replaced.
    fs::write(scratch.file("empty.r16"), "").unwrap();
    run(&square_scene(), &options(&scratch, "empty.r16"));
}

#[test]
fn changed_raw_samples_are_protected() {
    let scratch = ScratchFolder::new();
    let options = options(&scratch, "a.r16");
    run(&square_scene(), &options);
    let mut sculpted = fs::read(&options.out).unwrap();
    sculpted[100] ^= 1;
    fs::write(&options.out, &sculpted).unwrap();
    refusal(&options);
    assert_eq!(fs::read(&options.out).unwrap(), sculpted);
}

#[test]
fn inputs_are_protected_under_any_name() {
    let scratch = ScratchFolder::new();
    let mut options = options(&scratch, "a.png");
    run(&square_scene(), &options);
    fs::create_dir(scratch.file("folder")).unwrap();
    let mut names =
        vec![scratch.file("a.png"), scratch.file("./folder/../a.png"), scratch.file("a.png.json")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.png", scratch.file("link")).unwrap();
        fs::hard_link(scratch.file("a.png"), scratch.file("hard")).unwrap();
        names.extend([scratch.file("link"), scratch.file("hard")]);
    }
    for input in names {
        options.protected_files.inputs = vec![input];
        assert!(refusal(&options).contains("it is the input file"), "{options:?}");
    }
    let mut tiles = options.clone();
    (tiles.samples, tiles.tiles) = (Some(65), Some(Tiles { counts: [2, 2], share_border: true }));
    tiles.protected_files = ProtectedFiles::default();
    run(&square_scene(), &tiles);
    tiles.protected_files.inputs = vec![scratch.file("a_x1_y1.png")];
    assert!(refusal(&tiles).contains("a_x1_y1.png"));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn links_stay_links() {
        let scratch = ScratchFolder::new();
        fs::create_dir(scratch.file("far")).unwrap();
        symlink("far/real.r16", scratch.file("link.r16")).unwrap();
        symlink("link.r16", scratch.file("a.r16")).unwrap();
        let options = options(&scratch, "a.r16");
        // The link dangles at first, then leads to an export.
        for _ in 0..2 {
            run(&square_scene(), &options);
            assert!(fs::symlink_metadata(&options.out).unwrap().is_symlink());
            assert!(fs::symlink_metadata(scratch.file("link.r16")).unwrap().is_symlink());
            assert_eq!(fs::metadata(scratch.file("far/real.r16")).unwrap().len(), 2 * 33 * 33);
            assert_eq!(scratch.names(), ["a.r16", "a.r16.json", "far", "link.r16"]);
            assert_eq!(scene_file::load(&options.out).unwrap(), square_scene());
        }
        symlink("b.r16", scratch.file("c.r16")).unwrap();
        symlink("c.r16", scratch.file("b.r16")).unwrap();
        let error = plan(&square_scene(), &self::options(&scratch, "b.r16"))
            .run(&Progress::default())
            .unwrap_err();
        assert!(error.to_string().contains("lead in a circle"), "{error}");
    }

    #[test]
    fn modes_are_kept_and_new_files_have_the_default_mode() {
        let scratch = ScratchFolder::new();
        let options = options(&scratch, "a.r16");
        run(&square_scene(), &options);
        fs::write(scratch.file("any"), "").unwrap();
        assert_eq!(mode(&options.out), mode(&scratch.file("any")));
        for path in [&options.out, &sidecar::path_of(&options.out)] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o640)).unwrap();
        }
        run(&square_scene(), &options);
        assert_eq!([mode(&options.out), mode(&sidecar::path_of(&options.out))], [0o640; 2]);
    }

    #[test]
    fn read_only_files_are_refused() {
        let scratch = ScratchFolder::new();
        let mut options = options(&scratch, "a.r16");
        run(&square_scene(), &options);
        for path in [options.out.clone(), sidecar::path_of(&options.out)] {
            let before = fs::read(&path).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
            for force in [false, true] {
                options.protected_files.force = force;
                let error = plan(&square_scene(), &options)
                    .run(&Progress::default())
                    .unwrap_err()
                    .to_string();
                assert!(
                    error.contains("it is read-only") && error.contains(path.to_str().unwrap()),
                    "{error}"
                );
            }
            assert_eq!(fs::read(&path).unwrap(), before);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        }
    }

    #[test]
    fn foreign_part_files_do_not_block_an_export() {
        let scratch = ScratchFolder::new();
        let id = std::process::id();
        let mine = scratch.file("mine");
        fs::write(&mine, "mine").unwrap();
        // Includes part names of earlier versions: a fixed name, or one with the process id.
        for hidden in [
            ".a.r16.part".to_owned(),
            format!(".a.r16.{id}-0.part"),
            format!(".a.r16.json.{id}-1.part"),
        ] {
            symlink(&mine, scratch.file(&hidden)).unwrap();
        }
        let pipe = scratch.file(".a.r16.json.part");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        fs::write(scratch.file(&format!(".a.r16.{id}-2.part")), "foreign").unwrap();
        let before = scratch.names();
        run(&square_scene(), &options(&scratch, "a.r16"));
        let after: Vec<_> =
            scratch.names().into_iter().filter(|name| !name.starts_with("a.r16")).collect();
        assert_eq!(after, before);
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        assert_eq!(fs::read(scratch.file(&format!(".a.r16.{id}-2.part"))).unwrap(), b"foreign");
    }
}

#[test]
fn the_next_free_name_is_taken() {
    let scratch = ScratchFolder::new();
    let name = |n: u32| scratch.file(&format!("a-{n}.png"));
    fs::write(name(1), "mine").unwrap();
    fs::write(scratch.file("a-2.png.json"), "{}").unwrap();
    let write =
        || atomic::write_free(name, |file| Ok(std::io::Write::write_all(file, b"new")?)).unwrap();
    assert_eq!([write(), write()], [name(3), name(4)]);
    assert_eq!(scratch.names(), ["a-1.png", "a-2.png.json", "a-3.png", "a-4.png"]);
    assert_eq!(
        [fs::read(name(1)).unwrap(), fs::read(name(3)).unwrap()],
        [b"mine".to_vec(), b"new".to_vec()]
    );
}

#[test]
fn a_failed_write_keeps_the_old_file() {
    let scratch = ScratchFolder::new();
    let path = scratch.file("a.bin");
    atomic::write(&path, |file| Ok(std::io::Write::write_all(file, b"one")?)).unwrap();
    let failed = atomic::write(&path, |file| {
        std::io::Write::write_all(file, b"tw")?;
        Err("out of samples".into())
    });
    assert!(failed.unwrap_err().to_string().contains("out of samples"));
    assert_eq!(fs::read(&path).unwrap(), b"one");
    assert_eq!(scratch.names(), ["a.bin"]);
}

#[test]
fn invalid_targets_are_errors() {
    let scratch = ScratchFolder::new();
    let check = atomic::check_target;
    assert!(check(&scratch.0).unwrap_err().to_string().contains("is a folder"));
    assert!(
        check(&scratch.file("no/a.png")).unwrap_err().to_string().contains("there is no folder")
    );
    assert!(check(Path::new("")).is_err());
    #[cfg(unix)]
    assert!(check(Path::new("/dev/null")).unwrap_err().to_string().contains("device"));
    assert!(check(&scratch.file("a.png")).is_ok());
    // With `.json`, this name has 254 bytes. Most systems allow 255.
    assert_eq!(check(&scratch.file(&"\u{9f8d}".repeat(83))), Ok(()));
    assert_eq!(scratch.names(), [] as [&str; 0]);
}
