//! Tiles, shards and threads: the samples do not depend on how the work is divided.

use super::*;

fn options(scratch: &ScratchFolder, name: &str, tiles: Option<Tiles>) -> ExportOptions {
    let mut options = ExportOptions::new(scratch.file(name));
    (options.area, options.tiles) = (area("100,-60,512"), tiles);
    options
}

/// Cuts the rows and columns of a tile out of the whole.
fn cut<T: Copy>(whole: &[T], side: usize, [first, size]: [[usize; 2]; 2]) -> Vec<T> {
    let row = |r: usize| whole[r * side + first[0]..][..size[0]].to_vec();
    (first[1]..first[1] + size[1]).flat_map(row).collect()
}

#[test]
fn a_tile_has_the_samples_of_the_untiled_export() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    // 512 / 120 m is not a power of two, 4 m is.
    for (samples, counts, share_border) in
        [(121_u32, [4, 3], true), (129, [2, 2], true), (120, [3, 5], false)]
    {
        let tiles = Tiles { counts, share_border };
        for name in ["a.r32", "a.png", "a.exr"] {
            let mut whole = options(&scratch, name, None);
            whole.samples = Some(samples);
            run(&scene, &whole);
            let shared = u32::from(share_border);
            let size = counts.map(|count| ((samples - shared) / count + shared) as usize);
            // In reverse order, each separately.
            for (i, j) in (0..counts[0]).flat_map(|i| (0..counts[1]).map(move |j| (i, j))).rev() {
                let mut tile = options(&scratch, name, Some(tiles));
                (tile.samples, tile.part) = (Some(samples), TileSelection::Only([i, j]));
                let report = run(&scene, &tile);
                let path = &report.files[0].path;
                let extension = name.strip_prefix("a.").unwrap();
                assert_eq!(path, &scratch.file(&format!("a_x{i}_y{j}.{extension}")));
                let first = [
                    i as usize * (size[0] - shared as usize),
                    j as usize * (size[1] - shared as usize),
                ];
                let side = samples as usize;
                match extension {
                    "r32" => assert_eq!(
                        bits(floats(path)),
                        cut(&bits(floats(&whole.out)), side, [first, size])
                    ),
                    "png" => assert_eq!(
                        png_steps(path).1,
                        cut(&png_steps(&whole.out).1, side, [first, size])
                    ),
                    _ => assert_eq!(
                        bits(exr_floats(path)),
                        cut(&bits(exr_floats(&whole.out)), side, [first, size])
                    ),
                }
                let json = metadata(path);
                assert_eq!(json["tile"]["index"], serde_json::json!([i, j]));
                assert_eq!(json["tile"]["first"], serde_json::json!(first));
            }
        }
    }
}

fn bits(floats: Vec<f32>) -> Vec<u32> {
    floats.into_iter().map(f32::to_bits).collect()
}

pub(super) fn exr_floats(path: &Path) -> Vec<f32> {
    let image = exr::prelude::read_first_flat_layer_from_file(path).unwrap();
    image.layer_data.channel_data.list[0].sample_data.values_as_f32().collect()
}

#[test]
fn shards_write_each_tile_once() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let tiles = Some(Tiles { counts: [3, 4], share_border: true });
    let mut all = options(&scratch, "all.r16", tiles);
    all.samples = Some(97);
    run(&scene, &all);
    // All at once, and more shards than tiles.
    std::thread::scope(|scope| {
        for index in 1..=14 {
            let mut shard = options(&scratch, "shard.r16", tiles);
            (shard.samples, shard.part) = (Some(97), TileSelection::Shard { index, count: 14 });
            let scene = &scene;
            scope.spawn(move || {
                assert_eq!(run(scene, &shard).files.len(), usize::from(index <= 12))
            });
        }
    });
    for tile in (0..4).flat_map(|j| (0..3).map(move |i| format!("_x{i}_y{j}.r16"))) {
        assert_eq!(
            steps(&scratch.file(&format!("shard{tile}"))),
            steps(&scratch.file(&format!("all{tile}"))),
            "{tile}"
        );
    }
    assert_eq!(scratch.names().len(), 2 * 2 * 12);
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    for format in Format::ALL.iter().map(|row| row.value) {
        let mut files = vec![];
        for threads in [1, 2, 7] {
            let mut options =
                options(&scratch, &format!("{threads}.{}", format.extensions()[0]), None);
            // Several bands, each of several pieces.
            options.samples = Some(2100);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(&scene, &options));
            files.push(crc32fast::hash(&std::fs::read(&options.out).unwrap()));
            std::fs::remove_file(&options.out).unwrap();
        }
        assert!(files.iter().all(|file| *file == files[0]), "{format}: {files:x?}");
    }
}

#[test]
fn bands_join_without_seams() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let mut options = options(&scratch, "a.png", None);
    options.samples = Some(2100);
    run(&scene, &options);
    options.out = scratch.file("a.r16");
    run(&scene, &options);
    assert_eq!(png_steps(&scratch.file("a.png")).1, steps(&scratch.file("a.r16")));
    // Rows equal the rows of the land.
    let plan = plan(&scene, &options);
    let land = orogen_terrain::Land::new(&scene.recipe).unwrap();
    let range = plan.step_range_m().unwrap();
    let read = steps(&scratch.file("a.r16"));
    for row in (0..2100).step_by(37) {
        let [x, z] = [plan.grid().position_m(0, 1000), plan.grid().position_m(1, row)];
        let expected = (land.height_m([x, z], 4.0) - range[0]) / (range[1] - range[0]) * 65535.0;
        assert!((f64::from(read[row as usize * 2100 + 1000]) - expected).abs() < 0.6, "row {row}");
    }
}
