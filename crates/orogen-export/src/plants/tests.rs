use std::path::PathBuf;

use super::*;
use crate::job::{ExportContent, ExportJob, JobFile, JobPlan};
use crate::{Area, ExportError, ExportOptions, Progress};
use orogen_terrain::Scene;

fn scene() -> Scene {
    let mut scene = orogen_terrain::preset::Preset::find("rolling-hills").unwrap().scene().unwrap();
    scene.recipe.plants.trees = 0.8;
    scene
}

fn options(out: PathBuf) -> ExportOptions {
    let area = Some(Area { centre_m: [300.0, -200.0], side_m: 600.0 });
    ExportOptions { area, ..ExportOptions::new(out) }
}

#[test]
fn both_formats_have_the_same_plants_on_the_area() {
    let folder = tempfile::tempdir().unwrap();
    let file = |format: PlantFormat| {
        let options = options(folder.path().join("land"));
        let plan = PlantsPlan::new(&scene(), &options, format).unwrap();
        let report = plan.run(&Progress::default()).unwrap();
        let path = folder.path().join("land").with_extension(format.extension());
        assert_eq!(report.files.iter().map(JobFile::path).collect::<Vec<_>>(), [path.as_path()]);
        // The program may replace its own files.
        plan.run(&Progress::default()).unwrap();
        std::fs::read_to_string(path).unwrap()
    };
    let table = file(PlantFormat::Csv);
    let rows: Vec<Vec<&str>> =
        table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(rows.len() > 500, "{}", rows.len());
    for row in &rows {
        assert_eq!(row.len(), HEADER.split(',').count());
        let [x, z] = [2, 4].map(|i| row[i].parse::<f64>().unwrap());
        assert!((0.0..=600.0).contains(&x) && (-500.0..=100.0).contains(&z), "{row:?}");
        assert_ne!(row[0], "tuft");
    }
    let json: serde_json::Value = serde_json::from_str(&file(PlantFormat::Gltf)).unwrap();
    let count = |node: &serde_json::Value| {
        let attributes = &node["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
        let accessor = attributes["TRANSLATION"].as_u64().map(|i| &json["accessors"][i as usize]);
        accessor.and_then(|accessor| accessor["count"].as_u64()).unwrap_or(0)
    };
    let nodes = json["nodes"].as_array().unwrap();
    assert_eq!(nodes.iter().map(count).sum::<u64>(), rows.len() as u64);
}

#[test]
fn impossible_exports_of_plants_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let job = |name: &str| ExportJob {
        content: ExportContent::Plants(PlantFormat::Csv),
        options: options(folder.path().join(name)),
    };
    let refused = JobPlan::new(&scene(), &job("a.png")).err().unwrap().to_string();
    assert!(refused.ends_with("is not a csv file name; end it in .csv"), "{refused}");
    std::fs::write(folder.path().join("mine.csv"), "mine").unwrap();
    let plan = JobPlan::new(&scene(), &job("mine.csv")).unwrap();
    assert!(matches!(plan.run(&Progress::default()), Err(ExportError::Protected(_))));
    let progress = Progress::default();
    progress.cancel();
    let plan = JobPlan::new(&scene(), &job("a.csv")).unwrap();
    assert!(matches!(plan.run(&progress), Err(ExportError::Cancelled { .. })));
    assert!(!folder.path().join("a.csv").exists());
}
