//! Tests of pictures drawn in tiles, of pictures with a transparent sky, and of the depth and
//! material passes.

use bevy::math::UVec2;
use image::{Rgba, RgbaImage};
use orogen::headless::capture::Headless;
use orogen::headless::still::{Content, Still};
use orogen::headless::tiling::PictureTiling;
use orogen::plugin::camera::pose::Pose;
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::terrain::scene::Scene;
use orogen::terrain::surface::{Ray, Surface};

use crate::tools::{ScratchFolder, drawing, expect_refusals, run_ok};

const SIZE: UVec2 = UVec2::new(320, 192);

fn scene(preset: &str, camera: &str) -> Scene {
    let preset = orogen::terrain::preset::Preset::find(preset).expect("a preset");
    let mut scene = preset.scene().expect("it reads");
    scene.recipe.world.bounded = true;
    scene.recipe.world.extent_chunks = 4;
    scene.set_text("world.spacing_m", "8").unwrap();
    scene.view.camera = camera.parse().unwrap();
    scene
}

/// Draws a picture in tiles, or at once.
fn draw(scene: &Scene, side: Option<u32>, transparent: bool) -> RgbaImage {
    let tiling = PictureTiling::new(SIZE, side);
    let mut headless = Headless::new(tiling.tile, Some(2), |app| {
        app.insert_resource(Effects::of(Tier::High));
    })
    .expect("a driver to draw with");
    headless.want(scene.clone());
    headless.place_camera();
    let still = Still { tiling, content: Content::Picture, transparent };
    headless.tiled(&still).expect("a picture")
}

fn max_difference(a: &Rgba<u8>, b: &Rgba<u8>) -> u8 {
    a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b)).max().unwrap()
}

#[test]
fn tiles_make_the_same_picture_as_drawing_at_once() {
    let _drawing = drawing();
    let scene = scene("alps", "20,25,2500");
    let whole = draw(&scene, None, false);
    // 3 × 2 tiles; those at the right and at the bottom overhang.
    let tiled = draw(&scene, Some(112), false);
    assert_eq!(whole.dimensions(), tiled.dimensions());
    let differs = |x: u32, y: u32| max_difference(whole.get_pixel(x, y), tiled.get_pixel(x, y)) > 3;
    let all = (0..SIZE.x * SIZE.y).filter(|i| differs(i % SIZE.x, i / SIZE.x)).count();
    // Rounding may decide on which side of an edge a sample lies.
    let share = all as f64 / f64::from(SIZE.x * SIZE.y);
    assert!(share < 0.002, "{all} pixels differ");
    // There are no seams along the tiles' edges.
    let seams = (0..SIZE.y).flat_map(|y| [111, 112, 223, 224].map(|x| (x, y)));
    let seams = seams.chain((0..SIZE.x).flat_map(|x| [111, 112].map(|y| (x, y))));
    let seams: Vec<_> = seams.filter(|(x, y)| differs(*x, *y)).collect();
    assert!(seams.len() <= 8, "{seams:?}");
    // The picture is not empty.
    let colours: std::collections::HashSet<_> = whole.pixels().map(|pixel| pixel.0).collect();
    assert!(colours.len() > 1000);
}

#[test]
fn a_transparent_sky_leaves_the_land_unchanged() {
    let _drawing = drawing();
    let scene = scene("alps", "20,12,2500");
    let (with, without) = (draw(&scene, None, false), draw(&scene, Some(160), true));
    let opaque = without.pixels().filter(|pixel| pixel.0[3] == 255).count();
    let clear = without.pixels().filter(|pixel| pixel.0[3] == 0).count();
    let all = (SIZE.x * SIZE.y) as usize;
    assert!(opaque > all / 5 && clear > all / 10, "{opaque} {clear}");
    // Few pixels are edges.
    assert!(all - opaque - clear < all / 20, "{opaque} {clear}");
    let pairs = || with.pixels().zip(without.pixels());
    let changed =
        pairs().filter(|(with, without)| without.0[3] == 255 && max_difference(with, without) > 3);
    assert!(changed.count() < all / 500);
    assert!(
        pairs()
            .all(|(with, without)| with.0[3] == 255 && (without.0[3] > 0 || without.0 == [0; 4]))
    );
}

/// Returns the channels of an EXR by name, and its size.
fn channels(path: &std::path::Path) -> (Vec<(String, Vec<f32>)>, UVec2) {
    use exr::prelude::*;
    let image = read_first_flat_layer_from_file(path).expect("an EXR");
    let layer = image.layer_data;
    let size = UVec2::new(layer.size.0 as u32, layer.size.1 as u32);
    let channels =
        layer.channel_data.list.into_iter().map(|channel| {
            (channel.name.to_string(), channel.sample_data.values_as_f32().collect())
        });
    (channels.collect(), size)
}

#[test]
fn depth_is_the_distance_along_the_camera_axis() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("depth");
    let scene = scene("alps", "20,25,2500");
    std::fs::write(scratch.0.join("land.toml"), scene.to_toml()).unwrap();
    run_ok(&scratch.0, "render ./land.toml --pass depth --size 160x96 --tile 64 --out d.exr");
    let (channels, size) = channels(&scratch.0.join("d.exr"));
    assert_eq!(size, UVec2::new(160, 96));
    let [(name, depths)] = &channels[..] else { panic!("one channel") };
    assert_eq!(name, "Z");
    let surface = Surface::new(&scene.recipe).unwrap();
    let eye = Pose::of_view(&scene.view.camera, &surface).eye_above(&surface);
    let tangent = (std::f64::consts::FRAC_PI_8).tan();
    let (ahead, right) = (eye.forward(), eye.right());
    let up = right.cross(ahead);
    let (mut compared, mut wrong) = (0, 0);
    for y in (3..96).step_by(7) {
        for x in (3..160).step_by(7) {
            let across = (f64::from(x) + 0.5) / 48.0 - 160.0 / 96.0;
            let above = 1.0 - (f64::from(y) + 0.5) / 48.0;
            let direction = (ahead + (right * across + up * above) * tangent).normalize();
            let ray = Ray::new(eye.position_m.into(), direction.into());
            let depth = f64::from(depths[(y * 160 + x) as usize]);
            // A bounded land is drawn without side walls, so the picture shows sky where a ray enters
            // below the surface at the edge. `cast` reports a hit there. Hits 10 m or
            // more below the surface do not count.
            let is_on_top = |distance_m: &f64| {
                let [x, y, z] = ray.at(*distance_m);
                let bed_m = surface.land().height_m([x, z], surface.spacing_m());
                bed_m.max(surface.sea_level_m()) - y < 10.0
            };
            match surface.cast(&ray, 0.0..20_000.0).filter(is_on_top) {
                None => wrong += usize::from(depth != 1e10),
                Some(distance_m) => {
                    compared += 1;
                    let expected = distance_m * direction.dot(ahead);
                    // At ridges the pixel may fall on either side.
                    wrong += usize::from((depth - expected).abs() > 0.02 * expected);
                }
            }
        }
    }
    assert!(compared > 100 && wrong < compared / 20, "{wrong} of {compared}");
    assert!(depths.contains(&1e10), "there is sky");
    assert_eq!(orogen::export::load_scene_from_file(&scratch.0.join("d.exr")).unwrap(), scene);
}

#[test]
fn material_weights_add_up_to_one_on_land() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("materials");
    run_ok(&scratch.0, "render fjords --pass material --size 96x64 --camera 20,8,6000 --out m.exr");
    let (channels, size) = channels(&scratch.0.join("m.exr"));
    let names: Vec<_> = channels.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(names, ["grass", "meadow", "rock", "sand", "scree", "snow", "water"]);
    let sums = (0..(size.x * size.y) as usize)
        .map(|i| channels.iter().map(|(_, values)| values[i]).sum::<f32>());
    let sums: Vec<_> = sums.collect();
    assert!(sums.iter().all(|sum| (-1e-6..=1.0 + 1e-5).contains(sum)));
    let land = sums.iter().filter(|sum| (**sum - 1.0).abs() < 1e-5).count();
    assert!(land > sums.len() / 3 && sums.contains(&0.0), "{land}");
    let mean = |name: &str| {
        let (_, values) = channels.iter().find(|(other, _)| other == name).unwrap();
        values.iter().sum::<f32>() / values.len() as f32
    };
    // A fjord has water and rock.
    assert!(mean("water") > 0.02 && mean("rock") > 0.02, "{} {}", mean("water"), mean("rock"));
}

#[test]
fn impossible_render_options_are_refused_in_one_line() {
    expect_refusals(
        &ScratchFolder::new("refused"),
        &[
            ("render --size 16385x10 --out a.png", &["1 to 16384"]),
            ("render --tile 63 --out a.png", &["64 to 8192"]),
            ("render --pass normals --out a.exr", &["--pass"]),
            ("render --pass depth --out a.png", &[".exr"]),
            ("render --out a.exr", &[".png"]),
            ("render --with-panel --transparent --out a.png", &["--with-panel"]),
            ("render --with-panel --size 9000x10 --out a.png", &["--with-panel"]),
        ],
    );
}
