//! The queue runs exports in order, one at a time, and leaves no partial files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::planned::PlannedTask;
use super::queue::{ExportQueue, ExportStatus};
use super::task::*;
use crate::export::job::{ExportContent, ExportJob, JobPlan};
use crate::export::mesh::MeshOptions;
use crate::export::{ExportOptions, Tiles};
use crate::terrain::scene::Scene;

fn job(folder: &Path, name: &str, samples: u32) -> ExportJob {
    let options = ExportOptions { samples: Some(samples), ..ExportOptions::new(folder.join(name)) };
    let is_mesh = name.ends_with("stl");
    let what =
        if is_mesh { ExportContent::Mesh(MeshOptions::default()) } else { ExportContent::Heights };
    ExportJob { content: what, options }
}

fn plan(job: &ExportJob) -> JobPlan {
    JobPlan::new(&Scene::default(), job).unwrap()
}

fn add(queue: &mut ExportQueue, job: &ExportJob) -> u64 {
    let plan = plan(job);
    queue.add("one".to_owned(), plan.all_files(), Box::new(PlannedTask(plan)))
}

/// Polls until no export is unfinished. Returns the notices.
fn wait(queue: &mut ExportQueue) -> Vec<String> {
    let until = Instant::now() + Duration::from_secs(60);
    let mut notices = vec![];
    loop {
        notices.extend(queue.poll().into_iter().map(|(line, _)| line));
        if queue.count_unfinished() == 0 {
            return notices;
        }
        assert!(Instant::now() < until, "the exports end");
        std::thread::yield_now();
    }
}

fn status(queue: &ExportQueue, id: u64) -> ExportStatus {
    queue.rows().find(|row| row.0 == id).unwrap().2
}

#[test]
fn exports_run_in_order_and_report_their_results() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let mut queue = ExportQueue::default();
    let jobs = [job(folder, "a.r16", 33), job(folder, "gone/b.png", 33), job(folder, "c.stl", 33)];
    std::fs::create_dir(folder.join("gone")).unwrap();
    let ids = jobs.each_ref().map(|job| add(&mut queue, job));
    assert_eq!(status(&queue, ids[0]), ExportStatus::Waiting);
    assert_eq!(queue.conflicting_file(&[folder.join("a.r16")]), Some(folder.join("a.r16")));
    std::fs::remove_dir(folder.join("gone")).unwrap();
    let notices = wait(&mut queue);
    assert!(notices[0].starts_with(&format!("exported {}", folder.join("a.r16").display())));
    assert!(notices[1].contains("b.png") && !notices[1].contains('\n'), "{}", notices[1]);
    assert!(notices[2].contains("c.stl"), "the queue goes on after a failure: {}", notices[2]);
    assert!(matches!(status(&queue, ids[1]), ExportStatus::Failed(line) if line == notices[1]));
    assert_eq!(queue.conflicting_file(&[folder.join("a.r16")]), None, "the export has ended");
    queue.remove(ids[1]);
    assert_eq!(queue.rows().count(), 2);
    queue.clear();
    assert_eq!(queue.rows().count(), 0);
}

#[test]
fn a_cancelled_export_leaves_nothing_and_the_next_one_runs() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let mut queue = ExportQueue::default();
    let long = add(&mut queue, &job(folder, "long.png", 32_769));
    let [waits, last] = ["w.r16", "l.r16"].map(|name| add(&mut queue, &job(folder, name, 33)));
    queue.poll();
    assert!(matches!(status(&queue, long), ExportStatus::Running(..)));
    queue.cancel(waits);
    queue.cancel(long);
    assert_eq!(status(&queue, long), ExportStatus::Cancelling);
    wait(&mut queue);
    let nothing = "cancelled; nothing was written";
    for id in [long, waits] {
        assert!(matches!(status(&queue, id), ExportStatus::Cancelled(line) if line == nothing));
    }
    assert!(matches!(status(&queue, last), ExportStatus::Done(..)));
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["l.r16", "l.r16.json"], "no partial file");
}

#[test]
fn targets_are_absolute_paths_and_existing_files_are_found() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let one = plan(&job(folder, "a.png", 33));
    assert_eq!(existing_files(&one.all_files()), [] as [PathBuf; 0]);
    std::fs::write(folder.join("a.png.json"), "older").unwrap();
    assert_eq!(existing_files(&one.all_files()), [folder.join("a.png.json")]);
    std::fs::write(folder.join("a.png"), "older").unwrap();
    assert_eq!(existing_files(&one.all_files()).len(), 2);

    let mut tiles = job(folder, "t.png", 33);
    tiles.options.tiles = Some(Tiles { counts: [2, 2], share_border: true });
    let tiles = plan(&tiles);
    assert_eq!(
        target(&tiles.files()),
        format!("4 files in {}, t_x0_y0.png to t_x1_y1.png", folder.display())
    );
    std::fs::write(folder.join("t_x1_y0.png"), "older").unwrap();
    assert_eq!(existing_files(&tiles.all_files()), [folder.join("t_x1_y0.png")]);

    let here = ExportJob {
        content: ExportContent::Heights,
        options: ExportOptions { samples: Some(33), ..ExportOptions::new("b.png") },
    };
    let whole = std::env::current_dir().unwrap().join("b.png");
    assert_eq!(target(&plan(&here).files()), whole.display().to_string());
}
