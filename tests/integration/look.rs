//! Probes of the natural style: materials and light. Chunk borders and moves of the origin must be
//! invisible.

use bevy::math::{UVec2, Vec2};
use bevy::prelude::*;
use image::RgbaImage;
use orogen::headless::capture::Headless;
use orogen::plugin::camera::LandCamera;
use orogen::plugin::land::origin;
use orogen::plugin::land::origin::{ORIGIN_STEP_M, RenderOrigin};
use orogen::plugin::land::stream::Streaming;
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::land::Land;
use orogen::terrain::materials::SurfacePoint;
use orogen::terrain::preset::Preset;
use orogen::terrain::scene::Scene;
use orogen::terrain::shading::direction_to_sun;

use crate::tools::{drawing, luminance, mean, scene_with};

const SIZE: UVec2 = UVec2::new(320, 180);

/// Returns a small land, seen from high above.
fn scene(changes: &[(&str, &str)]) -> Scene {
    let small = [
        ("world.seed", "golden"),
        ("noise.frequency", "1.6"),
        ("world.spacing_m", "8"),
        ("world.bounded", "on"),
        ("world.extent_chunks", "2"),
        ("distance.haze", "0"),
        ("clouds.low", "0"),
        ("clouds.high", "0"),
    ];
    scene_with(&[&small, changes].concat(), "0,88,1100")
}

fn headless() -> Headless {
    let effects = Effects::of(Tier::Medium);
    Headless::new(SIZE, Some(2), |app| _ = app.insert_resource(effects))
        .expect("a driver to draw with")
}

/// A picture with its camera.
struct Shot {
    picture: RgbaImage,
    camera: Camera,
    eye: GlobalTransform,
    origin: RenderOrigin,
}

impl Shot {
    fn new(headless: &mut Headless, scene: &Scene) -> Self {
        headless.want(scene.clone());
        let picture = headless.picture().expect("a picture");
        let world = headless.world();
        let origin = *world.resource::<RenderOrigin>();
        let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<LandCamera>>();
        let (camera, eye) = cameras.single(world).expect("a camera");
        Self { picture, camera: camera.clone(), eye: *eye, origin }
    }

    fn pixel_of(&self, position_m: [f64; 3]) -> Option<Vec2> {
        let at = self.camera.world_to_viewport(&self.eye, self.origin.local(position_m)).ok()?;
        let inside =
            at.x >= 1.0 && at.y >= 1.0 && at.x < SIZE.x as f32 - 1.0 && at.y < SIZE.y as f32 - 1.0;
        inside.then_some(at)
    }

    /// Returns the display values at a pixel.
    fn at(&self, pixel: Vec2) -> [f64; 3] {
        let rgba = self.picture.get_pixel(pixel.x as u32, pixel.y as u32).0;
        [rgba[0], rgba[1], rgba[2]].map(f64::from)
    }
}

/// Returns points of a land 1024 m wide, with their ground. Points near the border are left out.
fn places(land: &Land) -> Vec<([f64; 2], SurfacePoint)> {
    let steps = || (0..90).map(|i| -470.0 + 10.5 * f64::from(i));
    steps()
        .flat_map(|z| steps().map(move |x| [x, z]))
        .map(|at| (at, SurfacePoint::at(land, at)))
        .collect()
}

#[test]
fn deep_water_is_darker_and_bluer_than_shallow() {
    let _drawing = drawing();
    let scene = scene(&[("world.sea_level_m", "60"), ("lake.foam_m", "0.2")]);
    let shot = Shot::new(&mut headless(), &scene);
    let land = Land::new(&scene.recipe).unwrap();
    let sea_m = scene.recipe.world.sea_level_m;
    let water = |from_m: f64, to_m: f64| {
        let wet = places(&land)
            .into_iter()
            .filter(|(_, place)| (from_m..to_m).contains(&(sea_m - place.bed_m)));
        wet.filter_map(|([x, z], _)| Some(shot.at(shot.pixel_of([x, sea_m, z])?)))
            .collect::<Vec<_>>()
    };
    let (shallow, deep) = (water(0.8, 3.0), water(25.0, 500.0));
    assert!(
        shallow.len() > 20 && deep.len() > 100,
        "{} shallow, {} deep",
        shallow.len(),
        deep.len()
    );
    let bright = |pixels: &[[f64; 3]]| mean(pixels.iter().map(|c| luminance(*c)));
    let blue = |pixels: &[[f64; 3]]| mean(pixels.iter().map(|[r, g, b]| b / (r + g + b)));
    assert!(
        bright(&deep) < 0.8 * bright(&shallow),
        "brightness {} and {}",
        bright(&deep),
        bright(&shallow)
    );
    assert!(blue(&deep) > 1.1 * blue(&shallow), "blue {} and {}", blue(&deep), blue(&shallow));
}

#[test]
fn a_lake_high_above_the_sea_mirrors_the_sky_and_not_the_land_alone() {
    let _drawing = drawing();
    let mut scene = Preset::find("lake-land").expect("a preset").scene().expect("its scene");
    // At eye level on the shore, over the lake to low hills, 100 m above the sea.
    scene.view.camera = "150,0.5,30,983.0,-55.31,46.0".parse().expect("a camera");
    let shot = Shot::new(&mut headless(), &scene);
    let lake = |column: u32| (100..140).map(move |row| Vec2::new(column as f32, row as f32));
    let pixels: Vec<_> = (5..100).flat_map(lake).map(|pixel| shot.at(pixel)).collect();
    let channel = |index: usize| mean(pixels.iter().map(|pixel| pixel[index]));
    let [red, green, blue] = [0, 1, 2].map(channel);
    assert!(blue > 0.9 * green && blue > red, "red {red}, green {green}, blue {blue}");
}

/// Vegetation and loose ground are green, rock is red, snow is blue.
const SIGNALS: &[(&str, &str)] = &[
    ("ground.sand", "#20c020"),
    ("ground.meadow", "#20c020"),
    ("ground.grass", "#20c020"),
    ("ground.scree", "#20c020"),
    ("ground.rock", "#ff0000"),
    ("ground.strata", "#ff0000"),
    ("ground.snow", "#0000ff"),
    ("ground.bumps", "0"),
    ("world.sea_level_m", "-600"),
    ("light.sun_elevation_deg", "75"),
    ("light.colour", "#ffffff"),
];

/// Returns the channel that is far above the others, if a channel is.
fn signal([r, g, b]: [f64; 3]) -> Option<usize> {
    let channels = [r, g, b];
    (0..3).find(|&i| (0..3).all(|j| i == j || channels[i] > 1.4 * channels[j]))
}

#[test]
fn snow_lies_only_above_its_line_and_under_its_slope() {
    let _drawing = drawing();
    let lines = [
        ("ground.snow_line_m", "0"),
        ("ground.snow_width_m", "10"),
        ("ground.snow_sun_m", "0"),
        ("ground.snow_slope_deg", "30"),
        ("ground.rock_width_deg", "6"),
        ("ground.rock_slope_deg", "60"),
        ("ground.breakup", "1"),
    ];
    let scene = scene(&[SIGNALS, &lines].concat());
    let shot = Shot::new(&mut headless(), &scene);
    let (mut below, mut steep, mut white, mut flat) = (0, 0, 0, 0);
    for ([x, z], place) in places(&Land::new(&scene.recipe).unwrap()) {
        let Some(pixel) = shot.pixel_of([x, place.bed_m, z]) else { continue };
        let is_snow = signal(shot.at(pixel)) == Some(2);
        // Half the blend, plus two widths of noise and one of curvature.
        if place.bed_m < -40.0 {
            below += 1;
            assert!(!is_snow, "snow at {} m: {:?}", place.bed_m, shot.at(pixel));
        }
        // Half the blend, plus about 15° of noise and the averaging of a pixel.
        if place.slope_deg() > 30.0 + 3.0 + 18.0 {
            steep += 1;
            assert!(!is_snow, "snow at {}°: {:?}", place.slope_deg(), shot.at(pixel));
        }
        if place.bed_m > 40.0 && place.slope_deg() < 16.0 {
            flat += 1;
            white += u32::from(is_snow);
        }
    }
    assert!(
        below > 500 && steep > 10 && flat > 100,
        "{below} below, {steep} steep, {flat} flat and high"
    );
    assert!(
        f64::from(white) > 0.9 * f64::from(flat),
        "{white} of {flat} flat and high places have snow"
    );
}

#[test]
fn rock_shows_above_its_angle_and_not_below() {
    let _drawing = drawing();
    let lines = [
        ("ground.snow_line_m", "5000"),
        ("ground.rock_slope_deg", "25"),
        ("ground.rock_width_deg", "4"),
        ("ground.breakup", "0"),
    ];
    let scene = scene(&[SIGNALS, &lines].concat());
    let shot = Shot::new(&mut headless(), &scene);
    let (mut steep, mut flat, mut wrong) = (0, 0, 0);
    for ([x, z], place) in places(&Land::new(&scene.recipe).unwrap()) {
        let Some(pixel) = shot.pixel_of([x, place.bed_m, z]) else { continue };
        let found = signal(shot.at(pixel));
        // Triangles and pixels average slopes, so a few degrees on both sides are left out.
        if place.slope_deg() > 25.0 + 2.0 + 5.0 {
            steep += 1;
            wrong += u32::from(found != Some(0));
        } else if place.slope_deg() < 25.0 - 2.0 - 5.0 {
            flat += 1;
            wrong += u32::from(found != Some(1));
        }
    }
    assert!(steep > 200 && flat > 500, "{steep} steep, {flat} flat");
    assert!(
        f64::from(wrong) < 0.03 * f64::from(steep + flat),
        "{wrong} of {} are wrong",
        steep + flat
    );
}

#[test]
fn shadows_fall_away_from_the_sun() {
    let _drawing = drawing();
    let scene = scene(&[
        ("light.sun_elevation_deg", "16"),
        ("world.sea_level_m", "-600"),
        ("shape.height_m", "900"),
    ]);
    let mut headless = headless();
    // Horizons cast shadows, too.
    headless.world().resource_mut::<Effects>().horizon_texels = 0;
    let unshadowed = {
        headless.world().resource_mut::<Effects>().shadows = false;
        Shot::new(&mut headless, &scene)
    };
    headless.world().resource_mut::<Effects>().shadows = true;
    let shadowed = Shot::new(&mut headless, &scene);
    let land = Land::new(&scene.recipe).unwrap();
    let sun = direction_to_sun(&scene.view.params);
    // The height of land above the ray from a place to the sun, from 40 m on, where mesh cells and
    // shadow texels no longer blur it.
    let height_above_ray = |[x, z]: [f64; 2], bed_m: f64| {
        let rays = (8..200).map(|i| 5.0 * f64::from(i));
        let points = rays.map(|t| [x + sun[0] * t, bed_m + sun[1] * t, z + sun[2] * t]);
        let inside = points.filter(|p| p[0].abs() < 512.0 && p[2].abs() < 512.0);
        inside.map(|[x, y, z]| land.height_m([x, z], 8.0) - y).fold(f64::NEG_INFINITY, f64::max)
    };
    let (mut hidden, mut hidden_dark, mut open, mut open_dark) = (0, 0, 0, 0);
    for ([x, z], place) in places(&land) {
        let faces: f64 = place.normal.iter().zip(sun).map(|(n, s)| n * s).sum();
        let Some(pixel) = unshadowed.pixel_of([x, place.bed_m, z]).filter(|_| faces > 0.1) else {
            continue;
        };
        let is_dark =
            u32::from(luminance(shadowed.at(pixel)) < 0.8 * luminance(unshadowed.at(pixel)));
        match height_above_ray([x, z], place.bed_m) {
            over_m if over_m > 20.0 => (hidden, hidden_dark) = (hidden + 1, hidden_dark + is_dark),
            over_m if over_m < -20.0 => (open, open_dark) = (open + 1, open_dark + is_dark),
            _ => {}
        }
    }
    assert!(hidden > 100 && open > 100, "{hidden} behind land, {open} in the open");
    assert!(
        f64::from(hidden_dark) > 0.9 * f64::from(hidden),
        "{hidden_dark} of {hidden} behind land are dark"
    );
    assert!(
        f64::from(open_dark) < 0.1 * f64::from(open),
        "{open_dark} of {open} in the open are dark"
    );
}

#[test]
fn a_setting_sun_is_redder_than_noon() {
    let _drawing = drawing();
    let mut headless = headless();
    // The redness of slopes that face a low sun, relative to slopes turned away. This cancels the
    // colour of the ground.
    let mut warmth = |elevation: &str| {
        let mut scene =
            scene(&[("light.sun_elevation_deg", elevation), ("world.sea_level_m", "-600")]);
        scene.view.camera = "0,60,900".parse().unwrap();
        let shot = Shot::new(&mut headless, &scene);
        let land = Land::new(&scene.recipe).unwrap();
        let mut low = scene.view.params.clone();
        low.light.sun_elevation_deg = 6.0;
        let sun = direction_to_sun(&low);
        let redness = |wanted: &dyn Fn(f64) -> bool| {
            let faces = |place: &SurfacePoint| {
                place.normal.iter().zip(sun).map(|(n, s)| n * s).sum::<f64>()
            };
            let matching = places(&land).into_iter().filter(|(_, place)| wanted(faces(place)));
            let colours = matching
                .filter_map(|([x, z], place)| Some(shot.at(shot.pixel_of([x, place.bed_m, z])?)));
            mean(colours.map(|[r, _, b]| (r + 1.0) / (b + 1.0)))
        };
        redness(&|faces| faces > 0.4) / redness(&|faces| faces < -0.1)
    };
    let (noon, setting) = (warmth("60"), warmth("6"));
    assert!(
        setting > 1.15 * noon,
        "red over blue, lit against turned away: noon {noon}, setting {setting}"
    );
}

/// Returns pairs of points across a chunk's northern or western edge, moved into the chunk by a
/// share of its side.
fn pairs(key: ChunkKey, finest_m: f64, share: f64, across_m: f64) -> Vec<[[f64; 2]; 2]> {
    let ([x, z], side) = (key.origin_m(finest_m), key.side_m(finest_m));
    let distances_m = (1..120).map(|i| side * f64::from(i) / 120.0);
    distances_m
        .flat_map(|along_m| {
            let inward = side * share;
            let west = [-across_m, across_m].map(|d| [x + inward + d, z + along_m]);
            let north = [-across_m, across_m].map(|d| [x + along_m, z + inward + d]);
            [west, north]
        })
        .collect()
}

#[test]
fn chunk_borders_make_no_step_in_brightness() {
    let _drawing = drawing();
    let mut scene =
        scene(&[("world.bounded", "off"), ("world.spacing_m", "2"), ("distance.horizon_km", "3")]);
    scene.view.camera = "0,50,450".parse().unwrap();
    let mut headless = headless();
    let shot = Shot::new(&mut headless, &scene);
    let land = Land::new(&scene.recipe).unwrap();
    let selection =
        headless.world().resource::<Streaming>().selection.clone().expect("an endless land");
    let leaves: Vec<ChunkKey> = selection.leaves().iter().copied().collect();
    let levels: std::collections::BTreeSet<u8> = leaves.iter().map(|key| key.level).collect();
    assert!(levels.len() >= 3, "{levels:?}");
    let step = |pair: [[f64; 2]; 2]| {
        let brightness = pair.map(|[x, z]| {
            let height_m = land.height_m([x, z], 8.0).max(scene.recipe.world.sea_level_m);
            Some(luminance(shot.at(shot.pixel_of([x, height_m, z])?)))
        });
        Some((brightness[0]? - brightness[1]?).abs())
    };
    let steps = |share: f64| {
        let all = leaves.iter().flat_map(|key| pairs(*key, 2.0, share, 3.0)).filter_map(step);
        all.collect::<Vec<_>>()
    };
    let borders = steps(0.0);
    let within = [0.23, 0.41, 0.68].map(|share| mean(steps(share)));
    assert!(borders.len() > 400, "{} places on borders", borders.len());
    let max_step = within.iter().copied().fold(0.0, f64::max);
    let found = mean(borders);
    assert!(found < 1.15 * max_step + 0.5, "borders {found}, elsewhere {within:?}");
}

#[test]
fn moving_the_origin_changes_no_picture() {
    let _drawing = drawing();
    let mut scene =
        scene(&[("world.bounded", "off"), ("world.spacing_m", "2"), ("distance.horizon_km", "3")]);
    scene.view.camera = "30,18,300".parse().unwrap();
    let mut headless = headless();
    let before = Shot::new(&mut headless, &scene).picture;
    let moved_origin = RenderOrigin([ORIGIN_STEP_M, -ORIGIN_STEP_M]);
    origin::move_to(headless.world(), moved_origin);
    headless.update();
    let after = headless.frame().expect("a picture");
    assert_eq!(*headless.world().resource::<RenderOrigin>(), moved_origin);
    let differ = before
        .pixels()
        .zip(after.pixels())
        .map(|(a, b)| (0..3).map(|c| a.0[c].abs_diff(b.0[c])).max().unwrap_or_default());
    let differ: Vec<u8> = differ.collect();
    let visible = differ.iter().filter(|d| **d > 12).count();
    let average = mean(differ.iter().map(|d| f64::from(*d)));
    assert!(
        visible * 200 < differ.len() && average < 0.5,
        "{visible} pixels differ visibly, {average} on average"
    );
}
