//! The lab's one-minute film, frame by frame with captions: how noise becomes a mountain.

use std::fmt::Write;

use super::build_up::{self, STOPS, Stop};
use super::context::Context;
use super::figure::{Anchor, Drawing, Shape};
use super::ink::Ink;
use super::state::State;
use super::table::row;
use super::words;
use orogen_terrain::Scene;
use orogen_terrain::thumbnail::thumbnail;

/// Width and height of a frame in points.
pub const SIZE: [f64; 2] = [1280.0, 720.0];

/// A shot of the film.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// Its length in seconds.
    pub seconds: f64,
    /// The caption during the shot.
    pub caption: &'static str,
    /// The picture.
    pub picture: ShotPicture,
}

/// The picture of a shot.
#[derive(Clone, Copy, Debug)]
pub enum ShotPicture {
    /// A figure that plays from one step to another while the point p moves.
    Figure {
        /// The name of the figure.
        row: &'static str,
        /// The first and the last step.
        steps: [usize; 2],
        /// The first and the last place of p.
        points: [[f64; 2]; 2],
    },
    /// The land between two moments of the build-up animation, in seconds from its start.
    Land([f64; 2]),
}

/// A shot that plays all steps of a figure; p does not move.
const fn steps(row: &'static str, seconds: f64, caption: &'static str) -> Shot {
    let points = [super::state::FIRST_POINT; 2];
    Shot { seconds, caption, picture: ShotPicture::Figure { row, steps: [0, LAST], points } }
}

/// A shot of one step of a figure, in which p moves along a line.
const fn walk(
    row: &'static str,
    step: usize,
    seconds: f64,
    points: [[f64; 2]; 2],
    caption: &'static str,
) -> Shot {
    Shot { seconds, caption, picture: ShotPicture::Figure { row, steps: [step, step], points } }
}

const fn land(from: f64, to: f64, seconds: f64, caption: &'static str) -> Shot {
    Shot { seconds, caption, picture: ShotPicture::Land([from, to]) }
}

/// The film, a minute long.
pub static SHOTS: &[Shot] = &[
    steps(
        "static",
        5.0,
        "Static is a random number for every pixel. No pixel depends on its neighbours.",
    ),
    walk(
        "line",
        LAST,
        8.0,
        [[0.3, 0.0], [6.7, 0.0]],
        "Noise on a line: a random slope at every whole number, and a smooth curve in between.",
    ),
    steps(
        "cell",
        10.0,
        "In the plane, four arrows become one number: arrow · offset at each corner, and three blends.",
    ),
    walk(
        "cell",
        5,
        5.0,
        [[1.15, 2.2], [1.85, 2.8]],
        "The same corner always gets the same arrow. So the noise never changes and never ends.",
    ),
    steps(
        "octaves",
        6.0,
        "The same noise is added again and again, twice as fine and half as high: octaves make it \
         land.",
    ),
    land(
        0.0,
        6.0,
        7.0,
        "Now on the land: tilted planes at the lattice points. Blended, they become hills.",
    ),
    land(6.0, 12.0, 7.0, "Octave after octave is added, and hills get smaller hills."),
    land(12.0, 17.0, 7.0, "Other layers are added. Gullies run down the slopes, branch and join."),
    land(
        17.0,
        20.0,
        5.0,
        "The sea rises, and the ground gets its materials. The result is a mountain.",
    ),
];

/// A step index that is limited to the last step of a figure.
const LAST: usize = usize::MAX;

/// The length of the film in seconds.
pub fn seconds() -> f64 {
    SHOTS.iter().map(|shot| shot.seconds).sum()
}

/// The shot at a time of the film, and the progress of the shot, 0 to 1.
fn shot_at(seconds: f64) -> (&'static Shot, f64) {
    let mut remaining = seconds;
    for shot in SHOTS {
        if remaining < shot.seconds {
            return (shot, remaining / shot.seconds);
        }
        remaining -= shot.seconds;
    }
    (&SHOTS[SHOTS.len() - 1], 1.0)
}

/// The frame at a time of the film.
///
/// Figures show `figure_scene`; the build-up shows `land_scene`.
pub fn frame(figure_scene: &Scene, land_scene: &Scene, seconds: f64) -> Drawing {
    let (shot, progress) = shot_at(seconds);
    let mut frame = Drawing::new(SIZE[0], SIZE[1]);
    match shot.picture {
        ShotPicture::Figure { row: name, steps, points } => {
            draw_figure(&mut frame, figure_scene, name, (steps, points), progress);
        }
        ShotPicture::Land([from, to]) => {
            draw_moment(&mut frame, land_scene, from + (to - from) * progress)
        }
    }
    draw_subtitle(&mut frame, shot.caption, seconds / self::seconds());
    frame
}

/// The area for a figure above the caption, in points.
const FIGURE_AREA: [f64; 2] = [1200.0, 560.0];

fn draw_figure(
    frame: &mut Drawing,
    scene: &Scene,
    name: &str,
    (steps, points): ([usize; 2], [[f64; 2]; 2]),
    progress: f64,
) {
    let Some(row) = row(name) else { return };
    let last = row.steps.len() - 1;
    let [first, end] = steps.map(|step| step.min(last));
    let step = first + ((end + 1 - first) as f64 * progress) as usize;
    // Ease in and out.
    let eased_progress = progress * progress * (3.0 - 2.0 * progress);
    let point = [0, 1].map(|i| points[0][i] + (points[1][i] - points[0][i]) * eased_progress);
    let state = State { step: step.min(end), point, ..State::of(row) };
    let Ok(context) = Context::new(scene, &state, row) else { return };
    let drawing = context.draw();
    let scale = (FIGURE_AREA[0] / drawing.size[0]).min(FIGURE_AREA[1] / drawing.size[1]);
    let left = 0.5 * (SIZE[0] - scale * drawing.size[0]);
    frame.put(&drawing, [left, 16.0], scale);
}

/// A neutral colour that shows the form of the land alone.
const CLAY: [f32; 3] = [0.62, 0.60, 0.57];

/// The pixels of the land's picture, across and down: a pixel covers two points in each direction.
const PICTURE: [usize; 2] = [640, 288];

fn draw_moment(frame: &mut Drawing, scene: &Scene, seconds: f64) {
    let (stop, stop_progress) = build_up::stop_at(&scene.recipe, seconds);
    let mut moment = build_up::scene(scene, stop, stop_progress, false);
    if stop < Stop::Materials {
        // The thumbnail ignores the view's clay overlay, so clay becomes the colour of grass and
        // mountain.
        let colour = &mut moment.recipe.colour;
        (colour.grass, colour.mountain, colour.shininess_land) = (CLAY, CLAY, 8.0);
        moment.view.params.light.colour = [1.0; 3];
    }
    let [columns, rows] = PICTURE;
    let pixels = thumbnail(&moment, columns, rows).into();
    let size = [SIZE[0], SIZE[0] * rows as f64 / columns as f64];
    let raster = Shape::Raster { at: [0.0, 0.0], size, columns, pixels, smooth: true };
    frame.add("", Ink::Text, raster);
    let name = STOPS.iter().find(|row| row.stop == stop).map_or("", |row| row.name);
    frame.rect("", Ink::Paper, [24.0, 20.0], [200.0, 44.0]).scale_opacity(0.7);
    frame.text(Ink::Text, 24.0, [40.0, 42.0], Anchor::Left, name);
}

/// Draws the caption in at most two lines, and the progress bar.
fn draw_subtitle(frame: &mut Drawing, caption: &str, progress: f64) {
    let lines = words::wrap(caption, 74);
    for (i, line) in lines.iter().enumerate() {
        let y = SIZE[1] - 88.0 + 34.0 * i as f64;
        frame.text(Ink::Text, 24.0, [0.5 * SIZE[0], y], Anchor::Middle, line);
    }
    frame.rect("", Ink::Accent, [0.0, SIZE[1] - 5.0], [SIZE[0] * progress, 5.0]);
}

/// All captions as the text of a SubRip subtitle file.
///
/// ```
/// let subtitles = orogen_lab::film::subtitles();
/// assert!(subtitles.starts_with("1\n00:00:00,000 --> 00:00:05,000"));
/// ```
pub fn subtitles() -> String {
    let mut out = String::new();
    let mut start = 0.0;
    for (i, shot) in SHOTS.iter().enumerate() {
        let end = start + shot.seconds;
        let _ = writeln!(
            out,
            "{}\n{} --> {}\n{}\n",
            i + 1,
            timestamp(start),
            timestamp(end),
            shot.caption
        );
        start = end;
    }
    out
}

/// Formats a time in SubRip's form.
fn timestamp(seconds: f64) -> String {
    let milliseconds = (1000.0 * seconds).round() as u64;
    let (s, ms) = (milliseconds / 1000, milliseconds % 1000);
    format!("{:02}:{:02}:{:02},{ms:03}", s / 3600, s / 60 % 60, s % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teaching_scene;

    #[test]
    fn the_film_lasts_a_minute_and_shows_existing_figures() {
        assert_eq!(seconds(), 60.0);
        for shot in SHOTS {
            assert!(words::wrap(shot.caption, 74).len() <= 2, "{}", shot.caption);
            if let ShotPicture::Figure { row: name, .. } = shot.picture {
                assert!(row(name).is_some(), "{name}");
            }
        }
        assert_eq!(subtitles().matches(" --> ").count(), SHOTS.len());
        assert!(subtitles().contains("00:00:55,000 --> 00:01:00,000"));
    }

    #[test]
    fn every_shot_has_a_picture() {
        let (figure_scene, land_scene) = (teaching_scene(), Scene::default());
        let mut start = 0.0;
        for shot in SHOTS {
            let items = frame(&figure_scene, &land_scene, start + 0.5 * shot.seconds).items;
            assert!(items.len() > 3, "{}: {} parts", shot.caption, items.len());
            start += shot.seconds;
        }
    }
}
