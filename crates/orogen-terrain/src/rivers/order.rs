//! Strahler's order of rivers.

use super::cells::Cell;
use super::drainage::Drainage;
use super::nodes::RiverGround;

impl<G: RiverGround> Drainage<G> {
    /// Strahler's order of the river at a node; 0 for a dry valley.
    ///
    /// A river without a river among its inflows has order 1. Where two rivers of the highest order
    /// meet, the order rises by 1 (Strahler 1957). Like the flow, the order counts only the steps upstream.
    pub fn order(&self, cell: Cell) -> u32 {
        self.order_within(cell, self.settings().steps)
    }

    fn order_within(&self, cell: Cell, steps: u32) -> u32 {
        if self.catchment_km2(cell) < self.settings().from_km2 {
            return 0;
        }
        let (mut highest, mut count) = (1, 0);
        if steps > 0 {
            for order in self.inflows(cell).map(|from| self.order_within(from, steps - 1)) {
                match order.cmp(&highest) {
                    std::cmp::Ordering::Greater => (highest, count) = (order, 1),
                    std::cmp::Ordering::Equal => count += 1,
                    std::cmp::Ordering::Less => {}
                }
            }
        }
        highest + u32::from(count > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::WavyGround;
    use super::super::{Block, RiverSettings};
    use super::*;
    use orogen_noise::hash::Seed;

    #[test]
    fn two_rivers_of_the_highest_order_make_one_of_the_next() {
        let drainage = Drainage::new(WavyGround::default(), Seed(3), RiverSettings::default());
        let mut counts = [0; 8];
        for cell in Block([0, 0]).cells().chain(Block([1, 0]).cells()) {
            let order = drainage.order(cell);
            counts[order as usize] += 1;
            let is_river = drainage.catchment_km2(cell) >= drainage.settings().from_km2;
            assert_eq!(order > 0, is_river, "{cell:?}");
            // Near the source the steps upstream cut nothing off.
            if is_river && drainage.flow(cell).longest < drainage.settings().steps {
                let mut inflows: Vec<_> =
                    drainage.inflows(cell).map(|it| drainage.order(it)).collect();
                inflows.sort_unstable();
                let wanted = match inflows[..] {
                    [.., a, b] if a == b && b > 0 => b + 1,
                    [.., b] => b.max(1),
                    [] => 1,
                };
                assert_eq!(order, wanted, "{cell:?} {inflows:?}");
            }
        }
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0, "{counts:?}");
    }
}
