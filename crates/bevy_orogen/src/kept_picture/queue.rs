//! The order in which the pieces of a picture are drawn.
//!
//! Entities come first, from near to far, so that the depth test rejects most pixels of hidden
//! entities. Then come entities without a known screen rectangle, such as the sky, and finally a copy
//! of the whole picture. An entity is drawn once, or in several rectangles if it covers many
//! pixels. (A loop over rectangles of the picture would draw distant chunks repeatedly, and
//! spend 2 ms of processor time on a chunk's vertices each time.)

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::screen_boxes::ScreenBoxes;

/// A part of the picture that is drawn without a break.
#[derive(Clone, Debug)]
pub(super) struct PicturePiece {
    pub draws: PieceDraws,
    /// The rectangle of pixels that the piece may change.
    pub pixels: URect,
    /// The estimated cost, in drawn pixels.
    weight: f32,
}

/// The content of a piece.
#[derive(Clone, Debug)]
pub(super) enum PieceDraws {
    /// The entities in this set.
    Entities(Arc<HashSet<Entity>>),
    /// All entities without a known screen rectangle.
    Others,
    /// No entities: all are drawn already, and the whole picture is copied.
    Nothing,
}

/// The cost of an entity's vertices, in drawn pixels.
const VERTEX_COST: f32 = 400.0;
/// The smallest and the largest cost limit of a piece.
const MAX_WEIGHT_RANGE: [f32; 2] = [1500.0, 400_000.0];
/// The largest factor by which the cost limit grows from piece to piece. Hidden entities are fast, but
/// the next entity may be visible.
const GROWTH: f32 = 1.4;

/// The cost limit of pieces, adapted to the measured time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The cost limit of the next piece.
    max_weight: f32,
    /// The intended time of a piece.
    target_time: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { max_weight: 8000.0, target_time: Duration::from_millis(50) }
    }
}

impl Pace {
    /// Adapts the cost limit to the time that a piece took.
    pub fn adapt(&mut self, piece: &PicturePiece, took: Duration) {
        let (target_time, took) = (self.target_time.as_secs_f32(), took.as_secs_f32().max(1e-4));
        let fits = piece.weight * target_time / took;
        self.max_weight =
            fits.min(self.max_weight * GROWTH).clamp(MAX_WEIGHT_RANGE[0], MAX_WEIGHT_RANGE[1]);
    }
}

/// The pieces of a picture that are still to be drawn.
#[derive(Default)]
pub(super) struct PieceQueue {
    pub pace: Pace,
    size: UVec2,
    /// Entities, each with the pixels that it may cover, the nearest last.
    entities: Vec<(Entity, URect)>,
    /// The remaining rectangles of an entity that covers many pixels.
    parts: Vec<(Entity, URect)>,
    /// The remaining rectangles in which entities without a known screen rectangle are to be drawn.
    others: Vec<URect>,
    is_copied: bool,
}

impl PieceQueue {
    /// The queue for a new picture of `size` pixels.
    pub fn new(boxes: &ScreenBoxes, size: UVec2, pace: Pace) -> Self {
        let visible = boxes.0.iter().filter(|(_, place)| !place.pixels.is_empty());
        let mut entities: Vec<_> = visible.map(|(entity, place)| (*entity, *place)).collect();
        entities.sort_by(|(_, a), (_, b)| b.distance.total_cmp(&a.distance));
        let entities = entities.into_iter().map(|(entity, place)| (entity, place.pixels)).collect();
        let others = vec![URect { min: UVec2::ZERO, max: size }];
        Self { pace, size, entities, others, parts: vec![], is_copied: false }
    }

    /// The number of entities and rectangles still to draw, plus the final copy.
    ///
    /// It is 0 when the picture is complete.
    pub fn remaining_count(&self) -> usize {
        self.entities.len() + self.parts.len() + self.others.len() + usize::from(!self.is_copied)
    }

    /// The next piece; `None` when the picture is complete.
    ///
    /// It is planned to take half of `time_limit`.
    pub fn next(&mut self, time_limit: Duration) -> Option<PicturePiece> {
        self.pace.target_time = time_limit.mul_f32(0.5);
        let max_weight = self.pace.max_weight;
        if self.parts.is_empty()
            && self.entities.last().is_some_and(|(_, pixels)| area(*pixels) > max_weight)
        {
            self.parts.extend(self.entities.pop());
        }
        if let Some((entity, pixels)) = self.parts.pop() {
            let (now, later) = split(pixels, max_weight);
            self.parts.extend(later.map(|rest| (entity, rest)));
            return Some(PicturePiece::of(HashSet::from([entity]), now, area(now) + VERTEX_COST));
        }
        if let Some(piece) = self.next_entities(max_weight) {
            return Some(piece);
        }
        if let Some(pixels) = self.others.pop() {
            let (now, later) = split(pixels, max_weight);
            self.others.extend(later);
            let draws = PieceDraws::Others;
            return Some(PicturePiece { draws, pixels: now, weight: area(now) + VERTEX_COST });
        }
        if std::mem::replace(&mut self.is_copied, true) {
            return None;
        }
        let pixels = URect { min: UVec2::ZERO, max: self.size };
        Some(PicturePiece { draws: PieceDraws::Nothing, pixels, weight: MAX_WEIGHT_RANGE[1] })
    }

    /// A piece with the nearest entities whose total cost is at most `max_weight`, at least one.
    fn next_entities(&mut self, max_weight: f32) -> Option<PicturePiece> {
        let (entity, mut bounds) = self.entities.pop()?;
        let mut weight = area(bounds) + VERTEX_COST;
        let mut entities = HashSet::from([entity]);
        while let Some((entity, pixels)) = self.entities.last() {
            let entity_weight = area(*pixels) + VERTEX_COST;
            if weight + entity_weight > max_weight {
                break;
            }
            weight += entity_weight;
            bounds = bounds.union(*pixels);
            entities.insert(*entity);
            self.entities.pop();
        }
        Some(PicturePiece::of(entities, bounds, weight))
    }
}

impl PicturePiece {
    fn of(entities: HashSet<Entity>, pixels: URect, weight: f32) -> Self {
        Self { draws: PieceDraws::Entities(Arc::new(entities)), pixels, weight }
    }
}

fn area(pixels: URect) -> f32 {
    pixels.width() as f32 * pixels.height() as f32
}

/// Splits off a rectangle of about `max_weight` pixels.
///
/// The rectangle is as wide as possible: llvmpipe distributes blocks of pixels to its threads, and a
/// wide rectangle has blocks for all threads. Returns the rectangle, and the remaining pixels as up to
/// two rectangles; the last of them is split next.
fn split(pixels: URect, max_weight: f32) -> (URect, impl Iterator<Item = URect>) {
    /// The side of the square blocks of pixels that llvmpipe shades together.
    const STAMP: u32 = 4;
    let max_weight = max_weight.max(1.0) as u32;
    let step = |from: u32, by: u32, to: u32| {
        let next = (from + by) / STAMP * STAMP;
        if next <= from { (from / STAMP + 1) * STAMP } else { next }.min(to)
    };
    let bottom = step(pixels.min.y, max_weight / pixels.width().max(1), pixels.max.y);
    let right_edge = step(pixels.min.x, max_weight / (bottom - pixels.min.y), pixels.max.x);
    let now = URect { max: UVec2::new(right_edge, bottom), ..pixels };
    let right =
        URect { min: UVec2::new(right_edge, pixels.min.y), max: UVec2::new(pixels.max.x, bottom) };
    let below = URect { min: UVec2::new(pixels.min.x, bottom), ..pixels };
    (now, [below, right].into_iter().filter(|rest| !rest.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::super::screen_boxes::ScreenBox;
    use super::*;
    use proptest::prelude::*;

    const MS: Duration = Duration::from_millis(1);

    proptest! {
        #[test]
        fn a_rectangle_is_split_into_parts_that_cover_it_once(
            x in 0u32..900, y in 0u32..700, width in 1u32..900, height in 1u32..700, max_weight in 500f32..400_000.0,
        ) {
            let all = URect::new(x, y, x + width, y + height);
            let (mut left, mut covered) = (vec![all], 0.0);
            let mut parts = vec![];
            while let Some(rest) = left.pop() {
                let (now, later) = split(rest, max_weight);
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
    fn every_entity_is_drawn_over_all_its_pixels_and_the_nearest_comes_first() {
        let size = UVec2::new(640, 360);
        let entity = |i: u32| Entity::from_raw_u32(i + 1).unwrap();
        let place = |i: u32| ScreenBox {
            pixels: URect::new(i, i, (i + 40 * i).min(640).max(i + 5), (i + 200).min(360)),
            distance: (i * 37 % 50) as f32,
        };
        let boxes = ScreenBoxes((0..50).map(|i| (entity(i), place(i))).collect());
        let mut queue = PieceQueue::new(&boxes, size, Pace::default());
        let mut covered = std::collections::HashMap::<Entity, f32>::new();
        let (mut last, mut others, mut ends) = (0.0, 0.0, 0);
        while let Some(piece) = queue.next(80 * MS) {
            match &piece.draws {
                PieceDraws::Entities(entities) => {
                    for thing in entities.iter() {
                        *covered.entry(*thing).or_default() += match entities.len() {
                            1 => area(piece.pixels),
                            _ => area(boxes.0[thing].pixels),
                        };
                        assert!(boxes.0[thing].distance >= last);
                    }
                    last =
                        entities.iter().map(|thing| boxes.0[thing].distance).fold(last, f32::max);
                    assert_eq!(others, 0.0, "entities without a rectangle come later");
                }
                PieceDraws::Others => others += area(piece.pixels),
                PieceDraws::Nothing => ends += 1,
            }
            queue.pace.adapt(&piece, 30 * MS);
        }
        for (thing, place) in &boxes.0 {
            assert_eq!(covered[thing], area(place.pixels));
        }
        assert_eq!((others, ends, queue.remaining_count()), (640.0 * 360.0, 1, 0));
    }

    #[test]
    fn pieces_shrink_at_once_and_grow_slowly() {
        let mut pace = Pace::default();
        let piece =
            |weight| PicturePiece { draws: PieceDraws::Others, pixels: URect::EMPTY, weight };
        pace.adapt(&piece(8000.0), 200 * MS);
        assert_eq!(pace.max_weight, 2000.0);
        pace.adapt(&piece(2000.0), MS);
        assert_eq!(pace.max_weight, 2000.0 * GROWTH);
        (0..9).for_each(|_| pace.adapt(&piece(10.0), 500 * MS));
        assert_eq!(pace.max_weight, MAX_WEIGHT_RANGE[0]);
    }
}
