//! Drives the program's window: a virtual display, a pointer, a keyboard.

use std::ops::Range;
use std::process::{Child, Command, Stdio};

use bevy_egui::egui;
use image::RgbImage;
use orogen::studio::app::settings::data::Settings;
use orogen::studio::ui::widgets::ids::widget_id;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::{Camera, View};

use crate::mirror::{Mirror, all_settings};
use crate::tools::{Display, ScratchFolder, orogen, scene_in, wait_for};

/// A small land in a plain style, which every driver draws quickly.
pub const SMALL: &str = "--set world.bounded=on --set world.extent_chunks=2 --set world.spacing_m=8 \
                         --set look.style=course --camera 40,40,700";

/// Starts the program on a display, with all its files in a folder.
fn start(scratch: &ScratchFolder, display: &Display) -> Child {
    let log = std::fs::File::create(scratch.0.join("log")).unwrap();
    let mut program = orogen();
    // Without these variables there are no desktop dialogs, so paths are typed.
    for variable in [
        "WAYLAND_DISPLAY",
        "XDG_STATE_HOME",
        "XDG_DATA_HOME",
        "XDG_RUNTIME_DIR",
        "DBUS_SESSION_BUS_ADDRESS",
    ] {
        program.env_remove(variable);
    }
    program
        .args(SMALL.split(' '))
        .current_dir(&scratch.0)
        .env("DISPLAY", &display.name)
        .env("XDG_CONFIG_HOME", &scratch.0)
        .env("HOME", &scratch.0)
        .env("OROGEN_TRACE", "1")
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("the program starts")
}

/// A display with the program; both end when dropped.
pub struct Desk {
    program: Child,
    pub display: Display,
    pub scratch: ScratchFolder,
}

impl Desk {
    pub fn new(name: &str) -> Self {
        Self::with(name, &all_settings())
    }

    /// Like [`Desk::new`], with other settings.
    pub fn with(name: &str, settings: &Settings) -> Self {
        let scratch = ScratchFolder::new(name);
        let folder = scratch.0.join("orogen");
        std::fs::create_dir(&folder).expect("the folder of settings");
        std::fs::write(folder.join("settings.toml"), settings.to_toml()).expect("the settings");
        let display = Display::new(&scratch.0);
        let program = start(&scratch, &display);
        let desk = Self { program, display, scratch };
        desk.focus();
        desk
    }

    /// Kills the program and starts it again.
    pub fn kill_and_start(&mut self) {
        self.program.kill().expect("it can be killed");
        let _ = self.program.wait();
        self.program = start(&self.scratch, &self.display);
        self.focus();
    }

    /// Waits until the program ends; returns true if it succeeded.
    pub fn wait_for_end(&mut self) -> bool {
        wait_for("the end", 30, || self.program.try_wait().expect("a child")).success()
    }

    /// Waits for a title of the window.
    pub fn wait_for_title(&self, title: &str) {
        let title_now = || {
            let mut xdotool = Command::new("xdotool");
            xdotool.args(["search", "--name", "^Orogen", "getwindowname"]);
            let output =
                xdotool.env("DISPLAY", &self.display.name).output().expect("xdotool starts");
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        };
        let mut last = String::new();
        wait_for(&format!("the title {title}"), 30, || {
            last = title_now();
            (last == title).then_some(())
        });
    }

    /// Gives the keyboard to the window, because there is no window manager. The window accepts it
    /// once it is visible.
    pub fn focus(&self) {
        let takes_keyboard = || {
            let mut xdotool = Command::new("xdotool");
            xdotool
                .args(["search", "--name", "^Orogen", "windowfocus", "--sync"])
                .env("DISPLAY", &self.display.name);
            let output = xdotool.output().expect("xdotool is missing; scripts/test installs it");
            // xdotool reports an error while the window is not visible.
            (output.status.success() && output.stderr.is_empty()).then_some(())
        };
        wait_for("the window", 60, takes_keyboard);
    }

    /// Returns the newest state that the program has written.
    pub fn state(&self) -> State {
        let log = std::fs::read_to_string(self.scratch.0.join("log")).expect("the program's log");
        // The last line may be incomplete.
        let complete_lines = &log[..log.rfind('\n').map_or(0, |end| end + 1)];
        complete_lines.lines().rev().find_map(State::read).unwrap_or_default()
    }

    pub fn wait_for_state(&self, what: &str, holds: impl Fn(&State) -> bool) -> State {
        wait_for(what, 60, || Some(self.state()).filter(&holds))
    }

    /// Moves pointer and keys with words of xdotool, and waits until the program has handled them.
    pub fn input(&self, words: &str) {
        let wanted = self.state().after(words);
        let status = Command::new("xdotool")
            .args(words.split(' '))
            .env("DISPLAY", &self.display.name)
            .status();
        assert!(status.expect("xdotool is missing; scripts/test installs it").success(), "{words}");
        // The position of the pointer is unknown until it moves.
        let moves = words.contains("mousemove");
        self.wait_for_state(words, |state| {
            (!moves || state.pointer == wanted.pointer)
                && state.presses >= wanted.presses
                && (state.held_keys > 0) == (wanted.held_keys > 0)
        });
    }

    /// Like [`Desk::input`], for input that ends the program.
    pub fn last_input(&self, words: &str) {
        let mut xdotool = Command::new("xdotool");
        let status = xdotool.args(words.split(' ')).env("DISPLAY", &self.display.name).status();
        assert!(status.expect("xdotool starts").success(), "{words}");
    }

    /// Changes the window with words of xdotool.
    pub fn window(&self, words: &str) {
        let status = Command::new("xdotool")
            .args(["search", "--name", "^Orogen"])
            .args(words.split(' '))
            .env("DISPLAY", &self.display.name)
            .status();
        assert!(status.expect("xdotool starts").success(), "{words}");
    }

    /// Resizes the window, and waits for a frame of that size.
    pub fn resize(&self, size: &str) {
        self.window(&format!("windowsize {size}"));
        self.wait_for_state(size, |state| state.size == size.replace(' ', "x"));
    }

    /// Waits until the program is at rest.
    pub fn rest(&self) -> State {
        self.wait_for_state("a rest", |state| state.is_at_rest && state.has_panels)
    }

    /// Takes a screenshot of the land at rest with the program's own command; returns it with its
    /// scene.
    pub fn take_screenshot(&self) -> (RgbImage, String) {
        // Keys are no commands while text is typed.
        self.wait_for_state("the end of the text", |state| !state.is_typing);
        self.rest();
        let n = self.pictures() + 1;
        self.input("key F12");
        let path = self.scratch.0.join(format!("orogen-{n}.png"));
        wait_for("the screenshot", 30, || path.exists().then_some(()));
        let picture = image::open(&path).expect("a PNG").to_rgb8();
        let scene = scene_in(&path);
        // Waits for the panels, which the screenshot hides.
        self.rest();
        (picture, scene)
    }

    /// Returns the scene that the program shows.
    pub fn scene(&self) -> Scene {
        Scene::from_toml(&self.take_screenshot().1).expect("the scene reads")
    }

    /// Presses and releases the mouse button in two steps, because a user's click lasts longer than
    /// a frame.
    pub fn click(&self) {
        self.input("mousedown 1");
        self.input("mouseup 1");
    }

    /// Waits until the land is visible: the picture has several colours.
    pub fn wait_for_land(&self) -> (RgbImage, String) {
        self.wait_for_state("the first revision", |state| state.revision > 0);
        wait_for("the land", 60, || {
            let (picture, scene) = self.take_screenshot();
            let corner = *picture.get_pixel(400, 500);
            picture
                .pixels()
                .filter(|p| **p != corner)
                .nth(100_000)
                .is_some()
                .then_some((picture, scene))
        })
    }

    /// Takes a screenshot and returns the view inside it.
    pub fn view(&self) -> View {
        self.scene().view
    }

    /// Waits for a camera that meets a condition.
    pub fn wait_for_camera(&self, what: &str, is_wanted: impl Fn(&Camera) -> bool) -> Camera {
        wait_for(what, 30, || Some(self.view().camera).filter(|camera| is_wanted(camera)))
    }

    /// Returns the bytes of some columns and rows of the display. The server's screen file (XWD)
    /// starts with a header of big-endian words. They contain the header's own length, the width,
    /// the bytes per line and the number of colours. The colours follow, then the lines.
    pub fn screen_bytes(&self, columns: Range<usize>, rows: Range<usize>) -> Vec<u8> {
        let screen = std::fs::read(self.scratch.0.join("Xvfb_screen0")).expect("the screen");
        let word =
            |i: usize| u32::from_be_bytes(screen[4 * i..4 * i + 4].try_into().unwrap()) as usize;
        let (width, line, first) = (word(4), word(12), word(0) + 12 * word(19));
        let bytes = line / width;
        let row_bytes = |row: usize| {
            let start = first + row * line;
            screen[start + columns.start * bytes..start + columns.end * bytes].to_vec()
        };
        rows.flat_map(row_bytes).collect()
    }

    pub fn pictures(&self) -> usize {
        self.scratch.names().iter().filter(|name| name.starts_with("orogen-")).count()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The state that the program writes; see `OROGEN_TRACE` in CONTRIBUTING.md.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub pointer: String,
    pub presses: u32,
    pub held_keys: u32,
    pub is_typing: bool,
    pub has_panels: bool,
    pub revision: u64,
    pub size: String,
    pub is_at_rest: bool,
    /// `closed`, `sheet`, or the lab's figure, step and point p.
    pub lab: String,
}

impl State {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix("trace: ")?.split(' ');
        let mut value_of = |name: &str| {
            assert_eq!(words.next(), Some(name), "{line}");
            words.next().expect("a value")
        };
        let is_true = |word: &str| word.parse::<bool>().expect("true or false");
        Some(Self {
            pointer: value_of("pointer").to_owned(),
            presses: value_of("presses").parse().expect("a number"),
            held_keys: value_of("held").parse().expect("a number"),
            is_typing: is_true(value_of("typing")),
            has_panels: is_true(value_of("panels")),
            revision: value_of("revision").parse().expect("a number"),
            size: value_of("size").to_owned(),
            is_at_rest: is_true(value_of("rest")),
            lab: value_of("lab").to_owned(),
        })
    }

    /// Returns the expected state after words of xdotool.
    fn after(mut self, words: &str) -> Self {
        let mut words = words.split(' ').peekable();
        while let Some(word) = words.next() {
            let mut next = || words.next().expect("another word");
            match word {
                "mousemove" => {
                    let pixel = |word: &str| word.parse::<f32>().expect("a number") as i32;
                    self.pointer = format!("{},{}", pixel(next()), pixel(next()));
                }
                "mousedown" | "keydown" => {
                    next();
                    (self.presses, self.held_keys) = (self.presses + 1, self.held_keys + 1);
                }
                "mouseup" | "keyup" => {
                    next();
                    self.held_keys = self.held_keys.saturating_sub(1);
                }
                "click" => {
                    next();
                    self.presses += 1;
                }
                // All following words are keys with their modifiers.
                "key" => {
                    self.presses +=
                        words.by_ref().map(|key| key.split('+').count() as u32).sum::<u32>();
                }
                _ => panic!("{word} is not a word that this function knows"),
            }
        }
        self
    }
}

/// Returns the centre of a parameter's widget, from a panel that is laid out as in the program.
pub fn widget(key: &str) -> (u32, u32) {
    let rect = place(widget_id(key));
    (rect.center().x as u32, rect.center().y as u32)
}

/// Returns the rectangle of a widget.
pub fn place(id: egui::Id) -> egui::Rect {
    Mirror::new(Scene::default(), all_settings()).place(id)
}
