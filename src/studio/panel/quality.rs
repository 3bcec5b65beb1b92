//! The quality settings: a tier from low to ultra, and a switch for each effect.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::egui::{self, Ui};

use crate::plugin::look::quality::{Effects, MAX_OCTAVES, Quality, Switches};
use crate::plugin::order::OrogenSet;
use crate::studio::app::settings::data::{MOVING_SHARES, Settings};
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::widgets::display_scale::DisplayScale;
use crate::studio::ui::widgets::number_field::NumberField;
use crate::studio::ui::widgets::plain::{plain_row, switch_row};

/// Words by which a search finds the quality group.
pub const WORDS: &str =
    "quality tier shadows moving water waves smooth edges samples fine detail octaves adapter";

/// Adds the system that applies the quality settings to the renderer.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, follow.in_set(OrogenSet::Edit));
}

/// Returns the effects that the settings give on a graphics adapter.
pub fn effects_of(settings: &Settings, adapter: Option<&RenderAdapterInfo>) -> Effects {
    Effects::of(settings.quality.tier(adapter)).with(&settings.effects)
}

fn follow(
    settings: Res<KeptSettings>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut effects: ResMut<Effects>,
) {
    effects.set_if_neq(effects_of(&settings, adapter.as_deref()));
}

/// Shows the quality settings.
pub fn show(ui: &mut Ui, settings: &mut Settings, adapter: Option<&RenderAdapterInfo>) {
    let mut choice = (settings.quality, settings.effects);
    rows(ui, &mut choice, adapter);
    (settings.quality, settings.effects) = choice;
    let effects = effects_of(settings, adapter);
    if effects.waves_move || effects.clouds_move {
        moving_share(ui, &mut settings.moving_share);
    }
}

fn rows(
    ui: &mut Ui,
    (quality, switches): &mut (Quality, Switches),
    adapter: Option<&RenderAdapterInfo>,
) {
    let before = *quality;
    plain_row(ui, "Tier", "The effort for the natural style. It never changes the land.", |ui| {
        let list = egui::ComboBox::from_id_salt("tier").width(ui.available_width());
        list.selected_text(title(quality.name())).show_ui(ui, |ui| {
            for row in Quality::ALL {
                ui.selectable_value(quality, row.value, title(row.name)).tip(row.doc);
            }
        });
    });
    if *quality != before {
        *switches = Switches::default();
    }
    let tier = Effects::of(quality.tier(adapter));
    toggle(ui, "Shadows", "Draws the shadows of the sun.", tier.shadows, &mut switches.shadows);
    let hint = "Animates the waves.";
    toggle(ui, "Moving water", hint, tier.waves_move, &mut switches.waves_move);
    let hint = "Draws clouds as volumes instead of sheets.";
    toggle(ui, "Solid clouds", hint, tier.cloud_steps > 0, &mut switches.solid_clouds);
    let hint = "Moves clouds and mist with the wind.";
    toggle(ui, "Moving clouds", hint, tier.clouds_move, &mut switches.clouds_move);
    let hint = "Draws four samples per pixel.";
    toggle(ui, "Smooth edges", hint, tier.samples > 1, &mut switches.smooth_edges);
    let mut octaves = switches.octaves.unwrap_or(tier.octaves);
    let hint = "The number of octaves of detail finer than the mesh.";
    let max_octaves = f64::from(MAX_OCTAVES);
    let edited = number(
        ui,
        ("quality.octaves", "Fine detail", hint),
        [0.0, max_octaves],
        "",
        f64::from(octaves),
    );
    octaves = edited.map_or(octaves, |x| x as u32);
    switches.octaves = (octaves != tier.octaves).then_some(octaves);
    let tier = title(quality.tier(adapter).name());
    let name = adapter.map_or("an unknown adapter", |adapter| adapter.name.as_str());
    theme::remark(ui, format!("{tier} on {name}"));
}

/// Shows the share of the time that may be spent on drawing moving water and clouds.
fn moving_share(ui: &mut Ui, share: &mut f32) {
    let hint = "The share of the time that may be spent on drawing moving water and clouds.";
    let range = MOVING_SHARES.map(|share| 100.0 * f64::from(share));
    let percent = 100.0 * f64::from(*share);
    let edited = number(ui, ("quality.moving_share", "Share of time", hint), range, "%", percent);
    *share = edited.map_or(*share, |percent| percent as f32 / 100.0);
}

/// Shows a row with a whole number. Returns the new number if the user changed it.
fn number(
    ui: &mut Ui,
    (address, label, hint): (&str, &str, &str),
    range: [f64; 2],
    unit: &'static str,
    value: f64,
) -> Option<f64> {
    plain_row(ui, label, hint, |ui| {
        let (drag_range, scale) = (range, DisplayScale::Plain);
        let field =
            NumberField { address, label, range, drag_range, log: false, whole: true, scale, unit };
        let place = ui.max_rect();
        field.show(ui, place, value).1
    })
}

fn toggle(ui: &mut Ui, label: &str, doc: &str, tier_value: bool, switch: &mut Option<bool>) {
    let mut on = switch.unwrap_or(tier_value);
    if switch_row(ui, label, doc, &mut on) {
        *switch = (on != tier_value).then_some(on);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::look::quality::Tier;

    #[test]
    fn switches_override_the_effects_of_the_tier() {
        let mut settings = Settings { quality: Quality::Low, ..default() };
        assert_eq!(effects_of(&settings, None), Effects::of(Tier::Low));
        settings.effects.waves_move = Some(true);
        assert_eq!(
            effects_of(&settings, None),
            Effects { waves_move: true, ..Effects::of(Tier::Low) }
        );
    }
}
