//! Films: draws one frame for each place on a path of the camera. Land is complete in every frame.

use super::alpha;
use super::capture::Headless;
use super::error::HeadlessError;
use super::path::PathPlace;
use super::shot::{FrameSettings, Pass};
use crate::export::embed::png_text;
use crate::export::film::{FilmError, FilmPlan, Frame};
use crate::plugin::look::clouds::CloudDrift;
use crate::plugin::look::plugins::WaterTime;
use crate::terrain::look::Overlay;
use crate::terrain::scene::Scene;

/// A film to draw.
pub struct FilmJob<'a> {
    /// The land and its look.
    pub scene: &'a Scene,
    /// The camera of each frame.
    pub places: Vec<PathPlace>,
    /// True if water and clouds move. The film then does not loop.
    pub waves_move: bool,
}

impl FilmJob<'_> {
    /// Draws and writes the film. `on_progress` gets the number of finished frames. Time in the film
    /// does not depend on the speed of the machine.
    ///
    /// # Errors
    /// If the plan is invalid, the land cannot be built or drawn, or the file cannot be written.
    pub fn write(
        &self,
        headless: &mut Headless,
        plan: &FilmPlan,
        on_progress: &mut dyn FnMut(u64),
    ) -> Result<(), FilmError<HeadlessError>> {
        headless.want(self.scene.clone());
        let settings = FrameSettings {
            part: None,
            pass: Pass::Picture,
            transparent: plan.has_alpha,
            lens: None,
        };
        *headless.world().resource_mut::<FrameSettings>() = settings;
        let mut is_first = true;
        plan.write(|number| {
            let place = &self.places[number as usize];
            if self.waves_move {
                let seconds = f64::from(number) / f64::from(plan.fps);
                headless.world().resource_mut::<WaterTime>().0 = seconds as f32;
                let mut drift = CloudDrift::default();
                drift.blow(&self.scene.view.params, seconds);
                headless.world().insert_resource(drift);
            }
            let rgba = self.draw_frame(headless, place, plan, std::mem::take(&mut is_first))?;
            on_progress(u64::from(number) + 1);
            Ok(Frame { rgba, texts: self.texts(place) })
        })
    }

    fn draw_frame(
        &self,
        headless: &mut Headless,
        place: &PathPlace,
        plan: &FilmPlan,
        is_first: bool,
    ) -> Result<Vec<u8>, HeadlessError> {
        headless.place_eye(&place.eye);
        // `settle` draws no frames, whatever is set here.
        headless.set_drawing(is_first);
        let settled = headless.settle();
        headless.set_drawing(true);
        settled?;
        // The labels of contour lines are placed by the previous frame, so draw a frame before the
        // picture.
        if is_first || self.scene.view.params.look.overlay == Overlay::Contours {
            headless.update();
        }
        let mut picture = headless.exposed_frame()?;
        debug_assert_eq!([picture.width(), picture.height()], plan.size);
        if plan.has_alpha {
            alpha::straighten(&mut picture);
        }
        Ok(picture.into_raw())
    }

    /// The texts of a frame. They hold the scene with the frame's camera, so the program can open
    /// the frame as a land.
    fn texts(&self, place: &PathPlace) -> Vec<(String, String)> {
        let mut scene = self.scene.clone();
        scene.view.camera = place.pose().view();
        png_text(&scene)
    }
}
