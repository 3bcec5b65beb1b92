//! The rows of quality: a tier, and a switch for each of its effects.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::egui::{self, RichText, Ui};

use super::theme::MUTED;
use crate::plugin::look::quality::{Effects, MAX_OCTAVES, Quality, Switches};
use crate::plugin::order::OrogenSet;
use crate::studio::settings::{KeptSettings, Settings};

/// Draws what the settings ask for.
pub struct QualityPlugin;

impl Plugin for QualityPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, follow.in_set(OrogenSet::Edit));
    }
}

/// The effects that settings come to on an adapter.
fn effects_of(settings: &Settings, adapter: Option<&RenderAdapterInfo>) -> Effects {
    Effects::of(settings.quality.tier(adapter)).with(&settings.effects)
}

fn follow(
    settings: Res<KeptSettings>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut effects: ResMut<Effects>,
) {
    effects.set_if_neq(effects_of(&settings, adapter.as_deref()));
}

/// Shows the rows of quality.
pub fn show(ui: &mut Ui, settings: &mut Settings, adapter: Option<&RenderAdapterInfo>) {
    let mut asked = (settings.quality, settings.effects);
    rows(ui, &mut asked, adapter);
    (settings.quality, settings.effects) = asked;
}

fn rows(
    ui: &mut Ui,
    (quality, switches): &mut (Quality, Switches),
    adapter: Option<&RenderAdapterInfo>,
) {
    egui::Grid::new("quality rows").num_columns(2).spacing([14.0, 5.0]).show(ui, |ui| {
        ui.label("Quality")
            .on_hover_text("What the natural style may cost; it never changes the land.");
        let before = *quality;
        egui::ComboBox::from_id_salt("tier").width(120.0).selected_text(quality.name()).show_ui(
            ui,
            |ui| {
                for row in Quality::ALL {
                    ui.selectable_value(quality, row.value, row.name).on_hover_text(row.doc);
                }
            },
        );
        if *quality != before {
            *switches = Switches::default();
        }
        ui.end_row();
        let tier = Effects::of(quality.tier(adapter));
        toggle(ui, "Shadows", "Shadows of the sun.", tier.shadows, &mut switches.shadows);
        toggle(
            ui,
            "Moving water",
            "Waves go on moving while nothing else does.",
            tier.waves_move,
            &mut switches.waves_move,
        );
        toggle(
            ui,
            "Smooth edges",
            "Four samples a pixel.",
            tier.samples > 1,
            &mut switches.smooth_edges,
        );
        ui.label("Detail").on_hover_text("Octaves of detail that the mesh is too coarse for.");
        let mut octaves = switches.octaves.unwrap_or(tier.octaves);
        if ui.add(egui::Slider::new(&mut octaves, 0..=MAX_OCTAVES)).changed() {
            switches.octaves = (octaves != tier.octaves).then_some(octaves);
        }
        ui.end_row();
    });
    let tier = quality.tier(adapter).name();
    let name = adapter.map_or("an unknown adapter", |adapter| adapter.name.as_str());
    ui.label(RichText::new(format!("{tier} on {name}")).small().color(MUTED));
}

fn toggle(ui: &mut Ui, label: &str, doc: &str, of_tier: bool, switch: &mut Option<bool>) {
    ui.label(label).on_hover_text(doc);
    let mut on = switch.unwrap_or(of_tier);
    if ui.checkbox(&mut on, "").on_hover_text(doc).changed() {
        *switch = (on != of_tier).then_some(on);
    }
    ui.end_row();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::look::quality::Tier;

    #[test]
    fn settings_come_to_a_tier_with_its_switches() {
        let mut settings = Settings { quality: Quality::Low, ..default() };
        assert_eq!(effects_of(&settings, None), Effects::of(Tier::Low));
        settings.effects.waves_move = Some(true);
        assert_eq!(
            effects_of(&settings, None),
            Effects { waves_move: true, ..Effects::of(Tier::Low) }
        );
    }
}
