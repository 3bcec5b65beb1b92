//! A zlib stream (RFC 1950) whose pieces are compressed independently.

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::stream::WriteError;

/// Fast, and on filtered heights as small as higher levels: see the bench `export`.
const LEVEL: u32 = 3;

/// The header of the stream: deflate, a window of 32 KiB, a fast level.
pub const HEADER: [u8; 2] = [0x78, 0x5e];

/// For maps, of which many are written at once: half the time, a tenth larger.
const FAST_LEVEL: u32 = 1;

/// Compresses pieces of a stream, in order or on many threads.
pub struct Deflater(Compress);

impl Default for Deflater {
    fn default() -> Self {
        Self(Compress::new(Compression::new(LEVEL), false))
    }
}

impl Deflater {
    /// Returns a faster compressor.
    pub fn fast() -> Self {
        Self(Compress::new(Compression::new(FAST_LEVEL), false))
    }

    /// Appends a piece. Unless it is the last, it ends on a byte boundary, so that the next one can
    /// follow. Pieces are independent, which costs less than 1% for pieces of half a megabyte.
    ///
    /// # Errors
    /// If memory is short, or the compressor fails.
    pub fn append(
        &mut self,
        piece: &[u8],
        is_last: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        self.0.reset();
        let flush = if is_last { FlushCompress::Finish } else { FlushCompress::Sync };
        loop {
            let rest = &piece[self.0.total_in() as usize..];
            // More than deflate ever adds, so one pass is mostly enough.
            out.try_reserve(rest.len() + rest.len() / 64 + 64).map_err(|_| WriteError::Memory)?;
            let status = self
                .0
                .compress_vec(rest, out, flush)
                .map_err(|e| WriteError::Format(e.to_string()))?;
            let whole = match is_last {
                true => status == Status::StreamEnd,
                // A flush is complete once it leaves free capacity.
                false => self.0.total_in() as usize == piece.len() && out.len() < out.capacity(),
            };
            if whole {
                return Ok(());
            }
        }
    }
}

/// The checksum of a zlib stream (RFC 1950, section 8.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adler32 {
    a: u32,
    b: u32,
    /// The length modulo [`BASE`].
    length: u32,
}

const BASE: u32 = 65521;

impl Adler32 {
    /// The checksum of no bytes.
    pub const EMPTY: Self = Self { a: 1, b: 0, length: 0 };

    pub fn of(bytes: &[u8]) -> Self {
        let (mut a, mut b) = (1, 0);
        // The longest run after which b still fits u32.
        for piece in bytes.chunks(5552) {
            for &byte in piece {
                a += u32::from(byte);
                b += a;
            }
            (a, b) = (a % BASE, b % BASE);
        }
        Self { a, b, length: (bytes.len() % BASE as usize) as u32 }
    }

    /// Returns the checksum of these bytes followed by those of `next`.
    pub fn then(self, next: Self) -> Self {
        // Each byte of `next` adds the first part's a to b, minus the initial 1 of `next`.
        let carried = u64::from(next.length) * u64::from(self.a + BASE - 1) % u64::from(BASE);
        Self {
            a: (self.a + next.a + BASE - 1) % BASE,
            b: (self.b + next.b + carried as u32) % BASE,
            length: (self.length + next.length) % BASE,
        }
    }

    /// Returns the checksum.
    pub fn value(self) -> u32 {
        self.b << 16 | self.a
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Read;

    #[test]
    fn a_published_checksum() {
        assert_eq!(Adler32::of(b"Wikipedia").value(), 0x11E6_0398);
        assert_eq!(Adler32::EMPTY.value(), 1);
    }

    proptest! {
        #[test]
        fn pieces_make_a_stream(
            pieces in prop::collection::vec(prop::collection::vec(0u8..9, 0..70_000), 1..5),
        ) {
            let (mut stream, mut checksum) = (HEADER.to_vec(), Adler32::EMPTY);
            for (i, piece) in pieces.iter().enumerate() {
                Deflater::default().append(piece, i + 1 == pieces.len(), &mut stream).unwrap();
                checksum = checksum.then(Adler32::of(piece));
            }
            stream.extend(checksum.value().to_be_bytes());
            let mut read = Vec::new();
            flate2::read::ZlibDecoder::new(&stream[..]).read_to_end(&mut read).unwrap();
            prop_assert_eq!(read, pieces.concat());
        }

        #[test]
        fn checksums_join(
            a in prop::collection::vec(any::<u8>(), 0..9000),
            b in prop::collection::vec(any::<u8>(), 0..9000),
        ) {
            let joined = Adler32::of(&a).then(Adler32::of(&b));
            prop_assert_eq!(joined, Adler32::of(&[a, b].concat()));
        }
    }
}
