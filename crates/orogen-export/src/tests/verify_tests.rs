//! Verification of exports with missing, damaged or foreign tiles.

use std::fs;

use super::verify::{TileProblem, VerifyError, verify};
use super::*;

fn tiles(scratch: &ScratchFolder) -> (Scene, ExportOptions) {
    let mut options = ExportOptions::new(scratch.file("a.r16"));
    options.tiles = Some(Tiles { counts: [3, 2], share_border: true });
    options.samples = Some(61);
    (square_scene(), options)
}

fn problems(scratch: &ScratchFolder) -> Vec<TileProblem> {
    match verify(&scratch.0) {
        Err(VerifyError::Wrong(problems)) => problems,
        other => panic!("{other:?}"),
    }
}

#[test]
fn complete_exports_pass() {
    for engine in [None, Some(Engine::Unity)] {
        let scratch = ScratchFolder::new();
        let (scene, mut options) = tiles(&scratch);
        options.engine = engine;
        if engine.is_some() {
            // Rows of Unity's files run north.
            options.tiles = Some(Tiles { counts: [2, 2], share_border: true });
            options.samples = Some(65);
        }
        for index in 1..=4 {
            run(
                &scene,
                &ExportOptions {
                    part: TileSelection::Shard { index, count: 4 },
                    ..options.clone()
                },
            );
        }
        let whole =
            ExportOptions { tiles: None, out: scratch.file("b.png"), engine: None, ..options };
        run(&scene, &whole);
        let verified = verify(&scratch.0).unwrap();
        let found: Vec<_> = verified.jobs.iter().map(|job| (job.files, job.borders)).collect();
        let expected = if engine.is_some() { (4, 4) } else { (6, 7) };
        assert_eq!(found, [expected, (1, 0)]);
        assert_eq!(verified.jobs[1].name, "b.png");
    }
}

#[test]
fn verification_names_the_damaged_file() {
    let scratch = ScratchFolder::new();
    let (mut scene, options) = tiles(&scratch);
    run(&scene, &options);
    let file = |name: &str| scratch.file(name);
    let original = fs::read(file("a_x1_y0.r16")).unwrap();

    let mut damaged = original.clone();
    damaged[100] ^= 1;
    fs::write(file("a_x1_y0.r16"), &damaged).unwrap();
    assert_eq!(problems(&scratch), [TileProblem::Damaged("a_x1_y0.r16".into())]);
    fs::write(file("a_x1_y0.r16"), &original[..original.len() - 2]).unwrap();
    assert_eq!(problems(&scratch), [TileProblem::Damaged("a_x1_y0.r16".into())]);
    fs::remove_file(file("a_x1_y0.r16")).unwrap();
    assert_eq!(problems(&scratch), [TileProblem::NoFile("a_x1_y0.r16".into())]);
    fs::remove_file(file("a_x1_y0.r16.json")).unwrap();
    let missing = problems(&scratch);
    assert!(matches!(&missing[..], [TileProblem::Missing { tile: [1, 0], .. }]), "{missing:?}");
    let line = verify(&scratch.0).unwrap_err().to_string();
    assert!(line.contains("tile 1,0 of the export with a_x0_y0.r16 is missing"), "{line}");
    assert!(line.ends_with("export these again") && line.lines().count() == 1);

    // A tile of another land belongs to another export.
    scene.recipe.world.seed = "another".to_owned();
    run(&scene, &ExportOptions { part: TileSelection::Only([1, 0]), ..options.clone() });
    assert!(problems(&scratch).iter().any(|p| matches!(p, TileProblem::Missing { .. })));

    // A tile with other border samples, but consistent metadata.
    run(&square_scene(), &ExportOptions { part: TileSelection::Only([1, 0]), ..options });
    assert!(verify(&scratch.0).is_ok());
    let json = fs::read_to_string(file("a_x1_y0.r16.json")).unwrap();
    let west = metadata(&file("a_x1_y0.r16"))["borders"]["west"].as_str().unwrap().to_owned();
    fs::write(file("a_x1_y0.r16.json"), json.replace(&west, "00000000")).unwrap();
    assert_eq!(
        problems(&scratch),
        [TileProblem::Border("a_x0_y0.r16".into(), "a_x1_y0.r16".into())]
    );
    fs::write(file("a_x1_y0.r16.json"), json.replace("\"borders\"", "\"other\"")).unwrap();
    assert_eq!(problems(&scratch), [TileProblem::NoBorders("a_x1_y0.r16".into())]);
}

#[test]
fn a_folder_without_exports_is_an_error() {
    let scratch = ScratchFolder::new();
    fs::write(scratch.file("other.json"), "{}").unwrap();
    fs::write(scratch.file("broken.json"), "{").unwrap();
    assert_eq!(verify(&scratch.0), Err(VerifyError::Empty(scratch.0.clone())));
    let none = verify(&scratch.file("none")).unwrap_err().to_string();
    assert!(none.contains("no such file or folder") && none.lines().count() == 1, "{none}");
}
