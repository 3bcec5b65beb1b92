//! The window that shows the nine lands of the variations as pictures.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, ColorImage, Response, RichText, TextureHandle, TextureOptions, Ui};

use super::state::{COUNT, MIDDLE, PICTURE, Variations};
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::document::new_land::TakeLand;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::window_area::{self, Free};
use crate::studio::ui::{explanation, theme};
use crate::terrain::recipe::Recipe;

/// The textures of the nine pictures.
#[derive(Default)]
pub struct VariationPictures {
    textures: Vec<Option<TextureHandle>>,
}

/// Draws the window.
pub fn draw(
    mut contexts: EguiContexts,
    free: Res<Free>,
    mut pictures: Local<VariationPictures>,
    mut variations: ResMut<Variations>,
    mut settings: ResMut<KeptSettings>,
    mut lands: MessageWriter<TakeLand>,
) -> Result {
    if !variations.open {
        pictures.forget();
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let free = window_area::of(context, free.0);
    let (mut variation, mut strength) = (settings.variation, settings.strength);
    let chosen = pictures.show(context, free, &mut variations, [&mut variation, &mut strength]);
    lands.write_batch(chosen.map(TakeLand));
    if [settings.variation, settings.strength] != [variation, strength] {
        (settings.variation, settings.strength) = (variation, strength);
    }
    Ok(())
}

/// The width of a picture, in points.
const WIDTH: f32 = 176.0;

/// Adds a tooltip to the slider, with a link to the lab's figure about seeds.
fn tip_about_seeds(slider: Response, hint: &str) {
    slider.tip_ui(|ui| {
        ui.label(RichText::new(hint).color(theme::of(ui).strong));
        explanation::link(ui, "world.seed");
    });
}

impl VariationPictures {
    /// Shows the window if it is open, and lets the user edit the strengths of the variations and
    /// of R. Returns the recipe of the land that the user chose.
    pub fn show(
        &mut self,
        context: &egui::Context,
        free: egui::Rect,
        variations: &mut Variations,
        strengths: [&mut f64; 2],
    ) -> Option<Recipe> {
        let mut open = variations.open;
        let window = egui::Window::new("Variations").open(&mut open).collapsible(false);
        let window = window.resizable(false).default_pos(free.min + egui::vec2(16.0, 52.0));
        let shown = window.constrain_to(free).show(context, |ui| {
            let scroll = egui::ScrollArea::vertical().max_height((free.height() - 120.0).max(80.0));
            let show = |ui: &mut Ui| {
                let chosen = self.contents(ui, free, variations, strengths);
                window_area::end_list(ui);
                chosen
            };
            scroll.show(ui, show).inner
        });
        variations.open = open && variations.open;
        if variations.is_at_work() {
            context.request_repaint();
        }
        shown.and_then(|shown| shown.inner).flatten()
    }

    /// Frees the textures while the window is closed.
    pub fn forget(&mut self) {
        self.textures.clear();
    }

    fn contents(
        &mut self,
        ui: &mut Ui,
        free: egui::Rect,
        variations: &mut Variations,
        [variation, random]: [&mut f64; 2],
    ) -> Option<Recipe> {
        let width = WIDTH.min((free.width() - 80.0) / 3.0).max(60.0);
        let size = egui::vec2(width, width * PICTURE[1] as f32 / PICTURE[0] as f32);
        let mut chosen = None;
        self.upload(ui.ctx(), variations);
        egui::Grid::new("nine lands").spacing([6.0, 6.0]).show(ui, |ui| {
            for place in 0..COUNT {
                if self.land(ui, place, size) && place != MIDDLE {
                    chosen = variations.land(place).map(|land| land.recipe.clone());
                }
                if place % 3 == 2 {
                    ui.end_row();
                }
            }
        });
        ui.add_space(4.0);
        let row = ui.horizontal(|ui| {
            let slider = egui::Slider::new(variation, 0.0..=1.0).text("Variation").max_decimals(2);
            let slider = ui.add(slider);
            tip_about_seeds(
                slider,
                "How much the lands differ from the one in the middle. At 0 only the seed differs.",
            );
            ui.button("Eight more").tip("Shows eight other variations.").clicked()
        });
        if row.inner {
            variations.request_others();
        }
        let slider =
            egui::Slider::new(random, 0.0..=1.0).text("R changes values by").max_decimals(2);
        let hint = "How much a new world differs from the last. At 0 only the seed differs.";
        tip_about_seeds(ui.add(slider), hint);
        let help =
            "Click a land to choose it and see variations of it. Locked values stay the same.";
        theme::remark(ui, help);
        chosen
    }

    /// Shows the picture of a land as a button. Returns true if the user clicked it.
    fn land(&self, ui: &mut Ui, place: usize, size: egui::Vec2) -> bool {
        let name = match place {
            MIDDLE => "The current land".to_owned(),
            place => format!("Variation {}", if place < MIDDLE { place + 1 } else { place }),
        };
        let texture = self.textures.get(place).and_then(Option::as_ref);
        let button = match texture {
            Some(texture) => {
                egui::Button::image(egui::Image::new((texture.id(), size)).alt_text(&name))
            }
            None => egui::Button::new("…").min_size(size),
        };
        let button = ui.add(button.selected(place == MIDDLE));
        button.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name.clone())
        });
        button.tip(name).clicked()
    }

    fn upload(&mut self, context: &egui::Context, variations: &Variations) {
        // Old pictures stay visible until the new ones arrive, so that the window does not flicker.
        self.textures.resize_with(COUNT, || None);
        for (place, picture) in variations.pictures.iter().enumerate() {
            let Some(picture) = picture else { continue };
            let name = format!("variation {place} of {}", variations.generation);
            if self.textures[place].as_ref().is_none_or(|texture| texture.name() != name) {
                let bytes: Vec<u8> = picture.iter().flatten().copied().collect();
                let image = ColorImage::from_rgba_unmultiplied(PICTURE, &bytes);
                let texture = context.load_texture(name, image, TextureOptions::LINEAR);
                self.textures[place] = Some(texture);
            }
        }
    }
}
