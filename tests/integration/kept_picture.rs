//! The kept picture: it is redrawn only when something in it has changed, and pieces give the same
//! picture.

use std::time::{Duration, Instant};

use bevy::camera::RenderTarget;
use bevy::math::UVec2;
use bevy::prelude::*;
use bevy::render::gpu_readback::{Readback, ReadbackComplete};
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::renderer::RenderDevice;
use bevy::render::view::NoIndirectDrawing;
use image::RgbaImage;
use orogen::headless::capture::Headless;
use orogen::plugin::camera::LandCamera;
use orogen::plugin::draft::Draft;
use orogen::plugin::kept_picture::{KeptPicture, KeptPicturePlugin, PictureState, PieceTimeLimit};
use orogen::plugin::land::state::{DividerPosition, SecondLand, ShownLand, WantedScene};
use orogen::plugin::land::stream::Streaming;
use orogen::plugin::look::horizon::LandHorizons;
use orogen::plugin::look::normals::{NormalTiles, TilesAtOnce};
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::plugin::scatter;
use orogen::terrain::param::{Document, Param, ParamKind, Value};
use orogen::terrain::recipe::Recipe;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::ViewParams;

use crate::tools::{change, drawing};

/// The limit of all waits.
const TIME_LIMIT: Duration = Duration::from_secs(120);

fn scene() -> Scene {
    let preset = orogen::terrain::preset::Preset::find("alps").expect("a preset");
    let mut scene = preset.scene().expect("it reads");
    change(
        &mut scene,
        &[("world.bounded", "true"), ("world.extent_chunks", "2"), ("world.spacing_m", "8")],
    );
    scene.view.camera = "20,25,1500".parse().unwrap();
    scene
}

/// Returns an app that keeps its picture.
fn keeping_headless(size: UVec2, pieces: Option<Duration>, tier: Tier) -> Headless {
    Headless::new(size, Some(2), |app| {
        app.insert_resource(Effects::of(tier))
            .insert_resource(PieceTimeLimit(pieces))
            .add_plugins(KeptPicturePlugin);
        let world = app.world_mut();
        let camera = world.query_filtered::<Entity, With<LandCamera>>().single(world).unwrap();
        let usages = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
        // Reading the image back needs this usage.
        let mut image =
            Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        let image = world.resource_mut::<Assets<Image>>().add(image);
        world.entity_mut(camera).insert(RenderTarget::Image(image.into()));
        let with_depth = Camera3d { depth_texture_usages: usages.into(), ..default() };
        world.entity_mut(camera).insert((KeptPicture, with_depth, NoIndirectDrawing));
    })
    .expect("a driver to draw with")
}

/// Shows the scene from its camera.
fn show(headless: &mut Headless) {
    headless.want(scene());
    headless.place_camera();
    rest(headless);
}

/// Runs frames until the wanted land is complete and drawn.
fn rest(headless: &mut Headless) {
    let start = Instant::now();
    let is_complete = |world: &World| {
        world.resource::<ShownLand>().shows(&world.resource::<WantedScene>().0)
            && world.resource::<ShownLand>().shows_second_land(world.resource::<SecondLand>())
            && world.resource::<Streaming>().is_settled()
            && world.resource::<NormalTiles>().is_complete()
            && world.resource::<LandHorizons>().is_settled()
            && scatter::is_settled(world)
            && world.resource::<PictureState>().is_complete()
    };
    let mut complete_frames = 0;
    // The state at the end of a frame is drawn in the next one.
    while complete_frames < 3 {
        assert!(start.elapsed() < TIME_LIMIT, "the picture is never complete");
        headless.update();
        complete_frames = if is_complete(headless.world()) { complete_frames + 1 } else { 0 };
    }
}

/// Reads the kept picture back. Its rows take a multiple of 256 bytes.
fn kept(headless: &mut Headless) -> RgbaImage {
    let world = headless.world();
    let (camera, target) = world
        .query_filtered::<(&Camera, &RenderTarget), With<KeptPicture>>()
        .single(world)
        .unwrap();
    let size = camera.physical_target_size().unwrap();
    let image = target.as_image().unwrap().clone();
    let (send, read) = std::sync::mpsc::channel();
    let send = std::sync::Mutex::new(send);
    let mut reader = world.spawn(Readback::texture(image));
    reader.observe(move |done: On<ReadbackComplete>| {
        let _ = send.lock().unwrap().send(done.data.clone());
    });
    let reader = reader.id();
    let start = Instant::now();
    let bytes = loop {
        assert!(start.elapsed() < TIME_LIMIT, "no picture is read");
        headless.update();
        if let Ok(bytes) = read.try_recv() {
            break bytes;
        }
    };
    headless.world().despawn(reader);
    RgbaImage::from_raw(size.x, size.y, bytes).expect("four bytes per pixel")
}

fn drawn(headless: &mut Headless) -> [u64; 2] {
    let picture = headless.world().resource::<PictureState>();
    [picture.whole_pictures_drawn(), picture.pieces_drawn()]
}

fn differing(a: &RgbaImage, b: &RgbaImage) -> usize {
    let worst = |a: &[u8; 4], b: &[u8; 4]| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max();
    a.pixels().zip(b.pixels()).filter(|(a, b)| worst(&a.0, &b.0) > Some(3)).count()
}

#[test]
fn pieces_make_the_same_picture_as_drawing_at_once() {
    let _drawing = drawing();
    let size = UVec2::new(320, 192);
    for (tier, samples) in [(Tier::High, 4), (Tier::Low, 1)] {
        let effects = Effects { samples, ..Effects::of(tier) };
        let mut plain =
            Headless::new(size, Some(2), |app| _ = app.insert_resource(effects)).unwrap();
        plain.want(scene());
        let whole = plain.picture().unwrap();
        let mut headless = keeping_headless(size, Some(Duration::ZERO), tier);
        headless.world().insert_resource(effects);
        show(&mut headless);
        let pieces = kept(&mut headless);
        // One piece per frame: 3 × 3, and more if the land changed meanwhile.
        assert!(drawn(&mut headless)[1] >= 9);
        let all = (size.x * size.y) as usize;
        let off = differing(&whole, &pieces);
        assert!(off * 500 < all, "{off} of {all} pixels differ, {tier:?}");
    }
}

#[test]
fn unchanged_frames_draw_no_land() {
    let _drawing = drawing();
    for pieces in [None, Some(Duration::from_millis(80))] {
        let mut headless = keeping_headless(UVec2::new(128, 72), pieces, Tier::Low);
        show(&mut headless);
        let (picture, counts) = (kept(&mut headless), drawn(&mut headless));
        for _ in 0..5 {
            headless.update();
        }
        assert_eq!(drawn(&mut headless), counts);
        assert_eq!(kept(&mut headless), picture, "it is kept");
        // A single change must give a single new picture.
        let world = headless.world();
        world.resource_mut::<WantedScene>().0.view.params.light.exposure_ev += 1.0;
        rest(&mut headless);
        let now = drawn(&mut headless);
        assert!(now != counts && now[0] <= counts[0] + 2, "{counts:?}, then {now:?}");
        assert!(differing(&kept(&mut headless), &picture) > 1000);
    }
}

#[test]
fn the_picture_returns_after_a_lost_device() {
    let _drawing = drawing();
    for pieces in [None, Some(Duration::ZERO)] {
        let mut headless = keeping_headless(UVec2::new(128, 72), pieces, Tier::Low);
        show(&mut headless);
        let before = kept(&mut headless);
        headless.world().resource::<RenderDevice>().wgpu_device().destroy();
        // A later frame notices the loss.
        (0..3).for_each(|_| headless.update());
        rest(&mut headless);
        assert_eq!(differing(&kept(&mut headless), &before), 0, "{pieces:?}");
    }
}

/// Returns another value of a parameter; `None` if there is no other value.
fn other_value(kind: ParamKind, value: &Value) -> Option<Value> {
    Some(match (kind, value) {
        (ParamKind::Number { min, max, .. }, Value::Number(now)) => {
            let share = if *now > 0.5 * (min + max) { 0.3 } else { 0.7 };
            Value::Number(min + share * (max - min))
        }
        (ParamKind::Integer { min, max }, Value::Integer(now)) => {
            Value::Integer(if now < &max { now + 1 } else { min })
        }
        (ParamKind::Toggle, Value::Toggle(now)) => Value::Toggle(!now),
        (ParamKind::Choice(rows), Value::Choice(now)) => {
            Value::Choice(rows.iter().map(|row| row.name).find(|name| name != now)?)
        }
        (ParamKind::Colour, Value::Colour([r, g, b])) => Value::Colour([*b, 1.0 - r, *g]),
        (ParamKind::Text { .. }, Value::Text(_)) => Value::Text("another".to_owned()),
        _ => return None,
    })
}

/// Returns scenes that each differ from [`scene`] in one parameter.
fn changed_scenes<D: Document>(
    document: impl Fn(&mut Scene) -> &mut D,
) -> impl Iterator<Item = (&'static str, Scene)> {
    let params: &'static [Param<D>] = D::params();
    params.iter().filter_map(move |param| {
        let mut scene = scene();
        let value = other_value(param.kind, &(param.get)(document(&mut scene)))?;
        param.set(document(&mut scene), value).ok()?;
        // Some values of these make a land that takes minutes.
        let is_quick =
            !["world.bounded", "world.extent_chunks", "world.spacing_m"].contains(&param.key);
        (is_quick && scene.validate().is_ok()).then_some((param.key, scene))
    })
}

#[test]
fn every_change_is_in_the_kept_picture() {
    let _drawing = drawing();
    let mut headless = keeping_headless(UVec2::new(64, 36), None, Tier::Low);
    // Normals must not fade in.
    headless.world().insert_resource(TilesAtOnce(true));
    show(&mut headless);
    let default_picture = kept(&mut headless);
    let mut visible = 0;
    let mut compare = |headless: &mut Headless, what: &str| {
        rest(headless);
        let picture = kept(headless);
        headless.world().resource_mut::<PictureState>().request_redraw();
        rest(headless);
        let fresh = kept(headless);
        assert_eq!(differing(&picture, &fresh), 0, "{what} is not in the kept picture");
        visible += usize::from(differing(&picture, &default_picture) > 0);
    };
    let of_view = changed_scenes::<ViewParams>(|scene| &mut scene.view.params);
    for (key, scene) in of_view.chain(changed_scenes::<Recipe>(|scene| &mut scene.recipe)) {
        headless.want(scene);
        compare(&mut headless, key);
    }
    headless.want(scene());
    for overlay in orogen::terrain::look::Overlay::ALL {
        headless.world().resource_mut::<WantedScene>().0.view.params.look.overlay = overlay.value;
        compare(&mut headless, overlay.name);
    }
    headless.want(scene());
    for tier in Tier::ALL {
        headless.world().insert_resource(Effects::of(tier.value));
        compare(&mut headless, tier.name);
    }
    headless.world().insert_resource(Effects::of(Tier::Low));
    let mut second = scene();
    second.set_text("shape.height_m", "900").unwrap();
    headless.world().resource_mut::<SecondLand>().0 = Some(second.recipe);
    for share in [0.5, 0.3] {
        headless.world().insert_resource(DividerPosition(share));
        compare(&mut headless, "the divider");
    }
    headless.world().resource_mut::<SecondLand>().0 = None;
    headless.world().insert_resource(Draft(true));
    compare(&mut headless, "a draft");
    assert!(visible > 60, "{visible} changes are visible");
}
