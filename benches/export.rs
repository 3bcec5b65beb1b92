//! Times exports of the default land, compared with plain writes of the same bytes: `cargo bench
//! --bench export --no-default-features --features export`. A word after `--` chooses among `r32`,
//! `png16`, `memory`, `glb` and `maps`.
//!
//! The exports and writes of `r32`, `png16` and `glb` alternate, so that other work on the machine
//! affects all of them, and a figure is the median of its runs. `maps` and `memory` run once.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use orogen::export::maps::{Map, MapOptions, MapPlan};
use orogen::export::mesh::{MeshColour, MeshOptions, MeshPlan};
use orogen::export::{ExportOptions, ExportPlan, Progress, Tiles};
use orogen::terrain::Scene;

const RUNS: usize = 7;

/// The argument with which the benchmark starts itself as a child process to measure memory.
const CHILD: &str = "--export-and-print-peak-memory";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, file] = &arguments[..]
        && flag == CHILD
    {
        return run_child(Path::new(file));
    }
    let word = arguments.iter().find(|argument| !argument.starts_with('-'));
    let is_wanted = |name: &str| word.is_none_or(|word| name.contains(word.as_str()));
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("export-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the target folder can be written");
    println!("{} threads", rayon::current_num_threads());
    if is_wanted("r32") {
        time_r32(&folder);
    }
    if is_wanted("png16") {
        time_png16(&folder);
    }
    if is_wanted("glb") {
        time_glb(&folder);
    }
    if is_wanted("maps") {
        time_maps(&folder);
    }
    if is_wanted("memory") {
        measure_memory(&folder);
    }
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Plans an export of the whole default land, with `samples` on a side.
fn plan(file: &Path, samples: u32) -> ExportPlan {
    let mut options = ExportOptions::new(file);
    options.samples = Some(samples);
    ExportPlan::new(&Scene::default(), &options).expect("the options fit")
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Returns the median time of each contestant, in seconds. Their calls alternate. Before each call
/// the folder is emptied and pending writes are flushed, so that no contestant waits for another's
/// bytes.
fn medians<const N: usize>(folder: &Path, contestants: [&dyn Fn(); N]) -> [f64; N] {
    let mut times = contestants.map(|_| Vec::new());
    for _ in 0..RUNS {
        for (contestant, times) in contestants.iter().zip(&mut times) {
            empty(folder);
            times.push(seconds(contestant));
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn empty(folder: &Path) {
    for entry in fs::read_dir(folder).expect("the folder is ours") {
        fs::remove_file(entry.expect("the folder is ours").path()).expect("the folder is ours");
    }
    // Without `sync` the figures are noisier.
    let _ = Command::new("sync").status();
}

fn export(plan: &ExportPlan) {
    black_box(plan.run(&Progress::default()).expect("the disk has room"));
}

/// Times r32 with 8,193² samples: wall time, compared with the slower of sampling and writing alone.
fn time_r32(folder: &Path) {
    let file = folder.join("land.r32");
    let plan = plan(&file, 8193);
    export(&plan);
    let bytes = fs::read(&file).expect("it was written");
    let plain = folder.join("plain.r32");
    let [sampling, writing, exporting] = medians(
        folder,
        [
            &|| drop(black_box(plan.measure(&Progress::default()))),
            &|| write(&plain, &bytes),
            &|| export(&plan),
        ],
    );
    println!(
        "8193² r32: sampling {sampling:.3} s, plain write {writing:.3} s, export {exporting:.3} s"
    );
    println!("  export / max(sampling, plain write) = {:.2}", exporting / sampling.max(writing));
}

fn write(file: &Path, bytes: &[u8]) {
    fs::write(file, bytes).expect("the disk has room");
}

/// Times PNG16 with 8,193² samples: wall time, and size compared with the png crate's default.
fn time_png16(folder: &Path) {
    let file = folder.join("land.png");
    let plan = plan(&file, 8193);
    export(&plan);
    let bytes = fs::read(&file).expect("it was written");
    let samples = samples_of(&bytes);
    let plain = folder.join("plain.png");
    let [writing, exporting] = medians(folder, [&|| write(&plain, &samples), &|| export(&plan)]);
    let start = Instant::now();
    let default = default_png(&samples);
    println!(
        "8193² png16: plain write of its samples {writing:.3} s, export {exporting:.3} s, {} bytes",
        bytes.len()
    );
    println!(
        "  the png crate's default: {:.3} s, {default} bytes; export / default size = {:.3}",
        start.elapsed().as_secs_f64(),
        bytes.len() as f64 / default as f64
    );
}

/// Returns the decoded samples of a PNG, in the file's byte order.
fn samples_of(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("it is a PNG");
    let mut samples = vec![0; reader.output_buffer_size().expect("it fits")];
    reader.next_frame(&mut samples).expect("it is whole");
    samples
}

/// Returns the size of a PNG that the png crate writes with its default settings, in bytes.
fn default_png(samples: &[u8]) -> usize {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 8193, 8193);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let mut writer = encoder.write_header().expect("memory takes it");
    writer.write_image_data(samples).expect("memory takes it");
    writer.finish().expect("memory takes it");
    png.len()
}

/// Times GLB with 2,049² vertices: wall time, compared with a plain write of the same bytes, for
/// each way to store colours.
fn time_glb(folder: &Path) {
    for colour in [MeshColour::None, MeshColour::Vertices, MeshColour::Texture] {
        let file = folder.join("land.glb");
        let options = ExportOptions { samples: Some(2049), ..ExportOptions::new(&file) };
        let mesh = MeshOptions { colour, ..MeshOptions::default() };
        let plan = MeshPlan::new(&Scene::default(), &options, &mesh).expect("the options fit");
        let run = || {
            black_box(plan.run(&Progress::default()).expect("the disk has room"));
        };
        run();
        let bytes = fs::read(&file).expect("it was written");
        let plain = folder.join("plain.glb");
        let [writing, exporting] = medians(folder, [&|| write(&plain, &bytes), &run]);
        println!(
            "2049² glb, colours {colour}: {} bytes, plain write {writing:.3} s, export {exporting:.3} s, \
             {:.0}% of its speed",
            bytes.len(),
            100.0 * writing / exporting
        );
    }
}

/// Times splat and normal maps with 8,193² samples in 8 × 8 tiles, in samples per second.
fn time_maps(folder: &Path) {
    let options = ExportOptions {
        samples: Some(8193),
        tiles: Some(Tiles { counts: [8, 8], share_border: true }),
        ..ExportOptions::new(folder.join("land.png"))
    };
    for maps in [vec![Map::Normal], vec![Map::Splat], vec![Map::Splat, Map::Normal]] {
        let names: Vec<_> = maps.iter().map(|map| map.name()).collect();
        let chosen = MapOptions { maps, ..MapOptions::default() };
        let plan = MapPlan::new(&Scene::default(), &options, &chosen).expect("the options fit");
        empty(folder);
        let wall_s = seconds(|| {
            black_box(plan.run(&Progress::default()).expect("the disk has room"));
        });
        println!(
            "8193² {} in 64 tiles: {wall_s:.2} s, {:.1} M samples/s",
            names.join(" + "),
            8193.0 * 8193.0 / wall_s / 1e6
        );
    }
}

/// Measures r16 with 65,537² samples: the peak memory of a child process.
fn measure_memory(folder: &Path) {
    let file = folder.join("land.r16");
    let program = std::env::current_exe().expect("the bench has a path");
    let start = Instant::now();
    let output =
        Command::new(program).arg(CHILD).arg(&file).output().expect("the bench starts itself");
    let wall_s = start.elapsed().as_secs_f64();
    let bytes = fs::metadata(&file).map(|file| file.len()).unwrap_or_default();
    println!(
        "65537² r16: {bytes} bytes in {wall_s:.1} s; {}",
        String::from_utf8_lossy(&output.stdout).trim()
    );
    let _ = fs::remove_file(&file);
    let piece = vec![0; 1 << 24];
    let plain = seconds(|| {
        use std::io::Write as _;
        let mut file = fs::File::create(&file).expect("the folder is there");
        (0..bytes >> 24).for_each(|_| file.write_all(&piece).expect("the disk has room"));
    });
    println!("  plain write of as many bytes: {plain:.1} s");
    let _ = fs::remove_file(&file);
}

fn run_child(file: &Path) {
    export(&plan(file, 65_537));
    match fs::read_to_string("/proc/self/status") {
        Ok(status) => println!(
            "{}",
            status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("no VmHWM")
        ),
        Err(_) => println!("this system does not report the peak memory"),
    }
}
