//! A gallery of textures.

use std::sync::LazyLock;

use crate::field::raster;
use crate::screens::prelude::*;
use orogen_noise::BASES;
use orogen_noise::texture::{self, PlaneView, Texture};

pub(super) static GALLERY: FigureRow = FigureRow {
    name: "gallery",
    screen: Screen::Viewer,
    title: "A gallery",
    question: "What does noise look like, and what can you make of it?",
    steps: &[
        "Every noise of the library, one octave each, from its least value (black) to its greatest \
         (white).",
        "Textures made of these noises: five sums of octaves, then a map and materials. Each is a \
         formula and a few numbers; none is a photograph.",
    ],
    reproduces: &[("L1", 1)],
    controls: &[Control::integer(
        "gallery.chosen",
        "Chosen",
        (1, 7, 18),
        "The picture that is framed and described.",
    )],
    code: &[
        "use orogen_noise::texture::{self, PlaneView, render};",
        "",
        "let marble = texture::find(\"marble\").unwrap();",
        "let numbers = marble.default_numbers();",
        "let shader = marble.shader(&marble.spec, &numbers)?;",
        "let view = PlaneView { width: 512, height: 512,",
        "    span: marble.span, centre: marble.centre };",
        "let rgb = render(&shader, marble.sharp, &view);",
    ],
    draw,
    challenge: Challenge {
        task: "Find the texture that is fBm of fBm.",
        hint: "It is one of the materials. Click a picture to read its description.",
        is_solved: |c| c.step() == 1 && names(1).get(chosen_index(c)) == Some(&"marble"),
    },
};

/// Pixels per side of a thumbnail.
const PIXELS: usize = 96;

/// A small picture of a texture.
struct Thumbnail {
    texture: Texture,
    pixels: Vec<[u8; 3]>,
}

/// Thumbnails of all textures with default parameters, made once because they never change.
static THUMBNAILS: LazyLock<Vec<Thumbnail>> = LazyLock::new(|| {
    let render_thumbnail = |texture: Texture| {
        let shader = texture.shader(&texture.spec, &texture.default_numbers()).ok()?;
        let (span, centre) = (texture.span, texture.centre);
        let view = PlaneView { width: PIXELS, height: PIXELS, span, centre };
        let bytes = texture::render(&shader, false, &view);
        Some(Thumbnail { texture, pixels: bytes.as_chunks::<3>().0.to_vec() })
    };
    texture::names().filter_map(texture::find).filter_map(render_thumbnail).collect()
});

/// The thumbnails of a step: the noise bases at step 0, the textures at step 1.
fn thumbnails(step: usize) -> &'static [Thumbnail] {
    let (bases, textures) = THUMBNAILS.split_at(BASES.len().min(THUMBNAILS.len()));
    if step == 0 { bases } else { textures }
}

fn names(step: usize) -> Vec<&'static str> {
    thumbnails(step).iter().map(|thumbnail| thumbnail.texture.name).collect()
}

fn chosen_index(c: &Context) -> usize {
    (c.integer("gallery.chosen") - 1).min(thumbnails(c.step()).len() - 1)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 480.0);
    let step = c.step();
    let (columns, side, row) = if step == 0 { (6, 116.0, 142.0) } else { (5, 130.0, 150.0) };
    let step_x = 748.0 / columns as f64;
    for (i, Thumbnail { texture, pixels }) in thumbnails(step).iter().enumerate() {
        let at = [
            6.0 + step_x * (i % columns) as f64 + 0.5 * (step_x - side),
            10.0 + row * (i / columns) as f64,
        ];
        let is_chosen = i == chosen_index(c);
        if is_chosen {
            d.rect(texture.name, Ink::Accent, [at[0] - 3.0, at[1] - 3.0], [side + 6.0; 2]);
        }
        let picture = raster(at, [side; 2], PIXELS, pixels.clone());
        d.add(texture.name, Ink::Text, picture);
        let below = [at[0] + 0.5 * side, at[1] + side + 10.0];
        let ink = if is_chosen { Ink::Accent } else { Ink::Text };
        d.text(ink, 11.0, below, Anchor::Middle, texture.name);
        d.handles.push(
            Handle::new(
                texture.name,
                format!("choose {}", texture.name),
                [at[0] + 0.5 * side, at[1] + 0.5 * side],
            )
            .click_sets("gallery.chosen", i as f64 + 1.0),
        );
    }
    let texture = &thumbnails(step)[chosen_index(c)].texture;
    let text = format!("{}: {}", texture.name, texture.doc);
    d.text(Ink::Text, 12.0, [380.0, 464.0], Anchor::Middle, &text);
    finish(d, c, &[4, 2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn every_texture_is_in_the_gallery_and_can_be_chosen() {
        let scene = teaching_scene();
        let all = texture::names().count();
        assert_eq!(names(0).len() + names(1).len(), all);
        let mut state = State::of(&GALLERY);
        for (step, row) in [0, 1].map(|step| (step, names(step))) {
            for (i, name) in row.into_iter().enumerate() {
                state.step = step;
                state.set(&GALLERY, "gallery.chosen", i as f64 + 1.0);
                let c = Context::new(&scene, &state, &GALLERY).unwrap();
                assert_eq!(names(step)[chosen_index(&c)], name);
                assert_eq!((GALLERY.challenge.is_solved)(&c), name == "marble");
                assert_eq!(c.draw().handles.len(), names(step).len());
            }
        }
    }
}
