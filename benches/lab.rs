//! Times the lab's figures during a drag: processor time, without drawing on a screen. All work
//! runs on a single thread here, so that it is all counted; the app spreads rasters over all
//! threads. The limit is 16 ms, and 4 ms for a raster of 512².

use std::time::Duration;

use cpu_time::ThreadTime;
use orogen::lab::field::Window;
use orogen::lab::{Context, Effort, FigureRow, ROWS, State, teaching_scene};
use orogen::noise::NoiseSpec;
use orogen::terrain::Scene;
use orogen::terrain::preset::Preset;

/// The longest time that a drawing may take during a drag.
const LIMIT: Duration = Duration::from_millis(16);
/// The number of drawings of each figure, each with another point p.
const ROUNDS: u32 = 100;

/// Returns the median and the 99th percentile of some times.
fn summary(mut times: Vec<Duration>) -> [Duration; 2] {
    times.sort_unstable();
    [times[times.len() / 2], times[(times.len() * 99).div_ceil(100) - 1]]
}

/// Times the drawings of a figure during a drag.
fn times(scene: &Scene, row: &'static FigureRow) -> [Duration; 2] {
    let times = (0..ROUNDS)
        .map(|i| {
            let point = [1.7 + 0.013 * f64::from(i), 2.3 - 0.007 * f64::from(i)];
            let state = State { point, ..State::of(row) };
            let start = ThreadTime::now();
            let context = Context::new(scene, &state, row);
            let drawing =
                context.map(|context| context.with_effort(Effort::lowest(row.name)).draw());
            let duration = start.elapsed();
            assert!(drawing.is_ok_and(|drawing| !drawing.items.is_empty()), "{}", row.name);
            duration
        })
        .collect();
    summary(times)
}

/// Times a raster of 512².
fn raster() -> [Duration; 2] {
    let noise = NoiseSpec::default().build(2).expect("a plain noise");
    let times = (0..ROUNDS).map(|i| {
        let window = Window::square([f64::from(i), 0.5], 8.0, 512);
        let start = ThreadTime::now();
        let values = window.values(&noise);
        let duration = start.elapsed();
        assert_eq!(values.len(), 512 * 512);
        duration
    });
    summary(times.collect())
}

fn milliseconds(times: [Duration; 2]) -> [f64; 2] {
    times.map(|time| 1000.0 * time.as_secs_f64())
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the first pool");
    let alps = Preset::find("alps").and_then(|preset| preset.scene().ok()).unwrap_or_default();
    let mut over_limit = 0;
    for (name, scene) in [("the literature's noise", teaching_scene()), ("alps", alps)] {
        println!("{name}: milliseconds of a drawing, median and 99th percentile of {ROUNDS}");
        let mut all: Vec<_> = ROWS.iter().map(|row| (times(&scene, row), row.name)).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        over_limit += all.iter().filter(|(times, _)| times[1] > LIMIT).count();
        for (times, name) in all {
            let [median, p99] = milliseconds(times);
            println!("  {name:<20} {median:>8.2} {p99:>8.2}");
        }
    }
    let [median, p99] = milliseconds(raster());
    println!("a raster of 512²: {median:.2} {p99:.2}");
    println!("{over_limit} of {} above the limit of {} ms", 2 * ROWS.len(), LIMIT.as_millis());
}
