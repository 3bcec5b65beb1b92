//! Every format of heights, read by our importer and by GDAL, in its place. The land is asymmetric,
//! so no row, column or tile can be mistaken for another.

use std::process::Command;

use super::*;
use crate::heightmap::{Description, describe, layer_from};
use crate::read::{MapLocation, System};
use orogen_terrain::land::Land;
use orogen_terrain::layer::{LayerKind, Layers};
use orogen_terrain::operation::{Levels, ListedOperation, Operation};
use orogen_terrain::recipe::Recipe;

/// An area away from the land's middle.
const AREA: &str = "300,-200,512";

/// Samples on each of its sides, 8 m apart.
const SAMPLES: u32 = 65;

/// Columns and rows of tiles. Without a shared border, tiles have 13 columns and 65 rows.
const TILES: [u32; 2] = [5, 1];

/// An export: a format whole or in tiles, or an engine with its own row order.
struct Exported {
    plan: ExportPlan,
    name: String,
}

fn export(
    scratch: &ScratchFolder,
    name: &str,
    change: impl FnOnce(&mut ExportOptions),
) -> Exported {
    let mut options = ExportOptions::new(scratch.file(name));
    (options.samples, options.area) = (Some(SAMPLES), area(AREA));
    change(&mut options);
    let plan = plan(&square_scene(), &options);
    plan.run(&Progress::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    Exported { plan, name: name.to_owned() }
}

/// Exports every format of heights, whole and in tiles, and for each engine.
fn export_all(scratch: &ScratchFolder) -> Vec<Exported> {
    let mut exported = vec![];
    for row in Format::ALL {
        for extension in row.value.extensions() {
            let name = format!("whole-{}.{extension}", row.name);
            exported.push(export(scratch, &name, |_| ()));
        }
        let name = format!("tile-{}.{}", row.name, row.value.extensions()[0]);
        exported.push(export(scratch, &name, |options| {
            options.tiles = Some(Tiles { counts: TILES, share_border: false });
        }));
    }
    for row in Engine::ALL {
        for format in row.value.formats() {
            let name = format!("{}-{}.{}", row.name, format.name(), row.value.extension(*format));
            exported.push(export(scratch, &name, |options| {
                options.engine = Some(row.value);
                options.format = Some(*format);
                options.samples = Some(row.value.side_for(SAMPLES));
            }));
        }
    }
    exported
}

impl Exported {
    /// The allowed error of a sample against the f64 height: half a step, and the error of f32
    /// kernels.
    fn max_error_m(&self) -> f64 {
        let step_m = self.plan.step_range_m().map_or(0.0, |[low, high]| (high - low) / 65_535.0);
        0.5 * step_m + 2e-3
    }

    /// Returns the heights of a file's samples, from the north-west.
    fn heights_m(&self, file: &FilePlan) -> Vec<f64> {
        let (land, grid) = (self.plan.land(), self.plan.grid());
        let limit_m = self.plan.band_limit_m();
        let row = |row: u32| {
            file.columns.clone().map(move |column| {
                land.height_m([grid.position_m(0, column), grid.position_m(1, row)], limit_m)
            })
        };
        file.rows.clone().flat_map(row).collect()
    }
}

/// Checks that each height has a sample, and returns the largest difference.
fn max_difference(samples: impl ExactSizeIterator<Item = f64>, heights_m: &[f64]) -> f64 {
    assert_eq!(samples.len(), heights_m.len());
    samples.zip(heights_m).map(|(sample, height_m)| (sample - height_m).abs()).fold(0.0, f64::max)
}

/// Returns the heights in metres that our importer reads.
fn read_back(description: &Description) -> Vec<f64> {
    let layer = layer_from(description, &description.choices, 1).unwrap();
    let LayerKind::Heightmap(map) = &layer.kind else { panic!("a map") };
    let ([low, high], map) = (description.raster.range().map(f64::from), &map.heightmap);
    let scale = if high > low { (map.high_m - map.low_m) / (high - low) } else { 0.0 };
    description.raster.samples().iter().map(|s| map.low_m + (f64::from(*s) - low) * scale).collect()
}

#[test]
fn the_land_has_no_symmetry() {
    let scratch = ScratchFolder::new();
    let exported = export(&scratch, "a.r32", |_| ());
    let heights_m = exported.heights_m(&exported.plan.files()[0]);
    let side = SAMPLES as usize;
    let height_at = |x: usize, y: usize| heights_m[y * side + x];
    let flips: [fn(usize, usize, usize) -> [usize; 2]; 4] =
        [|x, y, l| [l - x, y], |x, y, l| [x, l - y], |x, y, l| [l - x, l - y], |x, y, _| [y, x]];
    for (n, flip) in flips.iter().enumerate() {
        let difference_m = |i: usize| {
            let [x, y] = flip(i % side, i / side, side - 1);
            (height_at(x, y) - heights_m[i]).abs()
        };
        let mean = (0..heights_m.len()).map(difference_m).sum::<f64>() / heights_m.len() as f64;
        assert!(mean > 5.0, "flip {n} changes heights by only {mean} m");
    }
}

#[test]
fn the_importer_reads_every_export_in_its_place() {
    let scratch = ScratchFolder::new();
    for exported in export_all(&scratch) {
        let grid = exported.plan.grid();
        for file in exported.plan.files() {
            let name = file.path.display();
            let found = describe(&file.path).unwrap_or_else(|e| panic!("{e}"));
            let [columns, rows] = file.size().map(|side| side as usize);
            assert_eq!((found.size(), found.voids), ([columns, rows], 0), "{name}");
            assert!(found.warnings.is_empty(), "{name}: {:?}", found.warnings);
            let error_m = max_difference(read_back(&found).into_iter(), &exported.heights_m(file));
            assert!(error_m <= exported.max_error_m(), "{name}: {error_m} m off");
            let spacing_m = grid.spacing_m();
            assert_eq!(found.cell_m, Some([spacing_m; 2]), "{name}");
            let [x, z] = file.north_west_m(grid);
            let middle_m = [
                x + 0.5 * (columns - 1) as f64 * spacing_m,
                z + 0.5 * (rows - 1) as f64 * spacing_m,
            ];
            let place = MapLocation { system: System::Metres, middle: [middle_m[0], -middle_m[1]] };
            assert_eq!(found.place, Some(place), "{name}");
            assert_eq!(found.choices.middle_m, middle_m, "{name}");
            // The layer has the heights of the exported land.
            let layer = layer_from(&found, &found.choices, 1).unwrap();
            let recipe = Recipe { layers: Layers::new(vec![layer]).unwrap(), ..Recipe::default() };
            let land = Land::new(&recipe).unwrap();
            for (column, row) in [(0, 0), (columns - 1, 1), (1, rows - 1), (columns / 3, rows / 2)]
            {
                let place_m = [
                    grid.position_m(0, file.columns.start + column as u32),
                    grid.position_m(1, file.rows.start + row as u32),
                ];
                let exported_m =
                    exported.plan.land().height_m(place_m, exported.plan.band_limit_m());
                let imported_m = land.height_m(place_m, 0.0);
                let max_error_m = exported.max_error_m() + 1e-3;
                assert!(
                    (exported_m - imported_m).abs() < max_error_m,
                    "{name}: {imported_m} for {exported_m} at {place_m:?}"
                );
            }
        }
    }
}

#[test]
fn a_land_lower_than_a_metre_is_read_in_metres() {
    // Floats from 0 to 1 of other programs count as shares of a range.
    let scratch = ScratchFolder::new();
    let mut scene = square_scene();
    scene.recipe.base_mut().shape.height_m = 0.3;
    let raised = Operation::Levels(Levels { scale: 1.0, offset_m: 0.5 });
    scene.recipe.operations = vec![ListedOperation { id: 1, on: true, operation: raised }];
    for row in Format::ALL {
        let mut options =
            ExportOptions::new(scratch.file(&format!("low.{}", row.value.extensions()[0])));
        (options.samples, options.area) = (Some(33), area(AREA));
        let plan = plan(&scene, &options);
        plan.run(&Progress::default()).unwrap();
        let exported = Exported { plan, name: row.name.to_owned() };
        let file = &exported.plan.files()[0];
        let heights_m = exported.heights_m(file);
        let error_m =
            max_difference(read_back(&describe(&file.path).unwrap()).into_iter(), &heights_m);
        assert!(error_m <= exported.max_error_m(), "{}: {error_m} m off", exported.name);
    }
}

/// Returns the output of a GDAL program. `None` without GDAL. GDAL may not write files next to
/// the input.
fn gdal(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    let Ok(output) = command.args(arguments).env("GDAL_PAM_ENABLED", "NO").output() else {
        // GDAL is optional, even in CI.
        eprintln!("skipped: this test needs {program} (package gdal-bin)");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    // PROJ complains that local coordinates have no ellipsoid when gdalinfo asks for it.
    let is_about_ellipsoids = |line: &str| line.contains("PROJ: proj_get_ellipsoid");
    let is_clean = output.status.success() && errors.lines().all(is_about_ellipsoids);
    assert!(is_clean, "{program} {arguments:?}: {errors}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Returns east, north and height of each sample in GDAL, row by row.
fn gdal_samples(path: &Path) -> Option<Vec<[f64; 3]>> {
    let path = path.to_str().unwrap();
    let arguments = ["-q", "-of", "XYZ", "-co", "SIGNIFICANT_DIGITS=17", path, "/vsistdout/"];
    let text = gdal("gdal_translate", &arguments)?;
    let row = |line: &str| {
        let numbers: Vec<f64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        <[f64; 3]>::try_from(numbers).unwrap()
    };
    Some(text.lines().map(row).collect())
}

#[test]
fn gdal_has_the_same_heights_in_the_same_place() {
    let scratch = ScratchFolder::new();
    for exported in export_all(&scratch) {
        let (format, grid) = (exported.plan.format(), exported.plan.grid());
        // GDAL cannot read raw files without a header, and most builds cannot read EXR.
        if !matches!(format, Format::Tiff | Format::Png16) {
            continue;
        }
        for file in exported.plan.files() {
            let Some(samples) = gdal_samples(&file.path) else { return };
            let name = file.path.display();
            let [low, high] = exported.plan.step_range_m().unwrap_or([0.0, 65_535.0]);
            let scale = (high - low) / 65_535.0;
            let heights = samples.iter().map(|[.., sample]| low + sample * scale);
            let error_m = max_difference(heights, &exported.heights_m(file));
            assert!(error_m <= exported.max_error_m(), "{name}: {error_m} m off");
            if format != Format::Tiff {
                continue;
            }
            let columns = file.size()[0] as usize;
            for (i, [east, north, _]) in samples.iter().enumerate() {
                let x_m = grid.position_m(0, file.columns.start + (i % columns) as u32);
                let z_m = grid.position_m(1, file.rows.start + (i / columns) as u32);
                let error_m = (east - x_m).abs().max((north + z_m).abs());
                assert!(error_m < 1e-6, "{name}: sample {i} lies at {east}, {north}");
            }
            let text = gdal("gdalinfo", &["-json", file.path.to_str().unwrap()]).unwrap();
            let info: serde_json::Value = serde_json::from_str(&text).unwrap();
            let band = &info["bands"][0];
            assert_eq!(band["type"], "Float32", "{name}");
            assert!(band["noDataValue"].is_null(), "{name}: {band}");
            assert_eq!(info["metadata"][""]["AREA_OR_POINT"], "Point", "{name}");
        }
    }
}
