//! A soak test: performs random actions in the window for some minutes. At the end of each minute
//! it returns to its first state and counts entities, buffers, memory and so on. `scripts/soak`
//! runs it: `soak MINUTES [SEED]`.

mod actions;
mod counts;
mod tour;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bevy::prelude::*;

use actions::{Pending, RandomNumbers};
use counts::{Counts, Names, WARM_UP, growth, watch_render_world};
use orogen::headless::capture::find_driver;
use orogen::plugin::land::state::WantedScene;
use orogen::studio::app::idle::AtRest;
use orogen::studio::app::settings::data::Settings;
use orogen::studio::app::settings::file::KeptSettings;
use orogen::studio::camera::roam::Roam;
use orogen::studio::camera::state::{CameraMode, Journey};
use orogen::studio::document::history::states::History;
use orogen::studio::document::history::window::StepsWindow;
use orogen::studio::document::state::OpenDocument;
use orogen::studio::features::about::About;
use orogen::studio::features::divider::state::Divider;
use orogen::studio::features::export::panel::ExportPanel;
use orogen::studio::features::export::queue::ExportQueue;
use orogen::studio::features::lab::state::Lab;
use orogen::studio::features::palette::panel::CommandPalette;
use orogen::studio::features::variations::state::Variations;
use orogen::studio::features::xray::state::Xray;
use orogen::studio::panel::state::UiState;
use orogen::studio::window;
use orogen::terrain::look::Style;
use orogen::terrain::preset::Preset;
use orogen::text;
use tour::{FAR_AWAY, Tour};

/// The environment variable that makes slower frames a failure, too. This needs an otherwise
/// idle machine.
const JUDGE_FRAMES: &str = "OROGEN_SOAK_FRAMES";

/// The preset with which the test starts.
const HOME: &str = "rolling-hills";
const MINUTE: Duration = Duration::from_secs(60);
/// The time that the window must be at rest at the end of each minute.
const CALM: Duration = Duration::from_secs(12);
/// The longest time that the window may take to come to rest.
const PATIENCE: Duration = Duration::from_secs(300);
/// The shortest and the longest pause between two actions, in seconds.
const PAUSE_S: [f64; 2] = [0.02, 0.5];
/// The number of frames that are timed each minute.
const FRAMES: usize = 40;

// The same allocator as in the program, because the test measures memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((minutes, seed)) = parse_arguments(&words) else {
        text::say("soak: MINUTES [SEED] are whole numbers, as in `soak 60 2`; one minute at least");
        return ExitCode::from(2);
    };
    match run(minutes, seed) {
        Ok(AppExit::Success) => ExitCode::SUCCESS,
        Ok(AppExit::Error(_)) => ExitCode::FAILURE,
        Err(problem) => {
            text::say(&format!("soak: {problem}"));
            ExitCode::FAILURE
        }
    }
}

/// Parses the minutes and the seed; the default seed is 1.
fn parse_arguments(words: &[&str]) -> Option<(usize, u32)> {
    let (minutes, seed) = match words {
        [minutes] => (minutes, "1"),
        [minutes, seed] => (minutes, *seed),
        _ => return None,
    };
    Some((minutes.parse().ok().filter(|minutes| *minutes > 0)?, seed.parse().ok()?))
}

/// Runs the window with random actions for the given minutes.
fn run(minutes: usize, seed: u32) -> Result<AppExit, Box<dyn std::error::Error>> {
    let preset = Preset::find(HOME).ok_or("the home preset is gone")?;
    let mut scene = preset.scene()?;
    // A software driver is fast enough for this style.
    scene.view.params.look.style = Style::Course;
    let document = OpenDocument::preset(preset, preset.scene()?);
    let driver = find_driver()?;
    let (settings, line) = Settings::load();
    Ok(window::run(scene, document, settings, line, driver, |app| {
        watch_render_world(app);
        app.insert_resource(Soak::new(minutes, seed)).add_systems(PreUpdate, soak);
    }))
}

enum Phase {
    /// Shows everything once, before the first minute.
    Tour,
    /// Performs random actions.
    Act,
    /// Returns to the first state, but seen from far away, so that all chunks at home load again.
    /// Otherwise they would depend on the chunks shown before.
    Away(Calm),
    /// Returns to the first state, from its own camera.
    Home(Calm),
    /// Measures frames.
    Measure(Vec<Duration>),
}

/// Waits for the window to rest.
#[derive(Clone, Copy)]
struct Calm {
    since: Instant,
    /// The start of the rest.
    rest: Option<Instant>,
}

impl Calm {
    fn new() -> Self {
        Self { since: Instant::now(), rest: None }
    }

    /// Returns true once the window has been at rest for `rest_time`.
    fn has_lasted(&mut self, world: &World, rest_time: Duration) -> bool {
        let has_exports = world.resource::<ExportQueue>().count_unfinished() > 0;
        let is_quiet = world.resource::<AtRest>().0 && !has_exports;
        self.rest = self.rest.filter(|_| is_quiet).or_else(|| is_quiet.then(Instant::now));
        self.rest.is_some_and(|start| start.elapsed() > rest_time)
    }
}

#[derive(Resource)]
struct Soak {
    minutes: usize,
    random: RandomNumbers,
    pending: Pending,
    tour: Tour,
    phase: Phase,
    /// The start of this minute, the time of the next action, and the last frame.
    minute: Instant,
    next: Instant,
    frame: Instant,
    actions: u32,
    /// The state with which the test started.
    home: Option<(WantedScene, OpenDocument, Settings)>,
    counts: Vec<Counts>,
    /// The names after the first minutes, to report new names at the end.
    names: Option<Names>,
}

impl Soak {
    fn new(minutes: usize, seed: u32) -> Self {
        let now = Instant::now();
        Self {
            minutes,
            random: RandomNumbers(seed),
            pending: Pending::default(),
            tour: Tour::new(),
            phase: Phase::Tour,
            minute: now,
            next: now,
            frame: now,
            actions: 0,
            home: None,
            counts: vec![],
            names: None,
        }
    }
}

fn soak(world: &mut World) {
    world.resource_scope(|world, mut soak: Mut<Soak>| soak.step(world));
}

impl Soak {
    fn step(&mut self, world: &mut World) {
        let frame_time = std::mem::replace(&mut self.frame, Instant::now()).elapsed();
        if self.home.is_none() {
            // Draws frames also when nothing changes, so that they can be timed.
            world.resource_mut::<KeptSettings>().draw_continuously = true;
            let settings = world.resource::<KeptSettings>().0.clone();
            let scene = WantedScene(world.resource::<WantedScene>().0.clone());
            self.home = Some((scene, world.resource::<OpenDocument>().clone(), settings));
        }
        match &mut self.phase {
            Phase::Tour => {
                if self.home.as_ref().is_none_or(|(home, ..)| !self.tour.advance(world, &home.0)) {
                    println!("the tour took {:.0} s", self.minute.elapsed().as_secs_f64());
                    self.minute = Instant::now();
                    self.phase = Phase::Act;
                }
            }
            Phase::Act if self.minute.elapsed() < MINUTE - CALM => self.act(world),
            Phase::Act => {
                self.pending = Pending::default();
                actions::set_key(world, KeyCode::KeyW, "w", false);
                self.go_home(world);
                *world.resource_mut::<Journey>() = Journey::Jump(FAR_AWAY);
                self.phase = Phase::Away(Calm::new());
            }
            Phase::Away(calm) | Phase::Home(calm) if calm.since.elapsed() > PATIENCE => {
                self.end(world, &["the window does not come to rest".to_owned()]);
            }
            Phase::Away(calm) => {
                if calm.has_lasted(world, Duration::from_millis(500)) {
                    self.go_home(world);
                    self.phase = Phase::Home(Calm::new());
                }
            }
            Phase::Home(calm) => {
                if calm.has_lasted(world, Duration::from_secs(2)) {
                    self.phase = Phase::Measure(vec![]);
                }
            }
            Phase::Measure(frames) if frames.len() < FRAMES => frames.push(frame_time),
            Phase::Measure(frames) => {
                frames.sort_unstable();
                let counts = Counts::of(world, frames[FRAMES / 2], self.actions);
                self.counts.push(counts);
                self.end_minute(world);
            }
        }
    }

    fn act(&mut self, world: &mut World) {
        actions::continue_pending(world, &mut self.random, &mut self.pending);
        if Instant::now() < self.next {
            return;
        }
        actions::start_action(world, &mut self.random, &mut self.pending);
        self.actions += 1;
        let [shortest, longest] = PAUSE_S;
        let pause_s = shortest + (longest - shortest) * self.random.share();
        self.next = Instant::now() + Duration::from_secs_f64(pause_s);
    }

    /// Restores the state with which the test started.
    fn go_home(&self, world: &mut World) {
        let Some((scene, document, settings)) = &self.home else { return };
        world.resource_mut::<KeptSettings>().0 = settings.clone();
        world.resource_mut::<OpenDocument>().clone_from(document);
        *world.resource_mut::<Journey>() = Journey::Jump(scene.0.view.camera);
        world.resource_mut::<WantedScene>().0.clone_from(&scene.0);
        let is_roaming = *world.resource::<CameraMode>() != CameraMode::Orbit;
        world.resource_mut::<Roam>().returns_to_orbit = is_roaming;
        world.resource_mut::<Divider>().set_part(None);
        world.resource_mut::<Lab>().open = false;
        world.resource_mut::<Xray>().open = false;
        world.resource_mut::<Variations>().open = false;
        world.resource_mut::<StepsWindow>().open = false;
        world.resource_mut::<CommandPalette>().open = false;
        world.resource_mut::<ExportPanel>().open = false;
        world.resource_mut::<About>().open = false;
        *world.resource_mut::<UiState>() = UiState::default();
        // The list of steps has its own limit, which unit tests check.
        *world.resource_mut::<History>() = History::default();
        actions::resize(world, [settings.width as f32, settings.height as f32], None);
    }

    fn end_minute(&mut self, world: &mut World) {
        let minute = self.counts.len();
        if let Some(counts) = self.counts.last() {
            println!("minute {minute}: {counts}");
        }
        if minute == WARM_UP {
            self.names = Some(Names::of(world));
        }
        if minute >= self.minutes {
            let judges_frames = std::env::var_os(JUDGE_FRAMES).is_some();
            let mut problems = growth(&self.counts, judges_frames);
            if let Some(before) = self.names.as_ref().filter(|_| !problems.is_empty()) {
                problems.extend(Names::of(world).since(before));
                problems.extend(counts::idle_blocks(world));
            }
            return self.end(world, &problems);
        }
        self.minute = Instant::now();
        self.phase = Phase::Act;
    }

    /// Ends the program, with success if there are no problems.
    fn end(&self, world: &mut World, problems: &[String]) {
        problems.iter().for_each(|problem| text::say(&format!("soak: {problem}")));
        // No user is there to answer the question whether to save.
        if let Some((_, document, _)) = &self.home {
            let scene = world.resource::<WantedScene>().0.clone();
            *world.resource_mut::<OpenDocument>() =
                OpenDocument::new(document.source.clone(), scene);
        }
        let exit = if problems.is_empty() { AppExit::Success } else { AppExit::error() };
        world.write_message(exit);
    }
}
