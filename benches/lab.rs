//! How long the figures of the lab take: what a drag costs before anything is drawn on a screen, in
//! processor time of one thread. The mark is 16 ms.

use std::time::Duration;

use cpu_time::ThreadTime;
use orogen::lab::{Context, ROWS, Row, State, teaching_scene};
use orogen::terrain::Scene;
use orogen::terrain::preset::Preset;

/// What a drag may take.
const MARK: Duration = Duration::from_millis(16);
/// Drawings of each figure, each with another p.
const ROUNDS: u32 = 15;

/// The median and the longest of the times that a figure takes.
fn times(scene: &Scene, row: &'static Row) -> [Duration; 2] {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|i| {
            let point = [1.7 + 0.013 * f64::from(i), 2.3 - 0.007 * f64::from(i)];
            let state = State { point, ..State::of(row) };
            let start = ThreadTime::now();
            let drawing = Context::new(scene, &state, row).map(|context| context.draw());
            let taken = start.elapsed();
            assert!(drawing.is_ok_and(|drawing| !drawing.items.is_empty()), "{}", row.name);
            taken
        })
        .collect();
    times.sort_unstable();
    [times[times.len() / 2], times[times.len() - 1]]
}

fn main() {
    let alps = Preset::find("alps").and_then(|preset| preset.scene().ok()).unwrap_or_default();
    let mut over = 0;
    for (name, scene) in [("the literature's noise", teaching_scene()), ("alps", alps)] {
        println!("{name}: milliseconds of a drawing, median and longest of {ROUNDS}");
        let mut all: Vec<_> = ROWS.iter().map(|row| (times(&scene, row), row.name)).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        over += all.iter().filter(|(times, _)| times[0] > MARK).count();
        for ([median, longest], name) in all {
            let [median, longest] = [median, longest].map(|time| 1000.0 * time.as_secs_f64());
            println!("  {name:<20} {median:>8.2} {longest:>8.2}");
        }
    }
    println!("{over} of {} above the mark of {} ms", 2 * ROWS.len(), MARK.as_millis());
}
