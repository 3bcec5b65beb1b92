//! Without `--force`, an output never replaces its input or files of other programs.

use crate::tools::{ScratchFolder, expect_refusals, run_line, run_ok, stderr};

fn scratch() -> ScratchFolder {
    let scratch = ScratchFolder::new("overwrite");
    let write = |name: &str, text: &str| std::fs::write(scratch.0.join(name), text).unwrap();
    write("my.toml", "[noise]\nseed = 5\n");
    write("p.csv", &(0..256).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
    write("mine.json", "{\"mine\": true}");
    write("mine.png", "mine");
    scratch
}

/// Runs command lines that must be refused with these words and change no file.
fn refuse(scratch: &ScratchFolder, cases: &[(&str, [&str; 2])]) {
    let contents = || {
        let read = |name: &String| std::fs::read(scratch.0.join(name)).unwrap();
        scratch.names().iter().map(read).collect::<Vec<_>>()
    };
    let before = contents();
    for (line, [file, why]) in cases {
        expect_refusals(scratch, &[(line, &[file, why, "--force"])]);
        assert!(contents() == before, "{line} changed something");
    }
}

const READ: &str = "it is the input file";
const FOREIGN: &str = "Orogen did not write";

#[test]
fn exports_and_textures_do_not_overwrite_their_input() {
    let scratch = scratch();
    refuse(
        &scratch,
        &[
            ("export my.toml --format r16 --out my.toml", ["`my.toml`", READ]),
            ("export my.toml --format r16 --out ./my.toml", ["my.toml", READ]),
            ("texture perlin --size 8x8 --set permutation=file:p.csv --out p.csv", ["p.csv", READ]),
            ("texture perlin --size 8x8 --out my.toml", ["my.toml", FOREIGN]),
            ("export --size 33 --out mine.png", ["mine.png", FOREIGN]),
        ],
    );
    run_ok(&scratch.0, "export my.toml --size 33 --out a.png");
    refuse(
        &scratch,
        &[
            ("export a.png --size 33 --out a.png", ["a.png", READ]),
            ("export a.png.json --size 33 --out a.png", ["a.png.json", READ]),
            ("lab cell --recipe a.png --out ./a.png", ["a.png", READ]),
        ],
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("my.toml", scratch.0.join("link.png")).unwrap();
        refuse(
            &scratch,
            &[
                ("texture map --size 8x8 --out link.png", ["link.png", FOREIGN]),
                ("export ./my.toml --out link.png", ["link.png", READ]),
            ],
        );
    }
}

#[test]
fn a_recipe_overwrites_no_existing_file() {
    let scratch = scratch();
    const EXISTS: &str = "the file already exists";
    // Recipes that the program wrote are kept too, because the user may have edited them.
    run_ok(&scratch.0, "recipe alps --out new.toml");
    refuse(
        &scratch,
        &[
            ("recipe alps --out my.toml", ["my.toml", EXISTS]),
            ("recipe alps --out mine.png", ["mine.png", EXISTS]),
            ("recipe my.toml --out ./my.toml", ["my.toml", READ]),
            ("recipe alps --out new.toml", ["new.toml", EXISTS]),
        ],
    );
    run_ok(&scratch.0, "recipe my.toml --out my.toml --force");
    let text = std::fs::read_to_string(scratch.0.join("my.toml")).unwrap();
    assert!(text.starts_with("# Orogen recipe\n") && text.contains("\nseed = \"5\""), "{text}");
    std::fs::write(scratch.0.join("empty.toml"), "").unwrap();
    run_ok(&scratch.0, "recipe alps --out empty.toml");
}

#[test]
fn force_replaces_any_file_and_own_files_need_no_force() {
    let scratch = scratch();
    for out in ["mine.png --force", "own.png"] {
        run_ok(&scratch.0, &format!("texture map --size 8x8 --out {out}"));
        let name = out.trim_end_matches(" --force");
        run_ok(&scratch.0, &format!("texture plot1d --size 80x80 --out {name}"));
        run_ok(&scratch.0, &format!("export --size 33 --out {name}"));
        run_ok(&scratch.0, &format!("export --size 65 --out {name}"));
    }
    let all = "texture all --size 8x8 --out all";
    run_ok(&scratch.0, all);
    run_ok(&scratch.0, all);
    std::fs::write(scratch.0.join("all/wood.png"), "mine").unwrap();
    assert!(stderr(&run_line(&scratch.0, all)).contains("wood.png"));
    assert_eq!(std::fs::read(scratch.0.join("all/wood.png")).unwrap(), b"mine");
    run_ok(&scratch.0, "export my.toml --format r16 --size 33 --out my.toml --force");
    assert_eq!(std::fs::metadata(scratch.0.join("my.toml")).unwrap().len(), 33 * 33 * 2);
}

#[test]
fn extensions_are_read_in_any_case() {
    let scratch = scratch();
    for out in ["a.PNG", "a.TIF", "a.Exr", "a.Raw", "MY.TIFF"] {
        run_ok(&scratch.0, &format!("export my.toml --size 33 --out {out}"));
        run_ok(&scratch.0, &format!("export {out} --dry-run --out b.png"));
    }
    std::fs::rename(scratch.0.join("my.toml"), scratch.0.join("my.TOML")).unwrap();
    run_ok(&scratch.0, "export my.TOML --dry-run --out b.png");
    run_ok(&scratch.0, "texture map --size 8x8 --out t.PNG");
}

#[cfg(feature = "studio")]
#[test]
fn pictures_and_reports_overwrite_no_foreign_file() {
    let scratch = scratch();
    run_ok(&scratch.0, "export --size 33 --out a.r16");
    refuse(
        &scratch,
        &[
            ("render ./my.toml --out my.toml", ["my.toml", READ]),
            ("render my.toml --out mine.png", ["mine.png", FOREIGN]),
            ("bench --out mine.json", ["mine.json", FOREIGN]),
            ("bench --styles --out mine.json", ["mine.json", FOREIGN]),
            ("bench --out a.r16.json", ["a.r16.json", FOREIGN]),
        ],
    );
}
