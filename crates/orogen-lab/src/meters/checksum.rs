//! A checksum of a noise's values, the same on every machine.

use orogen_noise::Noise;
use orogen_noise::hash::fnv1a;
use orogen_noise::statistics::sample_values;

/// The FNV-1a hash of the values' bits, lowest byte first.
pub fn checksum(values: &[f64]) -> u64 {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    fnv1a(&bytes)
}

/// The checksum of a noise at the first `count` points of [`sample_values`].
pub fn checksum_of_noise(noise: &Noise, count: u32) -> u64 {
    checksum(&sample_values(noise, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::{NoiseSpec, hash::Seed};

    #[test]
    fn checksums_hash_the_bits_of_the_values() {
        // FNV-1a of no bytes is its published start value.
        assert_eq!(checksum(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(checksum(&[0.0]), fnv1a(&[0; 8]));
        assert_eq!(checksum(&[1.0, 2.0, -0.5]), 0xe511_0d79_fe34_69f5);
        assert_ne!(checksum(&[0.0]), checksum(&[-0.0]));
        let checksum_of_seed = |seed| {
            let spec = NoiseSpec { seed: Seed(seed), ..NoiseSpec::default() };
            checksum_of_noise(&spec.build(2).unwrap(), 1000)
        };
        assert_eq!(checksum_of_seed(1), checksum_of_seed(1));
        assert_ne!(checksum_of_seed(1), checksum_of_seed(2));
    }
}
