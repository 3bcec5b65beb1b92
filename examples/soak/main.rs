//! A soak: the window is used at random for minutes, and what it holds is counted each minute in
//! one and the same state. `scripts/soak` runs it: `soak MINUTES [SEED]`.

mod counts;
mod deeds;
mod tour;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bevy::prelude::*;

use counts::{Counts, Names, WARM_UP, growth, watch_render_world};
use deeds::{Chance, Pending};
use orogen::headless::capture::find_driver;
use orogen::plugin::land::state::WantedScene;
use orogen::studio::app::idle::AtRest;
use orogen::studio::app::settings::data::Settings;
use orogen::studio::app::settings::kept::KeptSettings;
use orogen::studio::camera::roam::Roam;
use orogen::studio::camera::state::{CameraMode, Journey};
use orogen::studio::document::history::states::History;
use orogen::studio::document::history::window::StepsWindow;
use orogen::studio::document::state::Document;
use orogen::studio::features::about::state::About;
use orogen::studio::features::divider::state::Divider;
use orogen::studio::features::export::panel::ExportPanel;
use orogen::studio::features::export::queue::ExportQueue;
use orogen::studio::features::lab::state::Lab;
use orogen::studio::features::palette::panel::Palette;
use orogen::studio::features::variations::state::Variations;
use orogen::studio::features::xray::state::Xray;
use orogen::studio::panel::state::UiState;
use orogen::studio::window;
use orogen::terrain::look::Style;
use orogen::terrain::preset::Preset;
use orogen::text;
use tour::{FAR_AWAY, Tour};

/// Where this variable is set, frames may not become slower either: on a machine that does nothing else.
const JUDGE_FRAMES: &str = "OROGEN_SOAK_FRAMES";

/// The preset that is home.
const HOME: &str = "rolling-hills";
const MINUTE: Duration = Duration::from_secs(60);
/// The part of a minute in which nothing is done.
const CALM: Duration = Duration::from_secs(12);
/// The longest that a window may take to come to rest.
const PATIENCE: Duration = Duration::from_secs(300);
/// Between two deeds.
const PAUSE_S: [f64; 2] = [0.02, 0.5];
/// Frames that are measured.
const FRAMES: usize = 40;

// The program's own, whose memory is counted.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((minutes, seed)) = asked_for(&words) else {
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

/// Minutes and a seed, which is 1 without a word.
fn asked_for(words: &[&str]) -> Option<(usize, u32)> {
    let (minutes, seed) = match words {
        [minutes] => (minutes, "1"),
        [minutes, seed] => (minutes, *seed),
        _ => return None,
    };
    Some((minutes.parse().ok().filter(|minutes| *minutes > 0)?, seed.parse().ok()?))
}

/// Uses the window at random, and ends it after the minutes that are asked for.
fn run(minutes: usize, seed: u32) -> Result<AppExit, Box<dyn std::error::Error>> {
    let preset = Preset::find(HOME).ok_or("the home preset is gone")?;
    let mut scene = preset.scene()?;
    // A software driver draws it in time.
    scene.view.params.look.style = Style::Course;
    let document = Document::preset(preset, preset.scene()?);
    let driver = find_driver()?;
    let (settings, line) = Settings::load();
    Ok(window::run(scene, document, settings, line, driver, |app| {
        watch_render_world(app);
        app.insert_resource(Soak::new(minutes, seed)).add_systems(PreUpdate, soak);
    }))
}

enum Phase {
    /// All is shown once, before the first minute.
    Tour,
    /// Things are done.
    Deeds,
    /// The first state is wanted, but seen from far away: which chunks there are at home depends on
    /// those that were there before, so all of them are to come anew.
    Away(Calm),
    /// The first state is wanted.
    Home(Calm),
    /// Frames are measured.
    Measure(Vec<Duration>),
}

/// Waits for the window to rest.
#[derive(Clone, Copy)]
struct Calm {
    since: Instant,
    /// Since when it has been at rest.
    rest: Option<Instant>,
}

impl Calm {
    fn new() -> Self {
        Self { since: Instant::now(), rest: None }
    }

    /// Whether the window has been at rest for so long.
    fn has_come(&mut self, world: &World, lasts: Duration) -> bool {
        let has_exports = world.resource::<ExportQueue>().under_way() > 0;
        let is_quiet = world.resource::<AtRest>().0 && !has_exports;
        self.rest = self.rest.filter(|_| is_quiet).or_else(|| is_quiet.then(Instant::now));
        self.rest.is_some_and(|at| at.elapsed() > lasts)
    }
}

#[derive(Resource)]
struct Soak {
    minutes: usize,
    chance: Chance,
    pending: Pending,
    tour: Tour,
    phase: Phase,
    /// When this minute began, the next thing is done, and the last frame was.
    minute: Instant,
    next: Instant,
    frame: Instant,
    deeds: u32,
    /// How it all began.
    home: Option<(WantedScene, Document, Settings)>,
    counts: Vec<Counts>,
    /// What there was after the first minutes.
    names: Option<Names>,
}

impl Soak {
    fn new(minutes: usize, seed: u32) -> Self {
        let now = Instant::now();
        Self {
            minutes,
            chance: Chance(seed),
            pending: Pending::default(),
            tour: Tour::new(),
            phase: Phase::Tour,
            minute: now,
            next: now,
            frame: now,
            deeds: 0,
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
        let took = std::mem::replace(&mut self.frame, Instant::now()).elapsed();
        if self.home.is_none() {
            // No frame waits for a reason.
            world.resource_mut::<KeptSettings>().draw_continuously = true;
            let settings = world.resource::<KeptSettings>().0.clone();
            let scene = WantedScene(world.resource::<WantedScene>().0.clone());
            self.home = Some((scene, world.resource::<Document>().clone(), settings));
        }
        match &mut self.phase {
            Phase::Tour => {
                if self.home.as_ref().is_none_or(|(home, ..)| !self.tour.go_on(world, &home.0)) {
                    println!("the tour took {:.0} s", self.minute.elapsed().as_secs_f64());
                    self.minute = Instant::now();
                    self.phase = Phase::Deeds;
                }
            }
            Phase::Deeds if self.minute.elapsed() < MINUTE - CALM => self.act(world),
            Phase::Deeds => {
                self.pending = Pending::default();
                deeds::hold(world, KeyCode::KeyW, "w", false);
                self.go_home(world);
                *world.resource_mut::<Journey>() = Journey::Cut(FAR_AWAY);
                self.phase = Phase::Away(Calm::new());
            }
            Phase::Away(calm) | Phase::Home(calm) if calm.since.elapsed() > PATIENCE => {
                self.end(world, &["the window does not come to rest".to_owned()]);
            }
            Phase::Away(calm) => {
                if calm.has_come(world, Duration::from_millis(500)) {
                    self.go_home(world);
                    self.phase = Phase::Home(Calm::new());
                }
            }
            Phase::Home(calm) => {
                if calm.has_come(world, Duration::from_secs(2)) {
                    self.phase = Phase::Measure(vec![]);
                }
            }
            Phase::Measure(frames) if frames.len() < FRAMES => frames.push(took),
            Phase::Measure(frames) => {
                frames.sort_unstable();
                let counts = Counts::of(world, frames[FRAMES / 2], self.deeds);
                self.counts.push(counts);
                self.minute_is_over(world);
            }
        }
    }

    fn act(&mut self, world: &mut World) {
        deeds::go_on(world, &mut self.chance, &mut self.pending);
        if Instant::now() < self.next {
            return;
        }
        deeds::next(world, &mut self.chance, &mut self.pending);
        self.deeds += 1;
        let [least, most] = PAUSE_S;
        let pause_s = least + (most - least) * self.chance.share();
        self.next = Instant::now() + Duration::from_secs_f64(pause_s);
    }

    /// Wants everything as it was at first.
    fn go_home(&self, world: &mut World) {
        let Some((scene, document, settings)) = &self.home else { return };
        world.resource_mut::<KeptSettings>().0 = settings.clone();
        world.resource_mut::<Document>().clone_from(document);
        *world.resource_mut::<Journey>() = Journey::Cut(scene.0.view.camera);
        world.resource_mut::<WantedScene>().0.clone_from(&scene.0);
        let roams = *world.resource::<CameraMode>() != CameraMode::Orbit;
        world.resource_mut::<Roam>().leave = roams;
        world.resource_mut::<Divider>().compare(None);
        world.resource_mut::<Lab>().open = false;
        world.resource_mut::<Xray>().open = false;
        world.resource_mut::<Variations>().open = false;
        world.resource_mut::<StepsWindow>().open = false;
        world.resource_mut::<Palette>().open = false;
        world.resource_mut::<ExportPanel>().open = false;
        world.resource_mut::<About>().open = false;
        *world.resource_mut::<UiState>() = UiState::default();
        // The list of steps fills up to a bound of its own, which units hold.
        *world.resource_mut::<History>() = History::default();
        deeds::resize(world, [settings.width as f32, settings.height as f32], None);
    }

    fn minute_is_over(&mut self, world: &mut World) {
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
        self.phase = Phase::Deeds;
    }

    /// Ends the program, well where there is nothing to be said.
    fn end(&self, world: &mut World, problems: &[String]) {
        problems.iter().for_each(|problem| text::say(&format!("soak: {problem}")));
        // There is nobody to be asked whether to save.
        if let Some((_, document, _)) = &self.home {
            let scene = world.resource::<WantedScene>().0.clone();
            *world.resource_mut::<Document>() = Document::new(document.source.clone(), scene);
        }
        let exit = if problems.is_empty() { AppExit::Success } else { AppExit::error() };
        world.write_message(exit);
    }
}
