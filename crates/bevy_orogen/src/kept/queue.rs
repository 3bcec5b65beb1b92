//! What the pieces of a picture draw, in their order: things from near to far, so that what they hide
//! costs little; then what has no place, the sky among it; at last the whole picture is taken over.
//!
//! A thing is drawn once unless it covers many pixels: then it is drawn in rectangles. (To draw all
//! things of a rectangle would draw each far chunk again for every rectangle that it meets, and a
//! processor takes two milliseconds for a chunk's vertices.)

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::boxes::Boxes;

/// What one piece draws.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub draws: PieceDraws,
    /// Where.
    pub pixels: URect,
    /// What it counts for, in pixels.
    weight: f32,
}

/// What is drawn of the picture.
#[derive(Clone, Debug)]
pub(super) enum PieceDraws {
    /// These things.
    Things(Arc<HashSet<Entity>>),
    /// What has no place of its own.
    Others,
    /// Nothing: all is drawn, and taken over.
    Nothing,
}

/// The vertices of a thing count for so many pixels.
const VERTICES: f32 = 400.0;
/// What a piece may count for, at least and at most.
const WEIGHTS: [f32; 2] = [1500.0, 400_000.0];
/// How much more the next piece may count for than the one before: what is hidden is quick, and what comes next may not
/// be.
const GROWTH: f32 = 1.4;

/// How much a piece may draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// What a piece may count for.
    most: f32,
    /// How long it is to take.
    aim: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { most: 8000.0, aim: Duration::from_millis(50) }
    }
}

impl Pace {
    /// Fits what the next piece may count for to how long this one took.
    pub fn learn(&mut self, piece: &Piece, took: Duration) {
        let (aim, took) = (self.aim.as_secs_f32(), took.as_secs_f32().max(1e-4));
        let fits = piece.weight * aim / took;
        self.most = fits.min(self.most * GROWTH).clamp(WEIGHTS[0], WEIGHTS[1]);
    }
}

/// What is still to be drawn.
#[derive(Default)]
pub(super) struct Queue {
    pub pace: Pace,
    size: UVec2,
    /// Things and the pixels that they may cover, the nearest last.
    things: Vec<(Entity, URect)>,
    /// What is left of a thing that covers many pixels.
    parts: Vec<(Entity, URect)>,
    /// What is left of the picture for what has no place.
    others: Vec<URect>,
    is_taken_over: bool,
}

impl Queue {
    /// The queue of a picture of a size.
    pub fn new(boxes: &Boxes, size: UVec2, pace: Pace) -> Self {
        let seen = boxes.0.iter().filter(|(_, place)| !place.pixels.is_empty());
        let mut things: Vec<_> = seen.map(|(entity, place)| (*entity, *place)).collect();
        things.sort_by(|(_, a), (_, b)| b.distance.total_cmp(&a.distance));
        let things = things.into_iter().map(|(entity, place)| (entity, place.pixels)).collect();
        let others = vec![URect { min: UVec2::ZERO, max: size }];
        Self { pace, size, things, others, parts: vec![], is_taken_over: false }
    }

    /// How many things, and parts of them, are still to be drawn; 0 when the picture is whole.
    pub fn left(&self) -> usize {
        self.things.len() + self.parts.len() + self.others.len() + usize::from(!self.is_taken_over)
    }

    /// The next piece, which is to take no longer than that.
    pub fn next(&mut self, longest: Duration) -> Option<Piece> {
        self.pace.aim = longest.mul_f32(0.5);
        let most = self.pace.most;
        if self.parts.is_empty() && self.things.last().is_some_and(|(_, at)| area(*at) > most) {
            self.parts.extend(self.things.pop());
        }
        if let Some((entity, pixels)) = self.parts.pop() {
            let (now, later) = split(pixels, most);
            self.parts.extend(later.map(|rest| (entity, rest)));
            return Some(Piece::of(HashSet::from([entity]), now, area(now) + VERTICES));
        }
        if let Some(piece) = self.next_things(most) {
            return Some(piece);
        }
        if let Some(pixels) = self.others.pop() {
            let (now, later) = split(pixels, most);
            self.others.extend(later);
            let draws = PieceDraws::Others;
            return Some(Piece { draws, pixels: now, weight: area(now) + VERTICES });
        }
        if std::mem::replace(&mut self.is_taken_over, true) {
            return None;
        }
        let pixels = URect { min: UVec2::ZERO, max: self.size };
        Some(Piece { draws: PieceDraws::Nothing, pixels, weight: WEIGHTS[1] })
    }

    /// The nearest things that together count for no more than that.
    fn next_things(&mut self, most: f32) -> Option<Piece> {
        let (entity, mut pixels) = self.things.pop()?;
        let mut weight = area(pixels) + VERTICES;
        let mut these = HashSet::from([entity]);
        while let Some((entity, at)) = self.things.last() {
            let more = area(*at) + VERTICES;
            if weight + more > most {
                break;
            }
            weight += more;
            pixels = pixels.union(*at);
            these.insert(*entity);
            self.things.pop();
        }
        Some(Piece::of(these, pixels, weight))
    }
}

impl Piece {
    fn of(things: HashSet<Entity>, pixels: URect, weight: f32) -> Self {
        Self { draws: PieceDraws::Things(Arc::new(things)), pixels, weight }
    }
}

fn area(pixels: URect) -> f32 {
    pixels.width() as f32 * pixels.height() as f32
}

/// A rectangle of no more pixels than that, and what is left: rectangles, of which the last is next. It is as wide as it
/// can be: then it lies in many of the blocks that a driver hands to its threads.
fn split(pixels: URect, most: f32) -> (URect, impl Iterator<Item = URect>) {
    /// Rows and columns in which llvmpipe shades pixels together.
    const STAMP: u32 = 4;
    let most = most.max(1.0) as u32;
    let step = |from: u32, by: u32, to: u32| {
        let next = (from + by) / STAMP * STAMP;
        if next <= from { (from / STAMP + 1) * STAMP } else { next }.min(to)
    };
    let bottom = step(pixels.min.y, most / pixels.width().max(1), pixels.max.y);
    let right = step(pixels.min.x, most / (bottom - pixels.min.y), pixels.max.x);
    let now = URect { max: UVec2::new(right, bottom), ..pixels };
    let beside =
        URect { min: UVec2::new(right, pixels.min.y), max: UVec2::new(pixels.max.x, bottom) };
    let below = URect { min: UVec2::new(pixels.min.x, bottom), ..pixels };
    (now, [below, beside].into_iter().filter(|rest| !rest.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::super::boxes::Place;
    use super::*;
    use proptest::prelude::*;

    const MS: Duration = Duration::from_millis(1);

    proptest! {
        #[test]
        fn a_rectangle_is_split_into_parts_that_cover_it_once(
            x in 0u32..900, y in 0u32..700, width in 1u32..900, height in 1u32..700, most in 500f32..400_000.0,
        ) {
            let all = URect::new(x, y, x + width, y + height);
            let (mut left, mut covered) = (vec![all], 0.0);
            let mut parts = vec![];
            while let Some(rest) = left.pop() {
                let (now, later) = split(rest, most);
                prop_assert!(!now.is_empty() && all.contains(now.min) && all.contains(now.max));
                left.extend(later);
                covered += area(now);
                parts.push(now);
                prop_assert!(parts.len() < 2000);
            }
            prop_assert_eq!(covered, area(all));
            for (i, part) in parts.iter().enumerate() {
                prop_assert!(parts[i + 1..].iter().all(|other| part.intersect(*other).is_empty()));
            }
        }
    }

    #[test]
    fn every_thing_is_drawn_over_all_that_it_covers_the_nearest_first() {
        let size = UVec2::new(640, 360);
        let entity = |i: u32| Entity::from_raw_u32(i + 1).unwrap();
        let place = |i: u32| Place {
            pixels: URect::new(i, i, (i + 40 * i).min(640).max(i + 5), (i + 200).min(360)),
            distance: (i * 37 % 50) as f32,
        };
        let boxes = Boxes((0..50).map(|i| (entity(i), place(i))).collect());
        let mut queue = Queue::new(&boxes, size, Pace::default());
        let mut covered = std::collections::HashMap::<Entity, f32>::new();
        let (mut last, mut others, mut ends) = (0.0, 0.0, 0);
        while let Some(piece) = queue.next(80 * MS) {
            match &piece.draws {
                PieceDraws::Things(things) => {
                    for thing in things.iter() {
                        *covered.entry(*thing).or_default() += match things.len() {
                            1 => area(piece.pixels),
                            _ => area(boxes.0[thing].pixels),
                        };
                        assert!(boxes.0[thing].distance >= last);
                    }
                    last = things.iter().map(|it| boxes.0[it].distance).fold(last, f32::max);
                    assert_eq!(others, 0.0, "what has no place comes later");
                }
                PieceDraws::Others => others += area(piece.pixels),
                PieceDraws::Nothing => ends += 1,
            }
            queue.pace.learn(&piece, 30 * MS);
        }
        for (thing, place) in &boxes.0 {
            assert_eq!(covered[thing], area(place.pixels));
        }
        assert_eq!((others, ends, queue.left()), (640.0 * 360.0, 1, 0));
    }

    #[test]
    fn pieces_get_smaller_at_once_and_larger_by_and_by() {
        let mut pace = Pace::default();
        let piece = |weight| Piece { draws: PieceDraws::Others, pixels: URect::EMPTY, weight };
        pace.learn(&piece(8000.0), 200 * MS);
        assert_eq!(pace.most, 2000.0);
        pace.learn(&piece(2000.0), MS);
        assert_eq!(pace.most, 2000.0 * GROWTH);
        (0..9).for_each(|_| pace.learn(&piece(10.0), 500 * MS));
        assert_eq!(pace.most, WEIGHTS[0]);
    }
}
