//! The widgets of the light: moods, a dome with the sun, and the time of day.
//!
//! A mood is a preset of the light.

use bevy_egui::egui::{
    self, Align2, Color32, FontId, Pos2, Response, RichText, Sense, Ui, Vec2, vec2,
};

use crate::studio::ui::shared::note_place;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::ids::widget_id;
use crate::studio::ui::{explanation, text, theme};
use crate::terrain::mood::{MOODS, Mood};
use crate::terrain::sun;
use crate::terrain::view::ViewParams;

/// The radius of the horizon on the dome, and of its rim at [`LOWEST_DEG`], in points.
const HORIZON: f32 = 46.0;
const RIM: f32 = 54.0;
/// The lowest elevation of the sun that a view accepts, in degrees.
const LOWEST_DEG: f64 = -10.0;

/// The names under which the positions of the dome and the time slider are stored.
pub const DOME: &str = "dome";
pub const TIME: &str = "time";

/// Shows moods, dome and time; they edit the light of the view.
pub fn show(ui: &mut Ui, view: &mut ViewParams) {
    moods(ui, view, MOODS.iter());
    ui.horizontal(|ui| {
        dome(ui, view);
        ui.vertical(|ui| {
            theme::remark(ui, "Time of day");
            time(ui, view);
            let light = &view.light;
            let [azimuth, elevation] =
                [light.sun_azimuth_deg, light.sun_elevation_deg].map(|angle| text::fixed(angle, 0));
            let text = format!("azimuth {azimuth}°, elevation {elevation}°");
            theme::remark(ui, text);
        });
    });
}

/// Shows moods as buttons and applies the mood that the user clicks.
pub fn moods<'a>(ui: &mut Ui, view: &mut ViewParams, moods: impl Iterator<Item = &'a Mood>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for mood in moods {
            let button = egui::Button::selectable(mood.is_applied_to(view), mood.title)
                .frame_when_inactive(true);
            let hint = format!("{} (M sets the next mood.)", mood.doc);
            if ui.add(button).tip(hint).clicked() {
                mood.apply(view);
            }
        }
    });
}

/// Shows a slider for the time at which the sun is in its present direction. If the sun is never in
/// that direction on that day, the slider shows no time, and moving it puts the sun back on its
/// path.
fn time(ui: &mut Ui, view: &mut ViewParams) {
    ui.spacing_mut().slider_width = (ui.available_width() - 56.0).max(60.0);
    let [dawn, dusk] = sun::hours_of_elevation(LOWEST_DEG);
    let time = shown_time(view);
    let mut hours =
        time.unwrap_or_else(|| sun::hour_of_azimuth(view.light.sun_azimuth_deg).clamp(dawn, dusk));
    let slider = egui::Slider::new(&mut hours, dawn..=dusk);
    let slider = slider.custom_formatter(|hours, _| {
        if time.is_some() { format_hours(hours) } else { "–".to_owned() }
    });
    let slider = ui.add(slider.custom_parser(parse_hours));
    note_place(ui.ctx(), widget_id(TIME), slider.rect);
    let hint = format!(
        "Moves the sun to its position at this solar time, at {}. “–” means that the sun is never in its present direction.",
        sun::WHERE_AND_WHEN
    );
    let address = "light.sun_elevation_deg";
    if slider.has_focus() || slider.contains_pointer() {
        explanation::set_pointed_row(ui.ctx(), address);
    }
    let slider = slider.tip_ui(|ui| {
        ui.label(RichText::new(hint).color(theme::of(ui).strong));
        explanation::link(ui, address);
    });
    if slider.changed() {
        set_time(view, hours);
    }
}

/// Returns the time for the sun's direction, in hours, or `None` if the sun is never there.
fn shown_time(view: &ViewParams) -> Option<f64> {
    let [dawn, dusk] = sun::hours_of_elevation(LOWEST_DEG);
    sun::hour_of_direction(view.light.sun_azimuth_deg, view.light.sun_elevation_deg)
        .map(|hours| hours.clamp(dawn, dusk))
}

/// Moves the sun to its direction at a time, in hours.
fn set_time(view: &mut ViewParams, hours: f64) {
    let [dawn, dusk] = sun::hours_of_elevation(LOWEST_DEG);
    let [azimuth, elevation] = sun::position_deg(hours.clamp(dawn, dusk));
    view.light.sun_azimuth_deg = azimuth;
    view.light.sun_elevation_deg = elevation.max(LOWEST_DEG);
}

fn format_hours(hours: f64) -> String {
    let minutes = (60.0 * hours).round() as u32;
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

/// Parses a time such as `9:30` or `9.5`, in hours.
fn parse_hours(text: &str) -> Option<f64> {
    let Some((hours, minutes)) = text.split_once(':') else { return text.trim().parse().ok() };
    Some(hours.trim().parse::<f64>().ok()? + minutes.trim().parse::<f64>().ok()? / 60.0)
}

/// Returns the position of a direction on the dome, relative to its centre. The zenith is the
/// centre, north is up, east is right.
fn place(azimuth_deg: f64, elevation_deg: f64) -> Vec2 {
    let radius = if elevation_deg >= 0.0 {
        (1.0 - elevation_deg / 90.0) as f32 * HORIZON
    } else {
        HORIZON + (elevation_deg / LOWEST_DEG) as f32 * (RIM - HORIZON)
    };
    let azimuth = azimuth_deg.to_radians() as f32;
    vec2(azimuth.sin(), -azimuth.cos()) * radius
}

/// Returns the azimuth and elevation of a position on the dome, in degrees. The zenith has no
/// azimuth.
fn direction_deg(place: Vec2) -> (Option<f64>, f64) {
    let radius = place.length();
    let elevation = if radius <= HORIZON {
        90.0 * (1.0 - f64::from(radius / HORIZON))
    } else {
        LOWEST_DEG * f64::from((radius - HORIZON) / (RIM - HORIZON)).min(1.0)
    };
    let azimuth =
        (radius > 0.5).then(|| f64::from(place.x.atan2(-place.y).to_degrees()).rem_euclid(360.0));
    (azimuth, elevation)
}

/// Shows the sky as a disc seen from above, with the sun on it.
fn dome(ui: &mut Ui, view: &mut ViewParams) -> Response {
    let (response, painter) =
        ui.allocate_painter(Vec2::splat(2.0 * RIM + 4.0), Sense::CLICK | Sense::DRAG);
    let centre = response.rect.center();
    note_place(ui.ctx(), widget_id(DOME), response.rect);
    let is_left_button =
        ui.input(|input| input.pointer.primary_down() || input.pointer.primary_released());
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| is_left_button) {
        let (azimuth, elevation) = direction_deg(pointer - centre);
        view.light.sun_azimuth_deg = azimuth.unwrap_or(view.light.sun_azimuth_deg);
        // One point is about two degrees, so finer digits have no meaning.
        view.light.sun_elevation_deg = (10.0 * elevation).round() / 10.0;
    }
    painter.circle_filled(centre, RIM, Color32::from_rgb(30, 27, 40));
    painter.circle_filled(centre, HORIZON, Color32::from_rgb(58, 84, 116));
    painter.circle_filled(centre, HORIZON * 0.66, Color32::from_rgb(50, 76, 112));
    painter.circle_filled(centre, HORIZON * 0.33, Color32::from_rgb(42, 68, 106));
    painter.circle_stroke(centre, HORIZON, (1.0, theme::of(ui).muted));
    for (name, azimuth) in [("N", 0.0), ("E", 90.0), ("S", 180.0), ("W", 270.0)] {
        let (position, font) = (centre + place(azimuth, 16.0), FontId::proportional(9.0));
        painter.text(position, Align2::CENTER_CENTER, name, font, theme::of(ui).muted);
    }
    let light = &view.light;
    let sun: Pos2 = centre + place(light.sun_azimuth_deg, light.sun_elevation_deg);
    let accent = theme::of(ui).accent;
    painter.line_segment([centre, sun], (1.0, accent.gamma_multiply(0.5)));
    let is_up = light.sun_elevation_deg > 0.0;
    let colour = if is_up { accent } else { accent.gamma_multiply(0.6) };
    painter.circle_filled(sun, 5.0, colour);
    painter.circle_stroke(sun, 5.0, (1.0, theme::of(ui).strong));
    response.tip(
        "The sky from above, north up: drag the sun. Outside the ring it is below the horizon.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::param::Document;
    use proptest::prelude::*;

    #[test]
    fn written_times_are_read_back() {
        assert_eq!([format_hours(9.5), format_hours(23.999)], ["9:30", "24:00"]);
        assert_eq!(
            [parse_hours("9:30"), parse_hours(" 9.5 "), parse_hours("noon")],
            [Some(9.5), Some(9.5), None]
        );
    }

    #[test]
    fn a_time_is_shown_only_if_the_sun_is_on_its_path() {
        let mut view = ViewParams::default();
        let [dawn, dusk] = sun::hours_of_elevation(LOWEST_DEG);
        for minutes in 60 * dawn.ceil() as u32..60 * dusk.floor() as u32 {
            set_time(&mut view, f64::from(minutes) / 60.0);
            let shown = shown_time(&view).map(format_hours);
            assert_eq!(shown, Some(format!("{}:{:02}", minutes / 60, minutes % 60)));
        }
        view.light.sun_azimuth_deg = 300.0;
        view.light.sun_elevation_deg = 42.0;
        assert_eq!(shown_time(&view), None);
    }

    #[test]
    fn a_view_accepts_the_sun_of_every_hour() {
        let row = ViewParams::param("light.sun_elevation_deg").unwrap();
        assert!(row.set_text(&mut ViewParams::default(), &(LOWEST_DEG - 0.1).to_string()).is_err());
        let mut view = ViewParams::default();
        for hours in [0.0, 5.0, 12.0, 24.0] {
            set_time(&mut view, hours);
            for key in ["light.sun_azimuth_deg", "light.sun_elevation_deg"] {
                let row = ViewParams::param(key).unwrap();
                assert!(row.kind.check((row.get)(&view)).is_ok(), "{key} at {hours}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_drawn_sun_gives_its_direction_back(azimuth in 0.0..360.0, elevation in LOWEST_DEG..89.0) {
            let (back, height) = direction_deg(place(azimuth, elevation));
            let turned = (back.unwrap() - azimuth + 180.0).rem_euclid(360.0) - 180.0;
            prop_assert!(
                turned.abs() < 0.01 && (height - elevation).abs() < 0.01,
                "{back:?} {height}"
            );
        }
    }
}
