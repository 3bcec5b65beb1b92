//! The style of the panels, dark or light.

use bevy_egui::egui::style::{NumberFormatter, Selection, WidgetVisuals};
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Shadow, Stroke, Style, TextStyle, Visuals,
};

use super::text;
use crate::studio::app::settings::data::Theme;

/// The colours of a theme.
#[derive(Debug, PartialEq)]
pub struct ThemeColours {
    /// The background of panels and windows.
    pub fill: Color32,
    /// The background of a group's header.
    pub header: Color32,
    /// The background of fields for typing and dragging.
    pub field: Color32,
    /// The bar in a field that shows where the number is in its range.
    pub bar: Color32,
    /// The background of buttons at rest.
    pub button: Color32,
    /// The text of rows without effect.
    pub dim: Color32,
    /// The text of remarks.
    pub muted: Color32,
    /// The text of labels.
    pub text: Color32,
    /// The text of headings and values.
    pub strong: Color32,
    /// The mark of selected or changed values.
    pub accent: Color32,
    /// The background of selected widgets.
    pub selected: Color32,
    /// The text of errors.
    pub error: Color32,
}

const fn rgb(r: u8, g: u8, b: u8) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// The dark theme.
pub const DARK: ThemeColours = ThemeColours {
    fill: rgb(24, 28, 32),
    header: rgb(34, 39, 45),
    field: rgb(38, 43, 49),
    bar: rgb(66, 76, 87),
    button: rgb(48, 55, 62),
    dim: rgb(138, 145, 152),
    muted: rgb(167, 175, 183),
    text: rgb(192, 199, 206),
    strong: rgb(232, 236, 240),
    accent: rgb(232, 160, 90),
    selected: rgb(86, 52, 22),
    error: rgb(255, 122, 112),
};

/// The light theme.
pub const LIGHT: ThemeColours = ThemeColours {
    fill: rgb(243, 245, 247),
    header: rgb(228, 232, 236),
    field: rgb(255, 255, 255),
    bar: rgb(205, 214, 223),
    button: rgb(220, 225, 230),
    dim: rgb(98, 104, 110),
    muted: rgb(80, 88, 96),
    text: rgb(52, 60, 68),
    strong: rgb(16, 20, 24),
    accent: rgb(138, 64, 2),
    selected: rgb(246, 198, 146),
    error: rgb(190, 30, 24),
};

/// The colour of highlights on the land, in both themes.
pub const ACCENT: Color32 = DARK.accent;

/// The share of the text colour in the fill of a button under the pointer, from 0 to 1. Remarks on
/// it stay readable.
const HOVERED: f32 = 0.06;

/// The opacity of disabled widgets, from 0 to 1. Their text stays readable.
const DISABLED: f32 = 0.8;

/// The sign on a button that closes or clears.
pub const CLOSE: &str = "×";

/// The height of a row, and the gap to the next row, in points.
pub const ROW: f32 = 20.0;
const GAP: f32 = 2.0;

/// Returns the colours of the theme that a `Ui` uses.
pub fn of(ui: &egui::Ui) -> &'static ThemeColours {
    of_visuals(ui.visuals())
}

/// Returns the colours of the theme that all panels use.
pub fn of_context(context: &egui::Context) -> &'static ThemeColours {
    of_visuals(&context.global_style().visuals)
}

fn of_visuals(visuals: &Visuals) -> &'static ThemeColours {
    if visuals.dark_mode { &DARK } else { &LIGHT }
}

/// Shows a small remark in the muted colour.
pub fn remark(ui: &mut egui::Ui, text: impl Into<String>) -> egui::Response {
    let colour = of(ui).muted;
    ui.label(egui::RichText::new(text).small().color(colour))
}

/// Sets font sizes, spacing and colours of both themes.
pub fn apply(context: &egui::Context) {
    // The program's own commands set the text size, so egui's keys must not.
    context.options_mut(|options| {
        options.zoom_with_keyboard = false;
        // In slow frames, the press and the release of a click can be a second apart.
        options.input_options.max_click_duration = 3.0;
    });
    for (theme, colours) in [(egui::Theme::Dark, &DARK), (egui::Theme::Light, &LIGHT)] {
        context.style_mut_of(theme, |style| set(style, colours));
    }
    context.set_theme(egui::Theme::Dark);
}

/// Applies the theme of the settings. `system` is the theme of the window system, if it reports
/// one.
pub fn choose(context: &egui::Context, theme: Theme, system: Option<egui::Theme>) {
    let wanted = match theme {
        Theme::System => system.unwrap_or(egui::Theme::Dark),
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    };
    if context.theme() != wanted {
        context.set_theme(wanted);
    }
}

fn set(style: &mut Style, colours: &ThemeColours) {
    let size = |points| FontId::new(points, FontFamily::Proportional);
    style.text_styles.insert(TextStyle::Body, size(13.0));
    style.text_styles.insert(TextStyle::Button, size(13.0));
    style.text_styles.insert(TextStyle::Small, size(11.0));
    style.text_styles.insert(TextStyle::Heading, size(14.0));
    style.number_formatter = NumberFormatter::new(|x, places| {
        text::minus(&egui::emath::format_with_decimals_in_range(x, places))
    });
    style.spacing.item_spacing = egui::vec2(6.0, GAP);
    style.spacing.interact_size.y = ROW;
    style.spacing.scroll = egui::style::ScrollStyle::thin();
    style.spacing.scroll.floating = false;
    style.visuals = visuals(colours);
}

fn visuals(colours: &ThemeColours) -> Visuals {
    let is_dark = *colours == DARK;
    let mut visuals = if is_dark { Visuals::dark() } else { Visuals::light() };
    visuals.panel_fill = colours.fill;
    visuals.window_fill = colours.fill;
    visuals.window_stroke = Stroke::new(1.0, colours.bar);
    visuals.window_shadow = Shadow { color: Color32::from_black_alpha(60), ..Shadow::default() };
    visuals.extreme_bg_color = if is_dark { rgb(14, 17, 20) } else { colours.field };
    visuals.text_edit_bg_color = Some(colours.field);
    visuals.faint_bg_color = colours.header;
    visuals.weak_text_color = Some(colours.muted);
    visuals.disabled_alpha = DISABLED;
    visuals.warn_fg_color = colours.accent;
    visuals.error_fg_color = colours.error;
    visuals.slider_trailing_fill = true;
    visuals.selection =
        Selection { bg_fill: colours.selected, stroke: Stroke::new(1.0, colours.strong) };
    let widgets = &mut visuals.widgets;
    let highlighted = |share: f32| colours.button.lerp_to_gamma(colours.strong, share);
    let state = |widget: &mut WidgetVisuals, fill: Color32, text: Color32| {
        widget.corner_radius = CornerRadius::same(3);
        (widget.weak_bg_fill, widget.bg_fill) = (fill, fill);
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.bg_stroke = Stroke::NONE;
        widget.expansion = 0.0;
    };
    state(&mut widgets.noninteractive, colours.fill, colours.text);
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, colours.bar);
    state(&mut widgets.inactive, colours.button, colours.text);
    state(&mut widgets.hovered, highlighted(HOVERED), colours.strong);
    state(&mut widgets.active, highlighted(0.14), colours.strong);
    state(&mut widgets.open, highlighted(HOVERED), colours.strong);
    visuals
}

/// Returns the contrast ratio of two opaque colours, from 1 to 21 (WCAG 2.2).
#[cfg(test)]
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let luminance = |colour: Color32| {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The minimum contrast of text with its background.
    const MIN_CONTRAST: f32 = 4.5;

    /// Returns a colour laid over another colour.
    fn blend(front: Color32, opacity: f32, back: Color32) -> Color32 {
        back.lerp_to_gamma(front, opacity)
    }

    #[test]
    fn text_can_be_read_in_both_themes() {
        for colours in [&DARK, &LIGHT] {
            let ThemeColours { fill, header, field, bar, button, selected, strong, .. } = *colours;
            let ThemeColours { text, muted, dim, accent, error, .. } = *colours;
            let widgets = visuals(colours).widgets;
            let [hovered, active, open] =
                [widgets.hovered, widgets.active, widgets.open].map(|widget| widget.bg_fill);
            let check = |words: Color32, background: Color32| {
                let found = contrast(words, background);
                assert!(found >= MIN_CONTRAST, "{words:?} on {background:?} has {found}");
            };
            for background in [fill, header, field, button, selected] {
                for words in [text, muted, accent] {
                    check(words, background);
                }
            }
            for background in [bar, hovered, active, open] {
                check(strong, background);
            }
            for words in [text, muted, accent] {
                check(words, hovered);
            }
            for background in [fill, header, field, button] {
                check(error, background);
            }
            for background in [fill, header] {
                check(dim, background);
            }
            // A disabled widget fades its text and its background by the same factor.
            for background in [fill, header, field, button, selected] {
                let faded = blend(background, DISABLED, fill);
                for words in [text, strong] {
                    check(blend(words, DISABLED, faded), faded);
                }
            }
            assert!(
                contrast(dim, fill) < contrast(muted, fill),
                "dim text has less contrast than muted text"
            );
            assert!(
                contrast(muted, fill) < contrast(text, fill),
                "muted text has less contrast than plain text"
            );
            assert!(contrast(selected, fill) > 1.15, "selected widgets are visible");
        }
    }

    #[test]
    fn the_system_theme_applies_only_if_the_settings_follow_it() {
        let context = egui::Context::default();
        apply(&context);
        for (theme, system, is_dark) in [
            (Theme::System, None, true),
            (Theme::System, Some(egui::Theme::Light), false),
            (Theme::Dark, Some(egui::Theme::Light), true),
            (Theme::Light, None, false),
        ] {
            choose(&context, theme, system);
            assert_eq!(*of_context(&context) == DARK, is_dark, "{theme:?} {system:?}");
        }
    }
}
