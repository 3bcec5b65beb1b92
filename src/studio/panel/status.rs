//! The status bar: camera, land under the cursor, and shader compilation.

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Color32, RichText, Ui};

use crate::plugin::land::state::{Sides, WantedScene};
use crate::studio::app::shaders::PreparedShaders;
use crate::studio::camera::ground::CursorGround;
use crate::studio::camera::roam::Roam;
use crate::studio::camera::state::CameraMode;
use crate::studio::camera::view_distance::GroundAhead;
use crate::studio::ui::text::fixed;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::window_area::Free;
use crate::terrain::materials::{SurfacePoint, material_name};
use crate::terrain::recipe::Recipe;

const COMPILED_HINT: &str = "The driver compiles its shaders once, in the background. Until then the land is plain or coarse.";

/// The resources that the bar shows.
#[derive(SystemParam)]
pub struct StatusInputs<'w> {
    diagnostics: Option<Res<'w, DiagnosticsStore>>,
    land: Sides<'w>,
    // Without a window, the camera's resources do not exist.
    ground: Option<Res<'w, CursorGround>>,
    mode: Option<Res<'w, CameraMode>>,
    roam: Option<Res<'w, Roam>>,
    ahead: Option<Res<'w, GroundAhead>>,
    shaders: Option<Res<'w, PreparedShaders>>,
}

impl StatusInputs<'_> {
    /// Returns the mode of the camera.
    pub fn mode(&self) -> CameraMode {
        self.mode.as_deref().copied().unwrap_or_default()
    }

    fn ground(&self) -> CursorGround {
        self.ground.as_deref().copied().unwrap_or_default()
    }

    /// Returns measurements of speed: name, value, explanation.
    pub fn performance(&self) -> [(&'static str, String, &'static str); 3] {
        let diagnostics = self.diagnostics.as_ref();
        let fps = diagnostics.and_then(|d| d.get(&FrameTimeDiagnosticsPlugin::FPS)?.smoothed());
        let shown = &self.land.shown;
        [
            (
                "Frames per second",
                fps.map_or("–".to_owned(), |fps| format!("{fps:.0}")),
                "The frame rate while frames are drawn.",
            ),
            (
                "Edit",
                format!("{:.0} ms", shown.edit_duration.as_secs_f64() * 1e3),
                "The time from the last edit to the finished land.",
            ),
            ("Triangles", thousands(shown.triangles), "The triangles of the visible land."),
        ]
    }

    /// Returns the problem of the land, if any. A horizon nearer than the user wants counts as a
    /// problem.
    pub fn problem(&self) -> Option<String> {
        let shown = &self.land.shown;
        let problem = shown.problem.as_ref().map(ToString::to_string);
        problem.or_else(|| shown.limited_horizon.map(|horizon| horizon.to_string()))
    }

    /// Shows the bar at the bottom.
    pub fn show(&self, root: &mut Ui, recipe: &Recipe) {
        let ahead_m = self.ahead.as_ref().and_then(|ahead| ahead.0);
        let (mode, speed_or_distance) = mode_words(self.mode(), self.roam.as_deref(), ahead_m);
        let ground = self.ground().place_m;
        let height = ground.map_or("–".to_owned(), |[_, y, _]| format!("{} m", fixed(y, 1)));
        let position = ground.map_or("–".to_owned(), |[x, _, z]| format_place([x, z]));
        let speed_hint = "The flying or walking speed, or the distance to the ground in view.";
        let height_hint = "The height of the land, or of the water over it, under the cursor.";
        let position_hint = "Metres east and south of the world's origin, under the cursor.";
        let cells = [
            StatusCell::new("", speed_or_distance, 64.0, speed_hint),
            StatusCell::new("height", height, 54.0, height_hint),
            StatusCell::new("at", position, 96.0, position_hint),
        ];
        let cursor_cells = self.under_cursor(recipe).into_iter().flatten();
        let mut cells: Vec<_> = cells.into_iter().chain(cursor_cells).collect();
        // This cell comes right after the camera's cell.
        cells.splice(1..1, self.shader_progress());
        bar(root, mode, &cells);
    }

    /// Returns the progress of shader compilation, or `None` if no shader is being compiled.
    fn shader_progress(&self) -> Option<StatusCell> {
        let [done, all] = self.shaders.as_ref()?.progress()?;
        Some(StatusCell::new("shaders compiled", format!("{done} of {all}"), 44.0, COMPILED_HINT))
    }

    /// Returns the slope (or water depth) and the material under the cursor. The recipe may be
    /// newer than the land on the screen; colours and thresholds are taken from the recipe.
    fn under_cursor(&self, recipe: &Recipe) -> Option<[StatusCell; 2]> {
        let CursorGround { place_m, share } = self.ground();
        let ([x, _, z], surface) = (place_m?, self.land.surface_at(share)?);
        let place = SurfacePoint::at(surface.land(), [x, z]);
        let (label, value, hint) = slope_or_depth(recipe, &place);
        let material = material_name(recipe, &place).to_owned();
        Some([
            StatusCell::new(label, value, 44.0, hint),
            StatusCell::new(
                "",
                material,
                64.0,
                "The material under the cursor, in the natural style.",
            ),
        ])
    }
}

/// Draws the bar.
pub fn draw(
    mut contexts: EguiContexts,
    mut free: ResMut<Free>,
    status: StatusInputs,
    wanted: Res<WantedScene>,
) -> Result {
    let context = contexts.ctx_mut()?;
    free.show(context, "status bar", |root| status.show(root, &wanted.0.recipe));
    Ok(())
}

/// A value in the bar.
pub struct StatusCell {
    label: &'static str,
    value: String,
    /// The least width, in points; it keeps the next cells in place when the value changes.
    width: f32,
    hint: &'static str,
}

impl StatusCell {
    /// A value with a label, which may be empty.
    pub fn new(label: &'static str, value: String, width: f32, hint: &'static str) -> Self {
        Self { label, value, width, hint }
    }

    /// Returns the approximate width of the cell, in points.
    fn full_width(&self, ui: &Ui) -> f32 {
        let font = egui::TextStyle::Small.resolve(ui.style());
        let text_width = |text: &str| {
            ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE).size().x
        };
        // The separator before the label, with the space around it, is 18 points wide.
        let label = if self.label.is_empty() { 0.0 } else { text_width(self.label) + 18.0 };
        label + text_width(&self.value).max(self.width) + ui.spacing().item_spacing.x
    }

    fn show(&self, ui: &mut Ui) {
        if !self.label.is_empty() {
            ui.separator();
            theme::remark(ui, self.label);
        }
        let size = egui::vec2(self.width, ui.spacing().interact_size.y);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let shown = ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(self.width);
            let value = RichText::new(&self.value).small().color(theme::of(ui).strong);
            ui.add(egui::Label::new(value).extend());
        });
        shown.response.tip(self.hint);
    }
}

/// Shows the bar: the camera's mode, and the first cells, as many as fit.
pub fn bar(root: &mut Ui, mode: &str, cells: &[StatusCell]) {
    let panel = egui::Panel::bottom("status").exact_size(24.0).show_separator_line(false);
    panel.show_inside(root, |ui| {
        ui.horizontal_centered(|ui| {
            ui.label(RichText::new(mode).small().strong().color(theme::of(ui).strong));
            for cell in cells {
                if cell.full_width(ui) > ui.available_width() {
                    break;
                }
                cell.show(ui);
            }
        });
    });
}

/// Returns the slope, or under water the depth: (label, value, explanation).
fn slope_or_depth(recipe: &Recipe, place: &SurfacePoint) -> (&'static str, String, &'static str) {
    let depth_m = recipe.world.sea_level_m - place.bed_m;
    if depth_m >= 0.0 {
        return ("depth", format_length(depth_m), "The depth of the water under the cursor.");
    }
    ("slope", format!("{:.0}°", place.slope_deg()), "The slope of the land under the cursor.")
}

/// Returns the name of the camera's mode, and its speed or distance as text.
fn mode_words(
    mode: CameraMode,
    roam: Option<&Roam>,
    distance_m: Option<f64>,
) -> (&'static str, String) {
    let speed = || {
        roam.map_or("–".to_owned(), |roam| format!("{}/s", format_length(roam.speed_m_s(mode))))
    };
    match mode {
        CameraMode::Orbit => ("Orbit", distance_m.map_or("–".to_owned(), format_length)),
        CameraMode::Fly => ("Fly", speed()),
        CameraMode::Walk => ("Walk", speed()),
    }
}

/// Formats a length with about three digits: 1.8 m, 640 m, 1.43 km, 24 km.
pub fn format_length(metres: f64) -> String {
    match metres {
        m if m < 9.95 => format!("{m:.1} m"),
        m if m < 999.5 => format!("{m:.0} m"),
        m if m < 9_995.0 => format!("{:.2} km", m / 1000.0),
        m => format!("{} km", whole_number(m / 1000.0)),
    }
}

/// Formats a place as x and z in whole metres.
pub fn format_place([x, z]: [f64; 2]) -> String {
    format!("{}, {}", whole_number(x), whole_number(z))
}

/// Formats a whole number with a space between groups of three digits.
fn whole_number(x: f64) -> String {
    let sign = if x.round() < 0.0 { "−" } else { "" };
    format!("{sign}{}", thousands(x.abs().round() as usize))
}

/// Formats 524288 as `524 288`.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|g| String::from_utf8_lossy(g).into_owned());
    let parts: Vec<_> =
        (!head.is_empty()).then(|| head.to_owned()).into_iter().chain(groups).collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_places_are_short() {
        assert_eq!(
            [1.8, 640.4, 1430.0, 24_000.0, 1e9].map(format_length),
            ["1.8 m", "640 m", "1.43 km", "24 km", "1 000 000 km"]
        );
        assert_eq!(format_place([-1_234_567.4, 0.2]), "−1 234 567, 0");
    }

    #[test]
    fn water_has_a_depth_and_only_land_a_slope() {
        let recipe = Recipe::default();
        let sea_m = recipe.world.sea_level_m;
        let steep = [0.5f64.sqrt(), 0.5f64.sqrt(), 0.0];
        let at = |bed_m| {
            let (label, value, _) =
                slope_or_depth(&recipe, &SurfacePoint { bed_m, normal: steep, curvature: 0.0 });
            (label, value)
        };
        assert_eq!(at(sea_m + 3.0), ("slope", "45°".to_owned()));
        assert_eq!(at(sea_m - 12.3), ("depth", "12 m".to_owned()));
        assert_eq!(at(sea_m), ("depth", "0.0 m".to_owned()), "its material is water");
    }

    #[test]
    fn groups_of_three_digits_are_separated() {
        assert_eq!(
            [0, 12, 123, 1234, 524_288].map(thousands),
            ["0", "12", "123", "1 234", "524 288"]
        );
    }

    #[test]
    fn the_bar_shows_the_speed_of_the_mode() {
        let mut roam = Roam::default();
        roam.flight.speed_m_s = 120.0;
        assert_eq!(mode_words(CameraMode::Fly, Some(&roam), None), ("Fly", "120 m/s".to_owned()));
        roam.walk.pace_m_s = 12.0;
        assert_eq!(
            mode_words(CameraMode::Walk, Some(&roam), None),
            ("Walk", "12 m/s".to_owned()),
            "a run shows"
        );
        assert_eq!(
            mode_words(CameraMode::Orbit, Some(&roam), Some(1500.0)),
            ("Orbit", "1.50 km".to_owned())
        );
    }
}
