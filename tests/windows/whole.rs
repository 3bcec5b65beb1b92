//! Drives the window with keys and pointer, as a user does.

use orogen::terrain::land::Land;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::Camera;

use crate::desk::{Desk, widget};
use crate::tools::{drawing, wait_for};

/// Returns the line of a key in the text of a scene.
fn line<'a>(scene: &'a str, key: &str) -> &'a str {
    scene.lines().find(|line| line.starts_with(key)).unwrap_or_else(|| panic!("{key} in {scene}"))
}

fn recipe(scene: &str) -> String {
    scene.lines().filter(|line| !line.starts_with("view")).collect()
}

#[test]
fn slider_land_and_text_field_do_not_affect_each_other() {
    let _drawing = drawing();
    let desk = Desk::new("window");
    let (first, before) = desk.wait_for_land();

    // A drag on the slider of the frequency changes the recipe and the land, but not the camera.
    let slider = widget("noise.frequency");
    desk.input(&format!("mousemove {} {} mousedown 1", slider.0, slider.1));
    desk.input(&format!("mousemove {} {}", slider.0 + 8, slider.1));
    desk.input(&format!("mousemove {} {}", slider.0 + 16, slider.1));
    desk.input("mouseup 1");
    let (dragged, after_slider) = desk.take_screenshot();
    assert_ne!(line(&before, "frequency"), line(&after_slider, "frequency"));
    assert_eq!(line(&before, "view"), line(&after_slider, "view"), "the camera stays");
    assert!(first != dragged, "the land changes");

    // A middle-click resets the slider.
    desk.input(&format!("mousemove {} {} click 2", slider.0, slider.1));
    let (_, after_reset) = desk.take_screenshot();
    assert_eq!(line(&after_reset, "frequency"), line(&before, "frequency"));

    // A drag on the land orbits, and does not change the recipe.
    desk.input("mousemove 400 400 mousedown 1");
    desk.input("mousemove 440 410");
    desk.input("mousemove 520 420");
    desk.input("mouseup 1");
    let (orbited, after_orbit) = desk.take_screenshot();
    assert_eq!(recipe(&after_reset), recipe(&after_orbit));
    assert_ne!(line(&after_reset, "view"), line(&after_orbit, "view"), "the camera turns");
    assert!(dragged != orbited);

    // Keys typed into the seed are text, not commands.
    let seed = widget("world.seed");
    let pictures = desk.pictures();
    desk.input(&format!("mousemove {} {}", seed.0, seed.1));
    desk.click();
    desk.wait_for_state("the seed's text", |state| state.is_typing);
    desk.input("key ctrl+a r h p Return");
    let (_, after_typing) = desk.take_screenshot();
    assert_eq!(desk.pictures(), pictures + 1, "`p` took no picture");
    assert_eq!(line(&after_typing, "seed"), "seed = \"rhp\"");
    assert_eq!(line(&after_orbit, "view"), line(&after_typing, "view"));
    let without_seed = |scene: &str| recipe(&scene.replace(line(scene, "seed"), ""));
    assert_eq!(without_seed(&after_orbit), without_seed(&after_typing));

    // After that, keys are commands again, and the wheel over the panel does not move the camera.
    desk.input(&format!("mousemove {} 300 click 4", seed.0));
    let (_, after_wheel) = desk.take_screenshot();
    assert_eq!(
        line(&after_wheel, "view"),
        line(&after_typing, "view"),
        "the wheel over the panel does not move the camera"
    );
    desk.input("mousemove 400 400");
    desk.input("key r");
    let (_, after_r) = desk.take_screenshot();
    assert_ne!(line(&after_r, "seed"), line(&after_typing, "seed"));
}

#[test]
fn keys_show_each_view_and_the_window_may_have_any_size() {
    let _drawing = drawing();
    let desk = Desk::new("views");
    let (_, scene) = desk.wait_for_land();
    let looks = |scene: &str| {
        let look = Scene::from_toml(scene).expect("the scene reads").view.params.look;
        [format!("{:?}", look.style), format!("{:?}", look.overlay)].map(|name| name.to_lowercase())
    };
    assert_eq!(looks(&scene), ["course", "shaded"]);
    desk.input("mousemove 400 400");
    // The first land is complete by now.
    let (course, _) = desk.take_screenshot();
    let mut previous = vec![course.clone()];
    let keys = [
        ("F3", "clay"),
        ("F4", "wireframe"),
        ("F5", "contours"),
        ("F6", "slope"),
        ("F7", "normals"),
        ("F8", "curvature"),
        ("F9", "materials"),
        ("F10", "levels"),
        ("shift+F2", "noise"),
    ];
    for (key, name) in keys {
        desk.input(&format!("key {key}"));
        let (picture, scene) = desk.take_screenshot();
        assert_eq!(looks(&scene), ["course", name], "{key}");
        assert!(!previous.contains(&picture), "{name} differs from all views before it");
        previous.push(picture);
    }
    desk.input("key F2");
    let back = desk.take_screenshot().0;
    let differing = back.pixels().zip(course.pixels()).filter(|(a, b)| a != b).count();
    assert_eq!(differing, 0, "pixels differ from before");
    desk.input("key Tab");
    let (natural, scene) = desk.take_screenshot();
    assert_eq!(looks(&scene), ["natural", "shaded"]);
    assert!(!previous.contains(&natural));

    // The window becomes tiny, is hidden, and comes back in its old size.
    desk.resize("1 1");
    desk.resize("400 9");
    desk.window("windowunmap --sync");
    desk.window("windowmap --sync");
    desk.resize("1280 720");
    desk.focus();
    assert_eq!(desk.take_screenshot().0.dimensions(), natural.dimensions());
}

/// Returns true if two cameras are equal within the precision of their text.
fn is_same(a: &Camera, b: &Camera) -> bool {
    let [p, q] = [a, b].map(|camera| camera.focus_m.expect("a focus"));
    let distance_m = (0..3).map(|i| (p[i] - q[i]).abs()).fold(0.0, f64::max);
    distance_m < 0.1
        && (a.yaw_deg - b.yaw_deg).abs() < 0.01
        && (a.distance_m - b.distance_m).abs() < 0.1
}

#[test]
fn bookmarks_flights_places_and_the_clipboard_move_the_camera() {
    let _drawing = drawing();
    let desk = Desk::new("travel");
    let (_, scene) = desk.wait_for_land();
    let home = Scene::from_toml(&scene).unwrap().view.camera;
    desk.input("mousemove 400 400");

    // A bookmark keeps the view.
    desk.input("key ctrl+1");
    let kept = wait_for("the bookmark", 20, || desk.view().bookmarks.get(1));
    assert!(is_same(&kept, &home), "{kept:?} {home:?}");

    // A pan by a few pixels moves the eye a little and keeps its height, even with a focus in
    // mid-air. Alt+Left goes back to the earlier view, and Alt+Right forward again.
    desk.input("mousedown 3");
    desk.input("mousemove 408 400");
    desk.input("mouseup 3");
    let panned = desk.wait_for_camera("the pan", |camera| !is_same(camera, &kept));
    let [from, to] = [&kept, &panned].map(eye);
    let offset_m = [0, 1, 2].map(|i| to[i] - from[i]);
    assert!(offset_m[1].abs() < 1.0, "the eye rises or falls: {offset_m:?}");
    assert!(
        offset_m[0].hypot(offset_m[2]) < 0.1 * kept.distance_m,
        "the eye moves far: {offset_m:?}"
    );
    desk.input("key alt+Left");
    desk.wait_for_camera("the view before the pan", |camera| is_same(camera, &kept));
    desk.input("key alt+Right");
    desk.wait_for_camera("the pan again", |camera| is_same(camera, &panned));
    desk.input("key 1");
    desk.wait_for_camera("the bookmark", |camera| is_same(camera, &kept));

    // A flight starts in the direction of the view. Esc ends it with an orbit that has the same eye.
    desk.input("key g");
    desk.input("keydown w");
    desk.input("keyup w");
    let flown = desk.wait_for_camera("the flight", |camera| camera.distance_m == 100.0);
    assert!(
        (flown.yaw_deg - home.yaw_deg).abs() < 0.01,
        "the flight keeps the direction of the view"
    );
    desk.input("key Escape");
    let landed = desk.wait_for_camera("the orbit", |camera| camera.distance_m != 100.0);
    assert!(
        (landed.yaw_deg - home.yaw_deg).abs() < 0.01
            && (landed.pitch_deg - flown.pitch_deg).abs() < 0.5
    );
    desk.input("key 1");
    desk.wait_for_camera("the bookmark's place", |camera| is_same(camera, &kept));

    // Typed coordinates move the focus. Invalid text moves nothing and keeps the text field open.
    desk.input("key ctrl+g");
    desk.wait_for_state("the line for a place", |state| state.is_typing);
    desk.input("key h o m e Return");
    desk.wait_for_state("the line for a place again", |state| state.is_typing);
    desk.input("key ctrl+a");
    desk.input("key 1 0 0 space minus 6 0 Return");
    let typed_view = desk.wait_for_camera("the typed place", |camera| {
        let [x, _, z] = camera.focus_m.expect("a focus");
        (x - 100.0).abs() < 0.1 && (z + 60.0).abs() < 0.1
    });
    assert!((typed_view.distance_m - home.distance_m).abs() < 0.1);

    // A view is copied as text and pasted.
    desk.input("key ctrl+shift+c");
    desk.input("key 1");
    desk.wait_for_camera("home", |camera| is_same(camera, &kept));
    desk.input("key ctrl+shift+v");
    desk.wait_for_camera("the pasted view", |camera| is_same(camera, &typed_view));

    // On foot, the eyes are 1.8 m above the mesh, which differs from the land by a few metres at 8
    // m between samples.
    desk.input("key v");
    wait_for("the walk", 30, || {
        let scene = desk.scene();
        let land = Land::new(&scene.recipe).expect("a land");
        let [x, y, z] = eye(&scene.view.camera);
        let above_m =
            y - land.height_m([x, z], land.spacing_m()).max(scene.recipe.world.sea_level_m);
        (0.5..6.0).contains(&above_m).then_some(())
    });
}

/// Returns the position of the camera's eye.
fn eye(camera: &Camera) -> [f64; 3] {
    let [x, y, z] = camera.focus_m.expect("a focus");
    let (yaw, pitch) = (camera.yaw_deg.to_radians(), camera.pitch_deg.to_radians());
    let level = camera.distance_m * pitch.cos();
    [x - yaw.sin() * level, y + camera.distance_m * pitch.sin(), z + yaw.cos() * level]
}
