//! The scale bar and the compass, at the lower left of the area that the panels leave free.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Order, Painter, Pos2, Sense, Shape, Stroke, Ui, pos2, vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::order::PassSet;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::FreeArea;
use crate::studio::camera::travel::GoTo;
use crate::studio::camera::view_distance::GroundAhead;
use crate::studio::panel::state::UiState;
use crate::studio::panel::status::format_length;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, theme};
use crate::terrain::destination::Destination;
use crate::terrain::view::{Camera as CameraPose, field_rad};

/// The maximum length of the bar, in points.
const MAX_LENGTH: f32 = 130.0;
/// The width and the height of the compass, in points.
const COMPASS: f32 = 34.0;
/// The height to leave free for scale bar and compass below other widgets, in points.
pub const HEIGHT: f32 = 44.0;

/// Shows the scale bar and the compass.
pub fn plugin(app: &mut App) {
    app.add_message::<GoTo>().add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels));
}

fn draw(
    mut contexts: EguiContexts,
    state: Res<UiState>,
    area: Res<FreeArea>,
    // An app without a window lacks this resource.
    ahead: Option<Res<GroundAhead>>,
    mut places: MessageWriter<GoTo>,
    scene: Res<WantedScene>,
    cameras: Query<(&Camera, &Rig), With<LandCamera>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let field_rad = field_rad(scene.0.view.params.camera.lens_mm);
    let (Some(free), false, Ok((camera, rig))) =
        (area.0, state.hidden_for_picture, cameras.single())
    else {
        return Ok(());
    };
    let Some(size) = camera.logical_viewport_size() else { return Ok(()) };
    let zoom = context.zoom_factor();
    if free.width() < 200.0 * zoom || free.height() < 120.0 * zoom {
        return Ok(());
    }
    let corner = pos2(free.min.x, free.max.y) / zoom + vec2(12.0, -8.0);
    let metres_per_point = ahead.and_then(|ahead| ahead.0).map(|ahead_m| {
        metres_per_pixel(ahead_m, field_rad, size.y, free.height()) * f64::from(zoom)
    });
    if show(context, corner, rig.now().yaw_rad, metres_per_point) {
        let goal = rig.goal().view();
        places.write(GoTo(Destination::Pose(CameraPose { yaw_deg: 0.0, ..goal })));
    }
    Ok(())
}

/// Returns the length on the ground that one pixel shows, in metres, at `distance_m` from the
/// camera. `fov_rad` is the vertical field of view of an imagined picture centred on the free area;
/// the window shows a part of that picture (see `panel::pass::centre_land`).
fn metres_per_pixel(distance_m: f64, fov_rad: f64, height: f32, free_height: f32) -> f64 {
    let picture_height = f64::from(2.0 * height - free_height).max(1.0);
    2.0 * distance_m * (0.5 * fov_rad).tan() / picture_height
}

/// Returns the longest length of 1, 2 or 5 × 10ⁿ metres that fits in the bar, in metres and in
/// points.
fn round_length(metres_per_point: f64) -> (f64, f32) {
    let max_m = metres_per_point * f64::from(MAX_LENGTH);
    let power = 10f64.powf(max_m.log10().floor());
    let metres = [5.0, 2.0, 1.0].map(|m| m * power).into_iter().find(|m| *m <= max_m);
    let metres = metres.unwrap_or(power);
    (metres, (metres / metres_per_point) as f32)
}

/// Shows compass and bar with `corner` as their lower left corner. Returns true if the user clicked
/// the compass.
pub(crate) fn show(
    context: &egui::Context,
    corner: Pos2,
    yaw_rad: f64,
    metres_per_point: Option<f64>,
) -> bool {
    let area = egui::Area::new("scale and compass".into())
        .order(Order::Background)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(corner);
    let shown = area.show(context, |ui| {
        ui.horizontal(|ui| {
            let is_clicked = compass(ui, yaw_rad);
            if let Some(metres) = metres_per_point.filter(|x| x.is_finite() && *x > 0.0) {
                bar(ui, metres);
            }
            is_clicked
        })
    });
    shown.inner.inner
}

fn compass(ui: &mut Ui, yaw_rad: f64) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(COMPASS, COMPASS), tab::click(ui.ctx()));
    tab::name(&response, "Compass: face north");
    let colours = theme::of(ui);
    let (middle, painter) = (rect.center(), ui.painter());
    let is_highlighted = response.hovered() || response.has_focus();
    painter.circle_filled(middle, 0.5 * COMPASS - 1.0, colours.fill.gamma_multiply(0.92));
    let rim = if is_highlighted { colours.strong } else { colours.muted };
    painter.circle_stroke(middle, 0.5 * COMPASS - 1.0, Stroke::new(1.0, rim));
    // If the camera looks to the right of north, the needle turns to the left.
    let (sin, cos) = (yaw_rad as f32).sin_cos();
    let point_at = |right: f32, ahead: f32| {
        middle + vec2(right * cos - ahead * sin, -ahead * cos - right * sin)
    };
    let half = |tip: f32| vec![point_at(0.0, tip), point_at(3.4, 0.0), point_at(-3.4, 0.0)];
    painter.add(Shape::convex_polygon(half(8.5), colours.error, Stroke::NONE));
    painter.add(Shape::convex_polygon(half(-8.5), colours.muted, Stroke::NONE));
    let north = point_at(0.0, 12.0);
    painter.text(north, Align2::CENTER_CENTER, "N", FontId::proportional(9.5), colours.strong);
    response.tip("The needle points north. Click to turn the camera north.").clicked()
}

/// The colours of text and bar: light with a dark halo, which is readable on snow and on dark rock.
const LIGHT: Color32 = Color32::from_gray(250);
const DARK: Color32 = Color32::from_black_alpha(235);
/// The width of the halo, in points.
const HALO: f32 = 1.5;

/// Writes text in light letters with a dark halo.
fn write_with_halo(painter: &Painter, anchor: Pos2, align: Align2, text: &str, size: f32) {
    let font = FontId::proportional(size);
    for step in 0..8 {
        let (sin, cos) = (std::f32::consts::TAU * step as f32 / 8.0).sin_cos();
        painter.text(anchor + HALO * vec2(cos, sin), align, text, font.clone(), DARK);
    }
    painter.text(anchor, align, text, font, LIGHT);
}

fn bar(ui: &mut Ui, metres_per_point: f64) {
    let (metres, points) = round_length(metres_per_point);
    let (rect, response) = ui.allocate_exact_size(vec2(MAX_LENGTH, COMPASS), Sense::hover());
    let painter = ui.painter();
    let (y, left) = (rect.center().y + 8.0, rect.left() + 4.0);
    let ends = [left, left + points];
    for (width, colour) in [(1.6 + 2.0 * HALO, DARK), (1.6, LIGHT)] {
        let stroke = Stroke::new(width, colour);
        // The halo also surrounds the two ends of the bar.
        let extra = 0.5 * (width - 1.6);
        painter.hline(ends[0] - extra..=ends[1] + extra, y, stroke);
        ends.iter().for_each(|x| _ = painter.vline(*x, y - 4.0 - extra..=y + 4.0 + extra, stroke));
    }
    let text_anchor = pos2(left + 0.5 * points, y - 6.0);
    write_with_halo(
        painter,
        text_anchor,
        Align2::CENTER_BOTTOM,
        &format_round_length(metres),
        11.5,
    );
    response.tip("The length of this bar on the ground in the middle of the view.");
}

/// Formats a round length: 20 cm, 500 m, 2 km.
fn format_round_length(metres: f64) -> String {
    match metres {
        m if m < 0.995 => format!("{:.0} cm", 100.0 * m),
        m if m < 999.5 => format!("{m:.0} m"),
        m if m < 9_995.0 => format!("{:.0} km", m / 1000.0),
        m => format_length(m),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::lab::pixels;
    use bevy::math::DVec4;
    use proptest::prelude::*;

    #[test]
    fn the_bar_has_the_length_of_the_ground_at_the_focus() {
        for (distance_m, height, free) in [(800.0, 720.0, 696.0), (24_000.0, 900.0, 900.0)] {
            // The camera's projection of two points left and right of the focus.
            let (fov_rad, picture_height) = (0.8, f64::from(2.0f32 * height - free));
            let metres = metres_per_pixel(distance_m, fov_rad, height, free);
            let apart_m = 100.0 * metres;
            let scale = 1.0 / (0.5f64 * fov_rad).tan();
            let project = |x: f64| {
                let clip = DVec4::new(x * scale, 0.0, 0.0, distance_m);
                0.5 * picture_height * clip.x / clip.w
            };
            let pixels = project(0.5 * apart_m) - project(-0.5 * apart_m);
            assert!((pixels - 100.0).abs() < 1e-9, "{pixels}");
        }
    }

    /// Returns the pixels of the bar on a grey ground, two pixels per point.
    fn drawn_over(ground: u8) -> pixels::FigurePicture {
        const SIZE: egui::Vec2 = vec2(220.0, 60.0);
        let context = egui::Context::default();
        theme::apply(&context);
        context.set_zoom_factor(2.0);
        let mut letters = HashMap::new();
        let mut output = egui::FullOutput::default();
        for second in 0..4 {
            let screen = egui::Rect::from_min_size(Pos2::ZERO, SIZE);
            // Widgets fade in within a second.
            let (screen_rect, time) = (Some(screen), Some(f64::from(second)));
            let input = egui::RawInput { screen_rect, time, ..Default::default() };
            output = context.run_ui(input, |ui| {
                ui.painter().rect_filled(screen.expand(9.0), 0.0, Color32::from_gray(ground));
                show(ui.ctx(), pos2(8.0, 52.0), 0.4, Some(4.0));
            });
            for (id, delta) in output.textures_delta.set.iter().filter(|set| set.1.pos.is_none()) {
                let egui::ImageData::Color(image) = &delta.image;
                letters.insert(*id, ((**image).clone(), true));
            }
        }
        let triangles = context.tessellate(output.shapes, 2.0);
        let size = [2 * SIZE.x as usize, 2 * SIZE.y as usize];
        pixels::triangles(size, &triangles, |id| letters.get(&id), 2.0)
    }

    #[test]
    fn the_bar_is_readable_on_snow_and_on_dark_rock() {
        let [rock, snow] = [24, 250].map(drawn_over);
        let grey =
            |picture: &pixels::FigurePicture, at: usize| Color32::from_gray(picture.pixels[at][1]);
        // The bar and its text. The compass has its own background.
        let is_bar = |at: &usize| at % rock.width > 2 * (8 + COMPASS as usize + 6);
        let is_light = |at: &usize| rock.pixels[*at][1] > 225;
        let light: Vec<usize> = (0..rock.pixels.len()).filter(is_bar).filter(is_light).collect();
        assert!(light.len() > 300, "{} pixels are light", light.len());
        for at in light {
            let on_rock = theme::contrast(grey(&rock, at), Color32::from_gray(24));
            assert!(on_rock > 4.5, "over rock: {on_rock}");
            // On snow, one direction out of the letters crosses the halo.
            let around = |step: isize| {
                let steps = (1..=7).filter_map(|n| at.checked_add_signed(n * step));
                let all = steps.filter(|near| *near < snow.pixels.len());
                all.map(|near| theme::contrast(grey(&snow, at), grey(&snow, near)))
                    .fold(0.0f32, f32::max)
            };
            let row = snow.width as isize;
            let best = [1, -1, row, -row].map(around);
            // A faint halo would be enough for a plain line, but not for thin letters.
            assert!(best.into_iter().any(|found| found > 7.0), "over snow: {best:?}");
        }
    }

    proptest! {
        #[test]
        fn lengths_are_round_and_their_bars_fit(metres in 1e-4..1e5f64) {
            let (length, points) = round_length(metres);
            prop_assert!(points <= MAX_LENGTH + 0.01 && points > MAX_LENGTH / 2.6, "{points}");
            let digits = length / 10f64.powf(length.log10().floor());
            prop_assert!([1.0, 2.0, 5.0, 10.0].iter().any(|d| (d - digits).abs() < 1e-6), "{length}");
            let text = format_round_length(length);
            prop_assert!(!text.contains('.'), "{text}");
        }
    }
}
