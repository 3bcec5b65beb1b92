//! Finds the marks near a place, so that marks elsewhere cost nothing.

use super::shape::{NOWHERE, Rectangle, join, touch};

/// A hierarchical grid of rectangles. Each rectangle is listed in squares at least as large as
/// itself, so it touches at most four.
#[derive(Debug)]
pub(super) struct Index {
    rectangles: Vec<Rectangle>,
    sizes: Vec<Squares>,
    all: Rectangle,
}

/// The squares of one size.
#[derive(Debug)]
struct Squares {
    side_m: f64,
    /// Each square, by column and row, with a rectangle that touches it, in ascending order.
    squares: Vec<([i64; 2], u32)>,
    /// The indices of the rectangles.
    members: Vec<u32>,
}

impl Squares {
    /// The squares that a rectangle touches: the first and the last column and row.
    fn touched(&self, rectangle: &Rectangle) -> [[i64; 2]; 2] {
        rectangle.map(|corner| corner.map(|m| (m / self.side_m).floor() as i64))
    }

    /// The indices of the rectangles that touch a square.
    fn touching(&self, square: [i64; 2]) -> impl Iterator<Item = u32> {
        let first = self.squares.partition_point(|(other, _)| *other < square);
        let from_first = self.squares[first..].iter();
        from_first.take_while(move |(other, _)| *other == square).map(|(_, member)| *member)
    }
}

impl Index {
    pub fn new(rectangles: Vec<Rectangle>) -> Self {
        let mut sizes: Vec<Squares> = vec![];
        for (member, rectangle) in (0..).zip(&rectangles) {
            let [low, high] = rectangle;
            let extent_m = (high[0] - low[0]).max(high[1] - low[1]);
            let mut side_m = 1.0;
            while side_m < extent_m {
                side_m *= 2.0;
            }
            let known = sizes.iter().position(|size| size.side_m == side_m);
            let index = known.unwrap_or_else(|| {
                sizes.push(Squares { side_m, squares: vec![], members: vec![] });
                sizes.len() - 1
            });
            let size = &mut sizes[index];
            size.members.push(member);
            let [first, last] = size.touched(rectangle);
            for row in first[1]..=last[1] {
                let columns = first[0]..=last[0];
                size.squares.extend(columns.map(|column| ([column, row], member)));
            }
        }
        sizes.iter_mut().for_each(|size| size.squares.sort_unstable());
        let all = rectangles.iter().fold(NOWHERE, |all, rectangle| join(all, *rectangle));
        Self { rectangles, sizes, all }
    }

    /// The indices of the rectangles that touch an area, in ascending order.
    pub fn near(&self, area: &Rectangle) -> Vec<u32> {
        let mut found = vec![];
        if !touch(&self.all, area) {
            return found;
        }
        for size in &self.sizes {
            let [first, last] = size.touched(area);
            let [columns, rows] = [0, 1].map(|axis| last[axis].saturating_sub(first[axis]));
            let squares = columns.saturating_add(1).saturating_mul(rows.saturating_add(1));
            if squares as usize >= size.members.len() {
                found.extend(&size.members);
                continue;
            }
            for row in first[1]..=last[1] {
                for column in first[0]..=last[0] {
                    found.extend(size.touching([column, row]));
                }
            }
        }
        found.retain(|member| touch(&self.rectangles[*member as usize], area));
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn exactly_the_rectangles_that_touch_are_found(
            rectangles in prop::collection::vec((prop::array::uniform2(-1e5..1e5f64), prop::array::uniform2(0.0..2e4f64)), 0..40),
            (low, sides) in (prop::array::uniform2(-1e5..1e5f64), prop::array::uniform2(0.0..5e4f64)),
        ) {
            let rectangle = |(low, sides): &([f64; 2], [f64; 2])| {
                [*low, [low[0] + sides[0], low[1] + sides[1]]]
            };
            let rectangles: Vec<Rectangle> = rectangles.iter().map(rectangle).collect();
            let area = rectangle(&(low, sides));
            let touching = (0..).zip(&rectangles).filter(|(_, other)| touch(other, &area));
            let expected: Vec<u32> = touching.map(|(member, _)| member).collect();
            prop_assert_eq!(Index::new(rectangles.clone()).near(&area), expected);
        }
    }
}
