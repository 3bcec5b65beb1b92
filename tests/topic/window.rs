//! The window, driven as a person drives it: a display of its own, a pointer, a keyboard.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use bevy_egui::egui;
use image::RgbImage;
use orogen::studio::panels::histogram::FieldHistogram;
use orogen::studio::panels::widgets::widget_id;
use orogen::studio::panels::{panel, theme};
use orogen::studio::settings::Settings;
use orogen::terrain::land::Land;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::{Camera, View};

use crate::tools::{Display, Scratch, drawing, orogen, scene_in, wait_for};

/// A display with the program in it; both end with the value.
pub struct Desk {
    program: Child,
    pub display: Display,
    pub scratch: Scratch,
}

impl Desk {
    pub fn new(name: &str) -> Self {
        let scratch = Scratch::new(name);
        let display = Display::new(&scratch.0);
        let log = std::fs::File::create(scratch.0.join("log")).unwrap();
        let program = orogen()
            .args([
                "--set",
                "world.bounded=on",
                "--set",
                "world.extent_chunks=2",
                "--set",
                "world.spacing_m=8",
                "--set",
                "look.style=course",
                "--camera",
                "40,40,700",
            ])
            .current_dir(&scratch.0)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_CONFIG_HOME", &scratch.0)
            .env("HOME", &scratch.0)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let desk = Self { program, display, scratch };
        desk.focus();
        desk
    }

    /// Gives the keyboard to the window, as no window manager does; the window takes it once it is
    /// seen.
    fn focus(&self) {
        let takes_it = || {
            let mut hand = Command::new("xdotool");
            hand.args(["search", "--name", "^Orogen$", "windowfocus", "--sync"])
                .env("DISPLAY", &self.display.name);
            let output = hand.output().expect("xdotool is installed; scripts/test sees to it");
            // It says of a window that is not seen yet that it cannot have the keyboard.
            (output.status.success() && output.stderr.is_empty()).then_some(())
        };
        wait_for("the window", 60, takes_it);
    }

    /// Moves pointer and keys: the words of xdotool.
    fn hand(&self, words: &str) {
        let status = Command::new("xdotool")
            .args(words.split(' '))
            .env("DISPLAY", &self.display.name)
            .status();
        assert!(
            status.expect("xdotool is installed; scripts/test sees to it").success(),
            "{words}"
        );
        // Two frames of a software driver.
        std::thread::sleep(Duration::from_millis(350));
    }

    /// The picture of the land alone, which the program saves itself, and the scene that it holds.
    pub fn look(&self) -> (RgbImage, String) {
        let n = self.pictures() + 1;
        self.hand("key F12");
        let path = self.scratch.0.join(format!("orogen-{n}.png"));
        wait_for("the screenshot", 30, || path.exists().then_some(()));
        let picture = image::open(&path).expect("a PNG").to_rgb8();
        let scene = scene_in(&path);
        // The panels, which the picture leaves out, are there to be clicked again a frame or two
        // later.
        std::thread::sleep(Duration::from_millis(700));
        (picture, scene)
    }

    /// The program is there when its land is: the picture is not all of one colour.
    pub fn wait_for_land(&self) -> (RgbImage, String) {
        std::thread::sleep(Duration::from_secs(4));
        wait_for("the land", 60, || {
            let (picture, scene) = self.look();
            let corner = *picture.get_pixel(400, 500);
            picture
                .pixels()
                .filter(|p| **p != corner)
                .nth(100_000)
                .is_some()
                .then_some((picture, scene))
        })
    }

    /// The view that a screenshot holds.
    fn view(&self) -> View {
        Scene::from_toml(&self.look().1).expect("the scene reads").view
    }

    /// Waits until the camera is somewhere.
    fn wait_for_camera(&self, what: &str, is_there: impl Fn(&Camera) -> bool) -> Camera {
        wait_for(what, 30, || Some(self.view().camera).filter(|camera| is_there(camera)))
    }

    fn pictures(&self) -> usize {
        self.scratch.names().iter().filter(|name| name.starts_with("orogen-")).count()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The line of a key in the text of a scene.
fn line<'a>(scene: &'a str, key: &str) -> &'a str {
    scene.lines().find(|line| line.starts_with(key)).unwrap_or_else(|| panic!("{key} in {scene}"))
}

fn recipe(scene: &str) -> String {
    scene.lines().filter(|line| !line.starts_with("view")).collect()
}

#[test]
fn slider_land_and_text_each_do_their_own_thing() {
    let _drawing = drawing();
    let desk = Desk::new("window");
    let (first, before) = desk.wait_for_land();

    // A drag on the frequency's slider changes the recipe and the land, and leaves the camera.
    let slider = widget("noise.frequency");
    desk.hand(&format!("mousemove {} {} mousedown 1", slider.0, slider.1));
    desk.hand(&format!("mousemove {} {}", slider.0 + 8, slider.1));
    desk.hand(&format!("mousemove {} {}", slider.0 + 16, slider.1));
    desk.hand("mouseup 1");
    let (dragged, after_slider) = desk.look();
    assert_ne!(line(&before, "frequency"), line(&after_slider, "frequency"));
    assert_eq!(line(&before, "view"), line(&after_slider, "view"), "the camera stays");
    assert!(first != dragged, "the land changes");

    // A right-click resets it.
    desk.hand(&format!("mousemove {} {} click 3", slider.0, slider.1));
    let (_, after_reset) = desk.look();
    assert_eq!(line(&after_reset, "frequency"), line(&before, "frequency"));

    // A drag on the land orbits, and leaves the recipe.
    desk.hand("mousemove 400 400 mousedown 1");
    desk.hand("mousemove 440 410");
    desk.hand("mousemove 520 420");
    desk.hand("mouseup 1");
    std::thread::sleep(Duration::from_secs(1));
    let (orbited, after_orbit) = desk.look();
    assert_eq!(recipe(&after_reset), recipe(&after_orbit));
    assert_ne!(line(&after_reset, "view"), line(&after_orbit, "view"), "the camera turns");
    assert!(dragged != orbited);

    // What is typed into the seed is its text and nothing else: no randomise, no hidden panel, no
    // screenshot.
    let seed = widget("noise.seed");
    let pictures = desk.pictures();
    // A person's click lasts longer than a frame.
    desk.hand(&format!("mousemove {} {}", seed.0, seed.1));
    desk.hand("mousedown 1");
    desk.hand("mouseup 1");
    desk.hand("key ctrl+a r h p Return");
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(desk.pictures(), pictures, "`p` took no picture");
    let (_, after_typing) = desk.look();
    assert_eq!(line(&after_typing, "seed"), "seed = \"rhp\"");
    assert_eq!(line(&after_orbit, "view"), line(&after_typing, "view"));
    let without_seed = |scene: &str| recipe(&scene.replace(line(scene, "seed"), ""));
    assert_eq!(without_seed(&after_orbit), without_seed(&after_typing));

    // And the keys do what they say once nothing is typed: a wheel over the panel moves no camera,
    // R makes another land.
    desk.hand(&format!("mousemove {} 300 click 4", seed.0));
    let (_, after_wheel) = desk.look();
    assert_eq!(
        line(&after_wheel, "view"),
        line(&after_typing, "view"),
        "a wheel over the panel moves no camera"
    );
    desk.hand("mousemove 400 400");
    desk.hand("key r");
    let (_, after_r) = desk.look();
    assert_ne!(line(&after_r, "seed"), line(&after_typing, "seed"));
}

#[test]
fn keys_show_each_view_and_no_size_ends_the_window() {
    let _drawing = drawing();
    let desk = Desk::new("views");
    let (course, scene) = desk.wait_for_land();
    let looks = |scene: &str| {
        let look = Scene::from_toml(scene).expect("the scene reads").view.params.look;
        [format!("{:?}", look.style), format!("{:?}", look.overlay)].map(|name| name.to_lowercase())
    };
    assert_eq!(looks(&scene), ["course", "shaded"]);
    desk.hand("mousemove 400 400");
    let mut seen = vec![course.clone()];
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
        desk.hand(&format!("key {key}"));
        let (picture, scene) = desk.look();
        assert_eq!(looks(&scene), ["course", name], "{key}");
        assert!(!seen.contains(&picture), "{name} is a picture of its own");
        seen.push(picture);
    }
    desk.hand("key F2");
    assert!(desk.look().0 == course, "and back");
    desk.hand("key Tab");
    let (natural, scene) = desk.look();
    assert_eq!(looks(&scene), ["natural", "shaded"]);
    assert!(!seen.contains(&natural));

    // Small, hidden and back.
    for words in
        ["windowsize 1 1", "windowsize 400 9", "windowunmap", "windowmap", "windowsize 1280 720"]
    {
        desk.hand(&format!("search --name ^Orogen$ {words}"));
    }
    desk.focus();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(desk.look().0.dimensions(), natural.dimensions());
}

/// Whether two cameras are the same to what their text is good for.
fn is_same(a: &Camera, b: &Camera) -> bool {
    let [p, q] = [a, b].map(|camera| camera.focus_m.expect("a focus"));
    let far = (0..3).map(|i| (p[i] - q[i]).abs()).fold(0.0, f64::max);
    far < 0.1 && (a.yaw_deg - b.yaw_deg).abs() < 0.01 && (a.distance_m - b.distance_m).abs() < 0.1
}

#[test]
fn bookmarks_flights_places_and_the_clipboard_move_the_camera() {
    let _drawing = drawing();
    let desk = Desk::new("travel");
    let (_, scene) = desk.wait_for_land();
    let home = Scene::from_toml(&scene).unwrap().view.camera;
    desk.hand("mousemove 400 400");

    // A bookmark is kept with the view, and goes back to it.
    desk.hand("key ctrl+1");
    let kept = wait_for("the bookmark", 20, || desk.view().bookmarks.get(1));
    assert!(is_same(&kept, &home), "{kept:?} {home:?}");

    // A flight leaves; Esc orbits from where the eye is.
    desk.hand("key g");
    desk.hand("keydown w");
    desk.hand("keyup w");
    let flown = desk.wait_for_camera("the flight", |camera| camera.distance_m == 100.0);
    assert!((flown.yaw_deg - home.yaw_deg).abs() < 0.01, "it looks where it looked");
    desk.hand("key Escape");
    let landed = desk.wait_for_camera("the orbit", |camera| camera.distance_m != 100.0);
    assert!(
        (landed.yaw_deg - home.yaw_deg).abs() < 0.01
            && (landed.pitch_deg - flown.pitch_deg).abs() < 0.5
    );
    desk.hand("key 1");
    desk.wait_for_camera("the bookmark's place", |camera| is_same(camera, &kept));

    // Typed coordinates; what is no place moves nothing and closes nothing.
    desk.hand("key ctrl+g");
    std::thread::sleep(Duration::from_secs(1));
    desk.hand("key h o m e Return");
    desk.hand("key ctrl+a");
    desk.hand("key 1 0 0 space minus 6 0 Return");
    let there = desk.wait_for_camera("the typed place", |camera| {
        let [x, _, z] = camera.focus_m.expect("a focus");
        (x - 100.0).abs() < 0.1 && (z + 60.0).abs() < 0.1
    });
    assert!((there.distance_m - home.distance_m).abs() < 0.1);

    // The view as text.
    desk.hand("key ctrl+shift+c");
    desk.hand("key 1");
    desk.wait_for_camera("home", |camera| is_same(camera, &kept));
    desk.hand("key ctrl+shift+v");
    desk.wait_for_camera("the pasted view", |camera| is_same(camera, &there));

    // On foot the eyes are at a person's height above the mesh, which at 8 m between samples is up
    // to a few metres off.
    desk.hand("key v");
    wait_for("the walk", 30, || {
        let scene = Scene::from_toml(&desk.look().1).expect("the scene reads");
        let land = Land::new(&scene.recipe).expect("a land");
        let [x, y, z] = eye(&scene.view.camera);
        let above_m =
            y - land.height_m([x, z], land.spacing_m()).max(scene.recipe.world.sea_level_m);
        (0.5..6.0).contains(&above_m).then_some(())
    });
}

/// Where the eye of a camera is.
fn eye(camera: &Camera) -> [f64; 3] {
    let [x, y, z] = camera.focus_m.expect("a focus");
    let (yaw, pitch) = (camera.yaw_deg.to_radians(), camera.pitch_deg.to_radians());
    let level = camera.distance_m * pitch.cos();
    [x - yaw.sin() * level, y + camera.distance_m * pitch.sin(), z + yaw.cos() * level]
}

/// The middle of a parameter's widget: the panel is laid out here as the program lays it out in its
/// window.
fn widget(key: &str) -> (u32, u32) {
    let rect = place(widget_id(key));
    (rect.center().x as u32, rect.center().y as u32)
}

/// Where the panel has what it keeps under an id.
pub fn place(id: egui::Id) -> egui::Rect {
    let context = egui::Context::default();
    theme::apply(&context);
    let size = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 720.0));
    let histogram = FieldHistogram::new(1, [&[-1.0f32, 0.0, 1.0][..]].into_iter());
    // The first passes measure.
    for _ in 0..3 {
        let input = egui::RawInput { screen_rect: Some(size), ..Default::default() };
        let _ = context.run_ui(input, |ui| {
            egui::Panel::bottom("status").exact_size(24.0).show_inside(ui, |_| {});
            let mut scene = Scene::default();
            let shown = panel::Shown {
                histogram: &histogram,
                camera: scene.view.camera,
                can_undo: false,
                can_redo: false,
                search: &mut String::new(),
                settings: &mut Settings::default(),
                adapter: None,
            };
            panel::show(ui, &mut scene, shown);
        });
    }
    context.data(|data| data.get_temp(id)).expect("the panel has the parameter")
}
