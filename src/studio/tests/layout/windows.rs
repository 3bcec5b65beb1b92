//! All windows of the program, for the tests that lay them out. A new window needs a line in
//! [`all`].

use bevy_egui::egui::{self, Context, Rect, Ui, pos2};

use super::stage::Draw;
use crate::lab::{FigureRow, teaching_scene};
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::data::Settings;
use crate::studio::app::settings::data::WindowSide;
use crate::studio::camera::state::CameraMode;
use crate::studio::document::files::test_windows as files;
use crate::studio::document::history::states::History;
use crate::studio::document::history::window::StepsWindow;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::OpenDocument;
use crate::studio::features::export::area_frame::AreaFrame;
use crate::studio::features::export::panel::ExportPanel;
use crate::studio::features::export::queue::ExportQueue;
use crate::studio::features::go_to::PlaceLine;
use crate::studio::features::hints;
use crate::studio::features::hints::Hint;
use crate::studio::features::histogram::FieldHistogram;
use crate::studio::features::lab::pane::LabPane;
use crate::studio::features::lab::panel as lab;
use crate::studio::features::lab::state::Lab;
use crate::studio::features::legend;
use crate::studio::features::legend::LandShown;
use crate::studio::features::palette::panel::{CommandPalette, PaletteContext};
use crate::studio::features::palette::search::CommandState;
use crate::studio::features::variations::panel as variations;
use crate::studio::features::variations::state::Variations;
use crate::studio::features::xray::panel as xray;
use crate::studio::features::xray::panel::Badge;
use crate::studio::features::{about, help, scale_bar};
use crate::studio::panel::inputs::PanelInputs;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::panel::status;
use crate::studio::panel::status::StatusCell;
use crate::studio::panel::{side_panel as panel, strip, toasts};
use crate::studio::ui::shared::note_place;
use crate::studio::ui::window_area;
use crate::terrain::lod::Levels;
use crate::terrain::look::Overlay;
use crate::terrain::preset::Preset;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;

/// A window to be laid out.
pub struct Window {
    pub name: String,
    /// Draws the window in every pass.
    pub draw: Draw,
    /// Names of buttons to press first.
    pub presses: Vec<&'static str>,
    /// True if its words are directly on the land.
    pub is_on_land: bool,
}

/// Returns all windows except the figures.
pub fn all() -> Vec<Window> {
    let mut all = vec![
        full_window("panel: first settings", panel_with(scene(), Settings::default(), "")),
        full_window("panel: all settings", panel_with(scene(), all_settings(), "")),
        full_window("panel: a search", panel_with(scene(), Settings::default(), "height")),
        Window {
            presses: vec!["Menu"],
            ..full_window("menu", panel_with(scene(), Settings::default(), ""))
        },
        opened("keys", |context, free| help::show(context, free, &mut true)),
        opened("about", |context, free| _ = about::show(context, free, &mut true, None)),
        over_land("strips over the land", strips()),
        opened("variations", variations()),
        opened("steps", steps()),
        opened("go to", go_to()),
        opened("notices", notices()),
        opened("X-ray", |context, free| {
            let badge = Badge { octave: 2, octaves: 7, cell_m: 312.5, pending: 3, kept: 0 };
            badge.show(context, free.with_min_y(free.top() + 84.0));
        }),
        opened("land of the lab", |context, free| xray::show_lab_badge(context, free, true)),
        full_window("lab: all figures", lab_with(None)),
    ];
    all.push(Window {
        is_on_land: true,
        ..over_land("scale bar", |context, free| {
            let corner = free.left_bottom() + egui::vec2(12.0, -8.0);
            scale_bar::show(context, corner, 0.4, Some(3.7));
        })
    });
    all.extend(
        ["", "height", "no such thing"]
            .map(|text| opened(&format!("palette: “{text}”"), palette(text))),
    );
    all.extend(
        ["land.png", "land.glb", "land.stl", "land.rs", "land.mp4", "maps.png"]
            .map(|file| opened(&format!("export of {file}"), export(file))),
    );
    all.extend(Hint::ALL.map(|hint| over_land(&format!("hint {hint:?}"), hint_of(hint))));
    all.extend(
        Overlay::ALL
            .iter()
            .map(|row| over_land(&format!("legend of {}", row.name), legend_of(row.value))),
    );
    all.extend(
        files::all()
            .into_iter()
            .map(|(name, mut show)| opened(name, move |context, _| show(context))),
    );
    all
}

/// Returns a figure of the lab, at its last step.
pub fn figure(row: &'static FigureRow) -> Window {
    full_window(&format!("figure {}", row.name), lab_with(Some(row)))
}

/// Returns a window that fills the program's window.
fn full_window(name: &str, draw: impl FnMut(&mut Ui) + 'static) -> Window {
    let (name, presses) = (name.to_owned(), vec![]);
    Window { name, draw: Box::new(draw), presses, is_on_land: false }
}

/// Returns a window over the land, next to the panel.
fn over_land(name: &str, mut show: impl FnMut(&Context, Rect) + 'static) -> Window {
    full_window(name, move |root| {
        status(root);
        let panel = panel::empty_panel(WindowSide::Right);
        panel.show_inside(root, |ui| ui.allocate_space(ui.available_size()));
        let free = root.available_rect_before_wrap();
        show(&root.ctx().clone(), free);
    })
}

/// Returns a window in the area for windows.
fn opened(name: &str, mut show: impl FnMut(&Context, Rect) + 'static) -> Window {
    over_land(name, move |context, free| show(context, window_area::of(context, free)))
}

fn status(root: &mut Ui) {
    let cells = [
        StatusCell::new("", "12.5 km".to_owned(), 64.0, ""),
        StatusCell::new("height", "1 234.5 m".to_owned(), 54.0, ""),
        StatusCell::new("at", "−12 345, 23 456".to_owned(), 96.0, ""),
        StatusCell::new("slope", "34°".to_owned(), 44.0, ""),
        StatusCell::new("", "meadow".to_owned(), 64.0, ""),
    ];
    status::bar(root, "Orbit", &cells);
}

/// Returns a land with several layers and with erosion.
fn scene() -> Scene {
    Preset::find("alps").and_then(|preset| preset.scene().ok()).unwrap_or_default()
}

fn all_settings() -> Settings {
    Settings { all_settings: true, ..Settings::default() }
}

/// Returns a function that draws the panel of a land, above the status bar.
pub fn panel_with(
    mut scene: Scene,
    mut settings: Settings,
    search: &str,
) -> impl FnMut(&mut Ui) + 'static {
    let mut search = search.to_owned();
    let (document, shelf) = (OpenDocument::default(), Shelf::default());
    let mut layers = LayersUi::default();
    let samples = [-1.0f32, 0.0, 0.0, 0.5, 1.0];
    let histogram = FieldHistogram::new(1, [&samples[..]].into_iter());
    move |root| {
        status(root);
        let inputs = PanelInputs {
            histogram: &histogram,
            camera: scene.view.camera,
            can_undo: true,
            can_redo: false,
            search: &mut search,
            settings: &mut settings,
            layers: &mut layers,
            adapter: None,
            document: &document,
            shelf: &shelf,
            performance: &[("Edit", "7 ms".to_owned(), "How long.")],
        };
        panel::show(root, &mut scene, inputs);
    }
}

fn lab_with(row: Option<&'static FigureRow>) -> impl FnMut(&mut Ui) + 'static {
    let (mut lab, mut pane, mut scene, mut share) =
        (Lab::default(), LabPane::default(), teaching_scene(), 0.5);
    lab.toggle();
    if let Some(row) = row {
        lab.show(row, Some(row.steps.len() - 1));
    }
    move |root| {
        status(root);
        if window_area::holds_panel_and_lab(root.ctx().viewport_rect().width()) {
            let panel = panel::empty_panel(WindowSide::Right);
            panel.show_inside(root, |ui| ui.allocate_space(ui.available_size()));
        }
        lab::show(root, &mut lab, &mut pane, &mut scene, &mut share);
    }
}

fn strips() -> impl FnMut(&Context, Rect) + 'static {
    let (mut bookmarks, mut view) = Default::default();
    move |context, free| {
        strip::show(context, free, (CameraMode::Orbit, false), &mut bookmarks, &mut view);
    }
}

fn variations() -> impl FnMut(&Context, Rect) + 'static {
    let mut pictures = variations::VariationPictures::default();
    let mut variations = Variations::default();
    variations.open = true;
    let mut strengths = [0.5, 0.25];
    move |context, free| {
        let [variation, random] = &mut strengths;
        pictures.show(context, free, &mut variations, [variation, random]);
    }
}

fn steps() -> impl FnMut(&Context, Rect) + 'static {
    let mut history = History::default();
    let mut scene = Scene::default();
    history.settle(&scene);
    for metres in 1..40 {
        scene.recipe.world.sea_level_m = f64::from(metres);
        history.settle(&scene);
        scene.view.params.light.sun_azimuth_deg = f64::from(metres);
        history.settle(&scene);
    }
    let mut steps = StepsWindow::opened();
    move |context, free| _ = steps.show(context, free, &history)
}

fn go_to() -> impl FnMut(&Context, Rect) + 'static {
    let mut line = PlaceLine::default();
    line.toggle();
    move |context, free| _ = line.show(context, free, &Recipe::default())
}

fn palette(text: &'static str) -> impl FnMut(&Context, Rect) + 'static {
    let (mut palette, mut scene) = (CommandPalette::default(), scene());
    let mut layers = LayersUi::default();
    palette.toggle();
    let mut typed = text.to_owned();
    move |context, free| {
        // The line has the keyboard from the second pass on.
        if !typed.is_empty() && context.memory(|memory| memory.focused().is_some()) {
            let text = std::mem::take(&mut typed);
            context.input_mut(|input| input.events.push(egui::Event::Text(text)));
        }
        let palette_context = PaletteContext {
            shelf: &Shelf::default(),
            layers: &mut layers,
            state: CommandState::default(),
        };
        palette.show(context, free, &mut scene, palette_context);
    }
}

fn export(file: &'static str) -> impl FnMut(&Context, Rect) + 'static {
    let mut panel = ExportPanel::default();
    panel.open = true;
    panel.set_path(&std::env::temp_dir().join("of the northern valleys").join(file));
    let (mut frame, mut queue, scene) = (AreaFrame::default(), ExportQueue::default(), scene());
    move |context, free| panel.show(context, free, &scene, &mut frame, &mut queue)
}

fn hint_of(hint: Hint) -> impl FnMut(&Context, Rect) + 'static {
    move |context, free| {
        let target = Rect::from_min_size(pos2(free.right() + 20.0, 200.0), egui::vec2(100.0, 20.0));
        for name in ["shape.height_m", crate::studio::panel::footer::EXPORT] {
            note_place(context, crate::studio::ui::widgets::ids::widget_id(name), target);
        }
        hints::show(context, free, WindowSide::Right, hint);
    }
}

fn legend_of(overlay: Overlay) -> impl FnMut(&Context, Rect) + 'static {
    let mut view = scene().view.params;
    view.look.overlay = overlay;
    let levels = Levels::new(0.25, 64_000.0);
    let surface = Surface::new(&Recipe::default()).expect("a land");
    move |context, free| {
        let land = LandShown { surface: Some(&surface), levels: Some(&levels) };
        let corner = free.left_bottom() + egui::vec2(12.0, -56.0);
        legend::show(context, corner, &Recipe::default(), &view, land);
    }
}

fn notices() -> impl FnMut(&Context, Rect) + 'static {
    let mut notice = Notice::default();
    let path = "/home/somebody/Documents/landscapes/northern valleys, second try.toml";
    notice.say_about_file(format!("saved {path}"), path.as_ref());
    notice.say("bookmark 3 is empty".to_owned());
    let problem = "the noise of the second layer takes octaves from 1 to 24; it has 31";
    move |context, free| toasts::show(context, free, &mut notice, Some(problem))
}
