//! The window: the land, the orbit camera, the panel, and what the commands do.

use std::path::PathBuf;

use bevy::diagnostic::FrameTimeDiagnosticsPlugin;
use bevy::light::PointLightShadowMap;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode, WindowResolution};

use crate::headless::capture::{Driver, log_plugin};
use crate::headless::one_thread::OneThreadPlugin;
use crate::headless::png::{next_screenshot, write_png};
use crate::plugin::TerrainPlugin;
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::land_camera;
use crate::plugin::land::origin::WorldOrigin;
use crate::plugin::land::state::{Sides, WantedScene};
use crate::plugin::look::colour::BACKGROUND;
use crate::plugin::order::OrogenSet;
use crate::plugin::recovery::RecoveryPlugin;
use crate::studio::app::draft::SoftwareDraftPlugin;
use crate::studio::app::escape::EscapePlugin;
use crate::studio::app::idle::IdlePlugin;
use crate::studio::app::keys::{Keys, KeysPlugin, Modifiers};
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::data::Settings;
use crate::studio::app::settings::kept::{KeptSettings, SettingsPlugin};
use crate::studio::app::software::{blocks_of_one_size, one_frame_at_a_time};
use crate::studio::app::trace::TracePlugin;
use crate::studio::camera::cursor::{cursor_ray, cursor_share};
use crate::studio::camera::hand::HandPlugin;
use crate::studio::camera::orbit::OrbitPlugin;
use crate::studio::camera::pointer::PointerPlugin;
use crate::studio::camera::rig::{Rig, RigPlugin};
use crate::studio::camera::roam::RoamPlugin;
use crate::studio::camera::sight::SightPlugin;
use crate::studio::camera::stance::StancePlugin;
use crate::studio::camera::state::{InputOwner, Journey};
use crate::studio::camera::trail::TrailPlugin;
use crate::studio::camera::travel::TravelPlugin;
use crate::studio::command::kinds as command;
use crate::studio::command::kinds::Command;
use crate::studio::document::clipboard::ClipboardPlugin;
use crate::studio::document::files::FilesPlugin;
use crate::studio::document::history::steps as history;
use crate::studio::document::history::window::StepsPlugin;
use crate::studio::document::new_land::randomise;
use crate::studio::document::slots::SlotsPlugin;
use crate::studio::document::state::Document;
use crate::studio::features::about::state::AboutPlugin;
use crate::studio::features::before::BeforePlugin;
use crate::studio::features::divider::state::DividerPlugin;
use crate::studio::features::export::area_frame::AreaFramePlugin;
use crate::studio::features::export::panel::ExportPanel;
use crate::studio::features::go_to::PlaceLine;
use crate::studio::features::hints::HintsPlugin;
use crate::studio::features::lab::build_up::BuildUpPlugin;
use crate::studio::features::lab::state::LabPlugin;
use crate::studio::features::look_commands::LookCommandsPlugin;
use crate::studio::features::mask_view::MaskViewPlugin;
use crate::studio::features::palette::panel::Palette;
use crate::studio::features::presets::portrait;
use crate::studio::features::presets::portrait::Portrait;
use crate::studio::features::presets::state::PresetsPlugin;
use crate::studio::features::variations::state::VariationsPlugin;
use crate::studio::features::waves::WavesPlugin;
use crate::studio::features::xray::state::XrayPlugin;
use crate::studio::panel::commands::PanelCommandsPlugin;
use crate::studio::panel::draw::UiPlugin;
use crate::studio::panel::quality::QualityPlugin;
use crate::studio::panel::state::UiState;
use crate::studio::panel::status::CursorGround;
use crate::studio::soak::SoakPlugin;
use crate::terrain::scene::Scene;

/// Opens the window on a scene of a document and returns when it is closed. A line is shown in the status bar at
/// first; `extend` adds to the app before it starts.
pub fn run(
    scene: Scene,
    document: Document,
    settings: Settings,
    line: Option<String>,
    driver: Driver,
    extend: impl FnOnce(&mut App),
) -> AppExit {
    let is_software = driver == Driver::Software;
    let mut app = App::new();
    let window = Window {
        title: "Orogen".to_owned(),
        name: Some("orogen".to_owned()),
        resolution: WindowResolution::new(settings.width, settings.height),
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            // Who closes the window may be asked first.
            .set(WindowPlugin {
                primary_window: Some(window),
                close_when_requested: false,
                ..default()
            })
            // A draft and the sharp picture are drawn by different pipelines. On a software driver
            // a frame waits for the one that it needs, or the land would be gone in it.
            .set(RenderPlugin {
                synchronous_pipeline_compilation: is_software,
                render_creation: if is_software { blocks_of_one_size() } else { default() }.into(),
                ..default()
            })
            .set(log_plugin()),
    )
    .insert_resource(ClearColor(BACKGROUND))
    // There are no point lights, but Bevy has a map for their shadows: 24 MB if nobody says so.
    .insert_resource(PointLightShadowMap { size: 1 })
    .insert_resource(Journey::Cut(scene.view.camera))
    .insert_resource(WantedScene(scene))
    .insert_resource(document)
    .insert_resource(KeptSettings(settings))
    .add_plugins((TerrainPlugin::default(), UiPlugin, FrameTimeDiagnosticsPlugin::default()))
    .add_plugins((RigPlugin, PointerPlugin, HandPlugin, OrbitPlugin, RoamPlugin, TravelPlugin))
    .add_plugins((StancePlugin, TrailPlugin, SightPlugin, ClipboardPlugin))
    .add_plugins((
        WindowCommandsPlugin,
        AreaFramePlugin,
        IdlePlugin,
        SettingsPlugin,
        RecoveryPlugin,
        TracePlugin,
        SoakPlugin,
    ))
    .add_plugins(SoftwareDraftPlugin)
    .add_plugins((PanelCommandsPlugin, EscapePlugin, HintsPlugin))
    .add_plugins((KeysPlugin, LookCommandsPlugin, WavesPlugin, QualityPlugin))
    .add_plugins((AboutPlugin, SlotsPlugin, VariationsPlugin, LabPlugin, XrayPlugin))
    .add_plugins(BuildUpPlugin)
    .add_plugins((
        BeforePlugin,
        MaskViewPlugin,
        DividerPlugin,
        StepsPlugin,
        FilesPlugin,
        PresetsPlugin,
    ))
    .add_systems(Startup, |mut commands: Commands| {
        commands.spawn((land_camera(), Rig::default()));
    });
    if is_software {
        one_frame_at_a_time(&mut app);
    }
    if let Some(line) = line {
        app.world_mut().resource_mut::<Notice>().say(line);
    }
    extend(&mut app);
    app.add_plugins(OneThreadPlugin);
    app.run()
}

/// Keys to commands, and the commands of the window itself.
struct WindowCommandsPlugin;

impl Plugin for WindowCommandsPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<Command>()
            .init_resource::<Document>()
            .add_systems(Update, press_keys)
            .add_systems(
                PostUpdate,
                (take_screenshot, obey, randomise)
                    .chain()
                    .before(history::settle)
                    .in_set(OrogenSet::Edit),
            )
            .add_systems(PostUpdate, ground_under_cursor.after(TransformSystems::Propagate))
            .add_systems(PostUpdate, remember_size);
    }
}

/// Shortcuts become commands, unless text is being typed.
fn press_keys(
    keys: Res<Keys>,
    buttons: Res<ButtonInput<MouseButton>>,
    owner: Res<InputOwner>,
    mut commands: MessageWriter<Command>,
) {
    // In the frame of a click on the panel nobody knows yet whether text will be typed.
    let is_clicked = owner.panel_has_pointer && buttons.get_just_pressed().next().is_some();
    let is_free = |key: KeyCode, with: Modifiers| match () {
        _ if is_clicked => false,
        // No letter that is meant for the panel is a shortcut.
        _ if with.ctrl && [KeyCode::Tab, KeyCode::KeyL].contains(&key) => true,
        _ if command::of_key(key, with) == Some(Command::OpenMenu) => true,
        _ if owner.panel_is_typed_in => false,
        _ if owner.lab_has_keyboard => {
            is_free_in_lab(key, with) && (with.ctrl || !owner.panel_is_walked)
        }
        _ if owner.panel_has_keyboard => with.ctrl,
        _ => true,
    };
    let free = keys.pressed().iter().filter(|(key, with)| is_free(*key, *with));
    for command in free.filter_map(|(key, with)| command::of_key(*key, *with)) {
        commands.write(command);
        // What follows in a long frame is meant for the line that opens.
        let opens_line = matches!(
            command,
            Command::AskPlace
                | Command::TogglePalette
                | Command::SearchSettings
                | Command::OpenFile
                | Command::SaveAs
                | Command::ImportMap
        );
        if opens_line {
            return;
        }
    }
}

/// Keys that are none of the lab's own while it has the keyboard.
fn is_free_in_lab(key: KeyCode, with: Modifiers) -> bool {
    use KeyCode::{Escape, F1, F11, KeyC, KeyH, KeyL, Slash};
    match with.ctrl {
        true => key != KeyC || with.shift,
        false => [KeyL, KeyH, Escape, F1, F11, Slash].contains(&key),
    }
}

/// The frame after the command is drawn without the panels, and its picture is saved.
fn take_screenshot(
    mut state: ResMut<UiState>,
    mut hidden: Local<bool>,
    mut portrait: ResMut<Portrait>,
    mut commands: Commands,
) {
    if *hidden {
        let mut picture = commands.spawn(Screenshot::primary_window());
        match portrait.next.take() {
            Some(path) => picture.observe(portrait::save(path)),
            None => picture.observe(save_screenshot),
        };
        state.hidden_for_picture = false;
    }
    *hidden = state.hidden_for_picture;
}

fn obey(
    mut asked: MessageReader<Command>,
    wanted: Res<WantedScene>,
    mut state: ResMut<UiState>,
    mut journey: ResMut<Journey>,
    mut export: ResMut<ExportPanel>,
    mut place: ResMut<PlaceLine>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut palette: ResMut<Palette>,
) {
    for command in asked.read() {
        match command {
            Command::TakePose => *journey = Journey::Cut(wanted.0.view.camera),
            Command::ToggleHelp => state.help = !state.help,
            Command::ToggleExport => export.open = !export.open,
            Command::ExportFor(engine) => export.open_for(*engine),
            Command::ToggleFullScreen => {
                window.mode = match window.mode {
                    WindowMode::Windowed => {
                        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
                    }
                    _ => WindowMode::Windowed,
                };
            }
            Command::AskPlace => place.ask(),
            Command::TogglePalette => palette.toggle(),
            Command::Screenshot => state.hidden_for_picture = true,
            // Others obey these.
            _ => {}
        }
    }
}

fn save_screenshot(
    captured: On<ScreenshotCaptured>,
    wanted: Res<WantedScene>,
    rig: Single<&Rig>,
    mut notice: ResMut<Notice>,
) {
    let mut scene = wanted.0.clone();
    scene.view.camera = rig.goal().view();
    let path = next_screenshot(&screenshot_folder());
    let saved = match captured.image.clone().try_into_dynamic() {
        Ok(picture) => write_png(&picture.to_rgba8(), &scene, &path).map_err(|e| e.to_string()),
        Err(error) => Err(format!("the picture could not be read: {error}")),
    };
    match saved {
        Ok(()) => notice.say_of_file(format!("saved {}", path.display()), &path),
        Err(error) => notice.say(error),
    }
}

/// The folder of pictures, or the current one.
pub fn screenshot_folder() -> PathBuf {
    dirs::picture_dir()
        .filter(|folder| folder.is_dir())
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_default()
}

fn ground_under_cursor(
    mut ground: ResMut<CursorGround>,
    owner: Res<InputOwner>,
    sides: Sides,
    origin: Res<WorldOrigin>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Single<(&Camera, &GlobalTransform), With<LandCamera>>,
) {
    let window = window.filter(|_| !owner.panel_has_pointer);
    let ray = window.as_ref().and_then(|window| cursor_ray(window, *camera, *origin));
    ground.share = window.as_ref().and_then(|window| cursor_share(window)).unwrap_or_default();
    let surface = sides.surface_at(ground.share);
    ground.place_m = surface.zip(ray).and_then(|(surface, ray)| surface.pick(&ray));
}

/// Notes the window's size, for the next start.
fn remember_size(
    mut settings: ResMut<KeptSettings>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
) {
    let Some(window) = window.filter(|window| window.mode == WindowMode::Windowed) else { return };
    let (width, height) = (window.resolution.physical_width(), window.resolution.physical_height());
    if (width, height) != (settings.width, settings.height) && width > 0 && height > 0 {
        (settings.width, settings.height) = (width, height);
    }
}
