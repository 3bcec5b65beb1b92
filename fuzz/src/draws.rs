//! Turns the fuzzer's bytes into choices. A fuzzer that changes a byte changes a choice.

/// The bytes that choices are made from. Endless zeros follow the last byte.
pub struct Draws<'a> {
    bytes: &'a [u8],
}

impl<'a> Draws<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    pub fn word(&mut self) -> u32 {
        u32::from_le_bytes([0; 4].map(|_| self.byte()))
    }

    /// Draws a number from 0 to 1, including both ends.
    pub fn share(&mut self) -> f64 {
        let [high, low] = [self.byte(), self.byte()];
        f64::from(u16::from_be_bytes([high, low])) / 65535.0
    }

    /// Draws a whole number from 0 to `count` - 1. `count` is at most 256.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// Draws true with a chance of about one in `count`.
    pub fn one_in(&mut self, count: usize) -> bool {
        // After the end of the bytes the draw is 0, which gives false (if `count` is above 1).
        self.below(count) == count - 1
    }

    /// Draws an element of a list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}
