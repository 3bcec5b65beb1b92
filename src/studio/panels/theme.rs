//! The look of the panels: dark and quiet, so that the land is what one sees.

use bevy_egui::egui::style::NumberFormatter;
use bevy_egui::egui::{self, Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle};

use super::text;

/// What is at rest.
pub const MUTED: Color32 = Color32::from_rgb(132, 140, 148);
/// What was changed.
pub const STRONG: Color32 = Color32::from_rgb(232, 236, 240);
/// What is picked out.
pub const ACCENT: Color32 = Color32::from_rgb(226, 158, 92);

/// Panels, and what floats over the land.
pub const FILL: Color32 = Color32::from_rgb(24, 28, 32);
/// The header of a group.
pub const HEADER: Color32 = Color32::from_rgb(33, 38, 43);

/// The sign on a button that closes or clears.
pub const CLOSE: &str = "×";

/// Sets fonts' sizes, spacing and colours.
pub fn apply(context: &egui::Context) {
    // The size of text has commands of its own.
    context.options_mut(|options| {
        options.zoom_with_keyboard = false;
        // Where frames are slow, press and release are seen a second apart, and are a click still.
        options.input_options.max_click_duration = 3.0;
    });
    context.all_styles_mut(|style| {
        let size = |points| FontId::new(points, FontFamily::Proportional);
        style.text_styles.insert(TextStyle::Body, size(13.0));
        style.text_styles.insert(TextStyle::Button, size(13.0));
        style.text_styles.insert(TextStyle::Small, size(11.0));
        style.text_styles.insert(TextStyle::Heading, size(16.0));
        style.number_formatter = NumberFormatter::new(|x, places| {
            text::minus(&egui::emath::format_with_decimals_in_range(x, places))
        });
        style.spacing.item_spacing = egui::vec2(6.0, 5.0);
        style.spacing.interact_size.y = 19.0;
        style.spacing.scroll = egui::style::ScrollStyle::thin();
        style.spacing.scroll.floating = false;
        let visuals = &mut style.visuals;
        *visuals = egui::Visuals::dark();
        visuals.panel_fill = FILL;
        visuals.window_fill = Color32::from_rgba_unmultiplied(22, 26, 30, 250);
        visuals.extreme_bg_color = Color32::from_rgb(13, 16, 19);
        visuals.selection.bg_fill = Color32::from_rgb(150, 96, 46);
        visuals.selection.stroke = Stroke::new(1.0, STRONG);
        visuals.slider_trailing_fill = true;
        for widget in [
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
        ] {
            widget.corner_radius = CornerRadius::same(3);
        }
        visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(47, 53, 59);
        visuals.widgets.inactive.bg_fill = Color32::from_rgb(47, 53, 59);
        visuals.widgets.hovered.weak_bg_fill = Color32::from_rgb(64, 72, 80);
        visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, Color32::from_rgb(96, 106, 116));
        visuals.widgets.active.weak_bg_fill = Color32::from_rgb(80, 88, 96);
    });
}
