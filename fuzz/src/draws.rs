//! Choices drawn from bytes, so that a fuzzer that changes bytes changes choices.

/// The bytes to draw from; zeros follow after their end.
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

    /// A share from 0 to 1, including both ends.
    pub fn share(&mut self) -> f64 {
        let [high, low] = [self.byte(), self.byte()];
        f64::from(u16::from_be_bytes([high, low])) / 65535.0
    }

    /// A whole number below `count`, which is at most 256.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// Returns true for one in `count` bytes.
    pub fn one_in(&mut self, count: usize) -> bool {
        // The zeros after the end give false.
        self.below(count) == count - 1
    }

    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}
