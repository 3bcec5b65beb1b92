//! The legend of the current view (heights, slopes, normals …), at the lower left of the area that
//! the panels leave free.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Painter, Pos2, RichText, Sense, Ui, pos2, vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::scale_bar::HEIGHT;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::look::uniform::{STEEPEST_DEG, height_range_m};
use crate::studio::app::order::PassSet;
use crate::studio::camera::state::FreeArea;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::keys_of;
use crate::studio::panel::state::UiState;
use crate::studio::ui::text::trimmed;
use crate::studio::ui::theme;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::lod::Levels;
use crate::terrain::look::Overlay;
use crate::terrain::palette::{self, COLUMNS, PaletteRow};
use crate::terrain::recipe::Recipe;
use crate::terrain::surface::Surface;
use crate::terrain::view::ViewParams;

/// The length of a colour ramp, in points.
const RAMP: f32 = 232.0;

/// Shows the legend.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels));
}

fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    area: Res<FreeArea>,
    wanted: Res<WantedScene>,
    shown: Res<ShownLand>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let (Some(free), false) = (area.0, state.hidden_for_picture) else { return Ok(()) };
    let scale = context.zoom_factor();
    let corner = pos2(free.min.x / scale + 12.0, free.max.y / scale - 12.0 - HEIGHT);
    let scene = &wanted.0;
    if scene.view.params.look.overlay != Overlay::Shaded {
        let land = LandShown { surface: shown.surface(), levels: shown.levels.as_ref() };
        show(context, corner, &scene.recipe, &scene.view.params, land);
    }
    Ok(())
}

/// The land that the legend describes. Both fields are `None` until the first land is built;
/// `levels` is also `None` for a bounded land.
#[derive(Clone, Copy)]
pub(crate) struct LandShown<'a> {
    pub(crate) surface: Option<&'a Surface>,
    pub(crate) levels: Option<&'a Levels>,
}

/// Shows the legend with `corner` as its lower left corner. Clicks pass through it to the land.
pub(crate) fn show(
    context: &egui::Context,
    corner: Pos2,
    recipe: &Recipe,
    view: &ViewParams,
    land: LandShown,
) {
    let overlay = view.look.overlay;
    let heading = title(if overlay == Overlay::Contours { "heights" } else { overlay.name() });
    let area = egui::Area::new("legend".into())
        .fixed_pos(corner)
        .pivot(Align2::LEFT_BOTTOM)
        .interactable(false);
    area.show(context, |ui| {
        let fill = theme::of(ui).fill;
        egui::Frame::new().fill(fill).corner_radius(5).inner_margin(10).show(ui, |ui| {
            ui.set_max_width(RAMP + 40.0);
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal(|ui| {
                ui.label(RichText::new(heading).strong().color(theme::of(ui).strong));
                theme::remark(ui, keys_of(Command::View(overlay)));
            });
            body(ui, overlay, recipe, view, land);
            theme::remark(ui, overlay.doc());
        });
    });
}

fn body(ui: &mut Ui, overlay: Overlay, recipe: &Recipe, view: &ViewParams, land: LandShown) {
    match overlay {
        Overlay::Shaded | Overlay::Clay | Overlay::Wireframe => {}
        Overlay::Contours => {
            if let Some(surface) = land.surface {
                let [low, high] = height_range_m(surface);
                let ticks = ticks(low, high).into_iter().map(|height| {
                    (
                        ramp_position(low, high, height),
                        format!("{} m", trimmed(f64::from(height), 2)),
                    )
                });
                ramp(ui, &palette::HEIGHTS, &ticks.collect::<Vec<_>>());
            }
            let step_m = view.look.contour_m;
            line(ui, &format!("a line every {step_m} m, a bold one every {} m", 5.0 * step_m));
            let sea_m = trimmed(recipe.world.sea_level_m, 1);
            line(ui, &format!("the blue line is the shore, at {sea_m} m"));
        }
        Overlay::Slope => {
            let degrees = (0..=6).map(|i| 15.0 * i as f32).filter(|deg| *deg <= STEEPEST_DEG);
            let ticks = degrees.map(|deg| (deg / STEEPEST_DEG, format!("{deg}°")));
            ramp(ui, &palette::SLOPES, &ticks.collect::<Vec<_>>());
        }
        Overlay::Normals => hemisphere(ui),
        Overlay::Curvature => {
            let ticks = [(0.0, "hollow".into()), (0.5, "even".into()), (1.0, "ridge".into())];
            ramp(ui, &palette::SIGNED, &ticks);
        }
        Overlay::Materials => {
            for (name, colour) in palette::KIND_NAMES.iter().zip(palette::KINDS) {
                swatch(ui, colour, name);
            }
        }
        Overlay::Levels => {
            line(ui, "vertex spacing");
            let spacings_m: Vec<f64> = match land.levels {
                Some(levels) => (0..=levels.coarsest())
                    .map(|level| levels.finest_m() * (1u64 << level) as f64)
                    .collect(),
                None => vec![recipe.world.spacing_m.metres()],
            };
            // Two columns, so that the list also fits in a low window.
            let rows = spacings_m.len().div_ceil(2);
            egui::Grid::new("levels").num_columns(2).show(ui, |ui| {
                for row in 0..rows {
                    for level in [row, row + rows].into_iter().filter(|i| *i < spacings_m.len()) {
                        let colour = palette::LEVELS[level % COLUMNS];
                        swatch(ui, colour, &format!("{} m", spacings_m[level]));
                    }
                    ui.end_row();
                }
            });
        }
        Overlay::Ridges => {
            let ticks = [(0.0, "gully".into()), (0.5, "not eroded".into()), (1.0, "ridge".into())];
            ramp(ui, &palette::SIGNED, &ticks);
        }
        Overlay::Mask => {
            let ticks = [(0.0, "none".into()), (1.0, "all".into())];
            ramp(ui, &palette::SLOPES, &ticks);
        }
        Overlay::Noise => {
            if let Some(surface) = land.surface {
                let [low, high] = surface.land().usual_noise();
                let ticks = ticks(low, high)
                    .into_iter()
                    .map(|value| (ramp_position(low, high, value), trimmed(f64::from(value), 2)));
                ramp(ui, &palette::SLOPES, &ticks.collect::<Vec<_>>());
            }
        }
    }
}

/// Returns the position of a value on a ramp, from 0 to 1.
fn ramp_position(low: f32, high: f32, value: f32) -> f32 {
    (value - low) / (high - low).max(1e-6)
}

/// Returns two to six round numbers from `low` to `high`, for the labels of a ramp.
fn ticks(low: f32, high: f32) -> Vec<f32> {
    let rough = (high - low).max(1e-3) / 5.0;
    let power = 10f32.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|m| m * power)
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    (first..).map(|i| i as f32 * step).take_while(|tick| *tick <= high).collect()
}

fn colour32([r, g, b]: [f32; 3]) -> Color32 {
    let byte = |c: f32| (c.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color32::from_rgb(byte(r), byte(g), byte(b))
}

/// Draws a colour ramp. A tick is a position on the ramp, from 0 to 1, and its label.
fn ramp(ui: &mut Ui, row: &PaletteRow, ticks: &[(f32, String)]) {
    let (response, painter) = ui.allocate_painter(vec2(RAMP + 36.0, 28.0), Sense::hover());
    let bar = egui::Rect::from_min_size(response.rect.min + vec2(14.0, 0.0), vec2(RAMP, 12.0));
    let mut mesh = egui::Mesh::default();
    for (i, &colour) in row.iter().enumerate() {
        let position = i as f32 / (COLUMNS - 1) as f32;
        let x = bar.left() + position * bar.width();
        mesh.colored_vertex(pos2(x, bar.top()), colour32(colour));
        mesh.colored_vertex(pos2(x, bar.bottom()), colour32(colour));
        if i > 0 {
            let n = 2 * i as u32;
            mesh.add_triangle(n - 2, n - 1, n);
            mesh.add_triangle(n, n - 1, n + 1);
        }
    }
    painter.add(mesh);
    let colours = theme::of(ui);
    for (position, text) in ticks {
        let x = bar.left() + position.clamp(0.0, 1.0) * bar.width();
        let tick_end = pos2(x, bar.bottom() + 3.0);
        painter.line_segment([pos2(x, bar.bottom()), tick_end], (1.0, colours.muted));
        write(&painter, tick_end, Align2::CENTER_TOP, text, colours.strong);
    }
}

/// Writes a label, moved sideways if it would leave the painter's area.
fn write(painter: &Painter, position: Pos2, anchor: Align2, text: &str, colour: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(11.0), colour);
    let place = anchor.anchor_size(position, galley.size());
    let clip_rect = painter.clip_rect();
    let max_left = (clip_rect.right() - place.width()).max(clip_rect.left());
    painter.galley(
        pos2(place.left().clamp(clip_rect.left(), max_left), place.top()),
        galley,
        colour,
    );
}

fn swatch(ui: &mut Ui, colour: [f32; 3], text: &str) {
    ui.horizontal(|ui| {
        let (response, painter) = ui.allocate_painter(vec2(22.0, 12.0), Sense::hover());
        painter.rect_filled(response.rect, 2.0, colour32(colour));
        line(ui, text);
    });
}

fn line(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).small().color(theme::of(ui).strong));
}

/// Draws the legend of the normals: a hemisphere seen from above, north up, where each point has
/// the colour of its normal.
fn hemisphere(ui: &mut Ui) {
    const RINGS: u32 = 12;
    const SEGMENTS: u32 = 48;
    let radius = 38.0;
    let (response, painter) =
        ui.allocate_painter(vec2(RAMP + 20.0, 2.0 * radius + 32.0), Sense::hover());
    let centre = response.rect.center();
    let mut mesh = egui::Mesh::default();
    for ring in 0..=RINGS {
        for segment in 0..SEGMENTS {
            let (r, angle) = (ring as f32 / RINGS as f32, TAU * segment as f32 / SEGMENTS as f32);
            let [x, z] = [r * angle.cos(), r * angle.sin()];
            let y = (1.0 - r * r).max(0.0).sqrt();
            let colour = colour32([x, y, -z].map(|c| 0.5 * c + 0.5));
            mesh.colored_vertex(centre + vec2(x, z) * radius, colour);
            if ring > 0 {
                let index = |ring: u32, segment: u32| ring * SEGMENTS + segment % SEGMENTS;
                mesh.add_triangle(
                    index(ring - 1, segment),
                    index(ring, segment),
                    index(ring, segment + 1),
                );
                mesh.add_triangle(
                    index(ring - 1, segment),
                    index(ring, segment + 1),
                    index(ring - 1, segment + 1),
                );
            }
        }
    }
    painter.add(mesh);
    let offset = radius + 4.0;
    let colour = theme::of(ui).strong;
    write(&painter, centre - vec2(0.0, offset), Align2::CENTER_BOTTOM, "north", colour);
    write(&painter, centre + vec2(0.0, offset), Align2::CENTER_TOP, "south", colour);
    write(&painter, centre - vec2(offset, 0.0), Align2::RIGHT_CENTER, "west", colour);
    write(&painter, centre + vec2(offset, 0.0), Align2::LEFT_CENTER, "east", colour);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_view_has_a_legend_that_can_be_laid_out() {
        let levels = Levels::new(0.25, 64_000.0);
        let surface = Surface::new(&Recipe::default()).unwrap();
        for overlay in Overlay::ALL {
            let context = egui::Context::default();
            let mut view = ViewParams::default();
            view.look.overlay = overlay.value;
            for land in [
                LandShown { surface: None, levels: None },
                LandShown { surface: Some(&surface), levels: Some(&levels) },
            ] {
                for _ in 0..2 {
                    let output = context.run_ui(egui::RawInput::default(), |ui| {
                        show(ui.ctx(), pos2(12.0, 700.0), &Recipe::default(), &view, land);
                    });
                    assert!(!output.shapes.is_empty(), "{}", overlay.name);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn ticks_are_few_and_within_the_range(low in -5000.0..5000.0f32, span in 0.5..9000.0f32) {
            let all = ticks(low, low + span);
            prop_assert!((2..=6).contains(&all.len()), "{all:?}");
            prop_assert!(all.iter().all(|tick| (low..=low + span).contains(tick)), "{all:?}");
        }
    }
}
