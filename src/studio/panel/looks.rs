//! Shows the erosion looks (presets of the erosion) as pictures of the current land.
//!
//! A thread paints the pictures while the menu is open. They are kept until the land changes.

use bevy_egui::egui::{
    Button, ColorImage, Context, Image, ScrollArea, TextureHandle, TextureOptions, Ui, Vec2,
    WidgetInfo, WidgetType, vec2,
};

use super::layers::add;
use crate::studio::app::painter::ScenePainter;
use crate::studio::ui::menu;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::camera::Camera;
use crate::terrain::erosion::ErosionLook;
use crate::terrain::fitting::MeasuredArea;
use crate::terrain::land::Land;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;

/// The size of a picture in pixels, and its size on the screen in points.
const PICTURE: [usize; 2] = [128, 72];
const SIZE: Vec2 = vec2(96.0, 54.0);
/// The width of the menu, in points.
const WIDTH: f32 = 320.0;
/// The distance of the camera, in gully widths of the first look, and its pitch in degrees. Chosen
/// by eye: a few gullies are visible, from above their ridges.
const DISTANCE_GULLIES: f64 = 5.0;
const PITCH_DEG: f64 = 26.0;

/// The pictures of the looks, and the land that they show.
#[derive(Default)]
pub struct LookPictures {
    /// The recipe with the first look. The pictures of the other looks differ only in the look.
    source: Option<Recipe>,
    pictures: Vec<Option<TextureHandle>>,
    blank: Option<TextureHandle>,
    generation: u32,
    painter: Option<ScenePainter>,
}

impl LookPictures {
    /// Shows a button with the menu of looks. Returns the chosen look.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        recipe: &Recipe,
        area: MeasuredArea,
    ) -> Option<ErosionLook> {
        let button = ui.button("Looks ⏷");
        let mut chosen = None;
        menu::below(&button, |ui| {
            self.follow(recipe, area);
            self.upload(ui.ctx());
            chosen = self.entries(ui, recipe);
            if chosen.is_some() {
                ui.close();
            }
            if self.is_at_work() {
                ui.ctx().request_repaint();
            }
        });
        button.tip("Sets all parameters of the erosion to those of a typical land");
        chosen
    }

    fn entries(&mut self, ui: &mut Ui, recipe: &Recipe) -> Option<ErosionLook> {
        let height = ui.ctx().viewport_rect().height() - 80.0;
        ui.set_width(WIDTH);
        ui.set_max_height(height);
        let mut chosen = None;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (index, look) in ErosionLook::ALL.iter().enumerate() {
                let texture = self.pictures.get(index).and_then(Option::as_ref);
                let texture = match texture {
                    Some(texture) => texture.id(),
                    None => self.blank(ui.ctx()),
                };
                let picture = Image::new((texture, SIZE)).fit_to_exact_size(SIZE);
                let mut eroded = recipe.clone();
                eroded.erode(look.value);
                let is_current = recipe.erosion == eroded.erosion;
                let button =
                    Button::image_and_text(picture, add::entry_text(ui, look.name, look.doc));
                let button = button.wrap().selected(is_current).min_size(vec2(WIDTH, SIZE.y + 6.0));
                let entry = menu::entry(ui, true, button);
                let name = format!("{}: {}", title(look.name), look.doc);
                entry.widget_info(|| {
                    WidgetInfo::selected(WidgetType::SelectableLabel, true, is_current, &name)
                });
                if entry.clicked() {
                    chosen = Some(look.value);
                }
            }
        });
        chosen
    }

    /// Requests new pictures if the land has changed.
    fn follow(&mut self, recipe: &Recipe, area: MeasuredArea) {
        let mut first = recipe.clone();
        first.erode(ErosionLook::ALL[0].value);
        if self.source.as_ref() == Some(&first) {
            return;
        }
        let camera = camera(&first, area);
        let scene = |look: ErosionLook| {
            let mut scene = Scene { recipe: recipe.clone(), ..Scene::default() };
            scene.recipe.erode(look);
            scene.view.camera = camera;
            scene
        };
        self.generation += 1;
        // The old pictures stay until the new ones arrive, so that nothing flickers.
        self.pictures.resize_with(ErosionLook::ALL.len(), || None);
        if self.painter.is_none() {
            self.painter = ScenePainter::new("orogen-looks", PICTURE);
        }
        if let Some(painter) = &self.painter {
            let scenes = ErosionLook::ALL.iter().map(|look| scene(look.value)).enumerate();
            painter.ask(self.generation, scenes);
        }
        self.source = Some(first);
    }

    /// Turns finished pictures into textures.
    fn upload(&mut self, context: &Context) {
        let Some(painter) = &self.painter else { return };
        for (index, picture) in painter.take(self.generation) {
            let bytes: Vec<u8> = picture.into_iter().flatten().collect();
            let image = ColorImage::from_rgba_unmultiplied(PICTURE, &bytes);
            let name = self.name(index);
            self.pictures[index] = Some(context.load_texture(name, image, TextureOptions::LINEAR));
        }
    }

    /// Returns the texture name that a picture of the current land has.
    fn name(&self, index: usize) -> String {
        format!("look {index} of {}", self.generation)
    }

    /// Returns true while the thread paints pictures.
    pub fn is_at_work(&self) -> bool {
        let is_made = |(index, texture): (usize, &Option<TextureHandle>)| {
            texture.as_ref().is_some_and(|texture| texture.name() == self.name(index))
        };
        self.painter.is_some() && !self.pictures.iter().enumerate().all(is_made)
    }

    /// Returns a grey texture for a picture that is not painted yet.
    fn blank(&mut self, context: &Context) -> bevy_egui::egui::TextureId {
        let blank = self.blank.get_or_insert_with(|| {
            let image = ColorImage::from_gray([2, 2], &[70; 4]);
            context.load_texture("no look yet", image, TextureOptions::LINEAR)
        });
        blank.id()
    }
}

/// Returns the camera of the pictures: a little above the land that the user sees.
fn camera(recipe: &Recipe, area: MeasuredArea) -> Camera {
    let [x, z] = area.middle_m;
    let land = Land::new(recipe).ok();
    let height_m = land.map_or(0.0, |land| land.height_m([x, z], land.spacing_m()));
    let distance_m = (DISTANCE_GULLIES * recipe.erosion.gully_m).clamp(100.0, 100_000.0);
    let focus_m = Some([x, height_m.max(recipe.world.sea_level_m), z]);
    Camera { pitch_deg: PITCH_DEG, distance_m, focus_m, ..Camera::default() }
}
