//! Films: a frame for every place of a way, each with all of its land.

use super::alpha;
use super::capture::Headless;
use super::error::HeadlessError;
use super::path::Place;
use super::shot::{Pass, Shot};
use crate::export::embed::png_text;
use crate::export::film::{FilmError, FilmPlan, Frame};
use crate::plugin::look::clouds::CloudDrift;
use crate::plugin::look::set::WaterTime;
use crate::terrain::look::Overlay;
use crate::terrain::scene::Scene;

/// What frames show.
pub struct Film<'a> {
    /// The land and its look.
    pub scene: &'a Scene,
    /// Where the camera is, frame by frame.
    pub places: Vec<Place>,
    /// Whether water and clouds move. Then the film does not end as it began.
    pub waves_move: bool,
}

impl Film<'_> {
    /// Draws the film and writes it; `watch` is told how many frames are done. Whatever the machine
    /// needs for a frame, in the film all take the same time.
    ///
    /// # Errors
    /// If the film cannot be, the land not be built or drawn, or the file not written.
    pub fn write(
        &self,
        headless: &mut Headless,
        plan: &FilmPlan,
        watch: &mut dyn FnMut(u64),
    ) -> Result<(), FilmError<HeadlessError>> {
        headless.want(self.scene.clone());
        let shot =
            Shot { part: None, pass: Pass::Picture, transparent: plan.has_alpha, lens: None };
        *headless.world().resource_mut::<Shot>() = shot;
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
            let rgba = self.frame(headless, place, plan, std::mem::take(&mut is_first))?;
            watch(u64::from(number) + 1);
            Ok(Frame { rgba, texts: self.texts(place) })
        })
    }

    fn frame(
        &self,
        headless: &mut Headless,
        place: &Place,
        plan: &FilmPlan,
        is_first: bool,
    ) -> Result<Vec<u8>, HeadlessError> {
        headless.place_eye(&place.eye);
        // What streams in need not be drawn before all is there.
        headless.draw(is_first);
        let settled = headless.settle();
        headless.draw(true);
        settled?;
        // Labels of contour lines take the place of the frame before.
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

    /// A picture of a sequence opens as the land from where it was taken.
    fn texts(&self, place: &Place) -> Vec<(String, String)> {
        let mut scene = self.scene.clone();
        scene.view.camera = place.pose().view();
        png_text(&scene)
    }
}
