//! Makes the courses of many blocks at once, before the land around them is sampled.

use std::collections::HashSet;

use rayon::prelude::*;

use super::cells::{Block, SIDE};
use super::network::{MAX_BLOCKS, Network};
use super::nodes::RiverGround;

/// A rectangle, by its north-west and south-east corners in metres.
type AreaM = [[f64; 2]; 2];

impl<G: RiverGround> Network<G> {
    /// Makes the courses in some rectangles on the current rayon pool, nearest first if the rectangles
    /// are. Begins no other block once `is_cancelled` returns true.
    ///
    /// Samples of the land need these courses anyway. The caller can cancel between two blocks here, but
    /// a chunk that is being sampled waits for all courses around it.
    pub fn prepare(
        &self,
        areas_m: impl Iterator<Item = AreaM>,
        is_cancelled: impl Fn() -> bool + Sync,
    ) {
        let mut seen = HashSet::new();
        // More blocks would displace the first from the cache.
        let blocks: Vec<Block> = areas_m
            .flat_map(|area_m| self.blocks_in(area_m))
            .filter(|block| seen.insert(*block))
            .take(MAX_BLOCKS / 2)
            .collect();
        blocks.par_iter().filter(|_| !is_cancelled()).for_each(|block| _ = self.courses(*block));
    }

    fn blocks_in(&self, area_m: AreaM) -> impl Iterator<Item = Block> {
        let block_m = SIDE as f64 * self.drainage().settings().spacing_m;
        let [[west, north], [east, south]] =
            area_m.map(|corner_m| corner_m.map(|m| (m / block_m).floor() as i64));
        (north..=south).flat_map(move |row| (west..=east).map(move |column| Block([column, row])))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::settings::RiverSettings;
    use super::super::tests::WavyGround;
    use super::*;
    use orogen_noise::hash::Seed;

    /// A ground that counts its requests.
    struct CountingGround(WavyGround, AtomicUsize);

    impl RiverGround for CountingGround {
        fn heights_m(
            &self,
            lines_m: [&[f64]; 2],
            offsets_m: Option<[Vec<f32>; 2]>,
            band_limit_m: f64,
        ) -> Vec<f32> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.heights_m(lines_m, offsets_m, band_limit_m)
        }
    }

    #[test]
    fn a_cancelled_network_makes_no_further_blocks() {
        let requests_when = |is_cancelled: bool| {
            let ground = CountingGround(WavyGround::default(), AtomicUsize::new(0));
            let network = Network::new(ground, Seed(3), RiverSettings::default()).unwrap();
            network.prepare([[[0.0; 2], [2e4, 1e4]]].into_iter(), || is_cancelled);
            network.drainage().ground().1.load(Ordering::Relaxed)
        };
        assert_eq!(requests_when(true), 0);
        assert!(requests_when(false) > 10);
    }

    #[test]
    fn prepared_blocks_have_the_bits_of_others() {
        let network = || Network::new(WavyGround::default(), Seed(3), RiverSettings::default());
        let [prepared, fresh] = [network().unwrap(), network().unwrap()];
        prepared.prepare([[[-9e3, 0.0], [9e3, 3e3]]].into_iter(), || false);
        for block in fresh.blocks_in([[-9e3, 0.0], [9e3, 3e3]]) {
            assert_eq!(prepared.segments(block), fresh.segments(block));
        }
    }
}
