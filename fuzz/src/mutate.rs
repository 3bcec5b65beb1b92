//! Damages bytes at random, as libFuzzer would.

/// A generator of random numbers, with its seed (SplitMix64; Steele, Lea, Flood 2014).
pub struct RandomNumbers(pub u64);

impl RandomNumbers {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Draws a whole number from 0 to `count` - 1.
    pub fn below(&mut self, count: usize) -> usize {
        (self.word() >> 33) as usize % count.max(1)
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| (self.word() >> 40) as u8).collect()
    }
}

/// Numbers at the limits of their types, which often break sizes and offsets.
const ODD: [u32; 12] =
    [0, 1, 2, 3, 0x7f, 0xff, 0x7fff, 0xffff, 0x8000_0000, 0x7fff_ffff, 0xffff_fffe, u32::MAX];

/// Returns one of the seeds with up to six damaged places. Most of them are in its first 400 bytes,
/// where file headers are.
pub fn damaged(seeds: &[Vec<u8>], words: &str, random: &mut RandomNumbers) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..1 + random.below(6) {
        let range = if random.below(3) > 0 { bytes.len().min(400) } else { bytes.len() };
        let at = random.below(range + 1).min(bytes.len());
        let length = random.below(40).min(bytes.len() - at);
        match random.below(9) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let part = bytes[at..at + length].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            3 => {
                let odd = ODD[random.below(ODD.len())];
                let width = [1, 2, 4][random.below(3)];
                let big = odd.to_be_bytes();
                let word = if random.below(2) == 0 {
                    big[4 - width..].to_vec()
                } else {
                    odd.to_le_bytes()[..width].to_vec()
                };
                for (byte, new) in bytes.iter_mut().skip(at).zip(word) {
                    *byte = new;
                }
            }
            4 => {
                // Replace some bytes with a piece of a seed.
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                let part = &other[from..(from + random.below(200)).min(other.len())];
                bytes.splice(at..at + length, part.iter().copied());
            }
            5 | 6 if !words.is_empty() => {
                let words: Vec<&str> = words.split('|').collect();
                let word = words[random.below(words.len())];
                let end = if random.below(2) == 0 { at } else { at + length };
                bytes.splice(at..end, word.bytes());
            }
            7 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.word() as u8;
                }
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
    bytes
}
