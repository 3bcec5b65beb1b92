//! Compresses a zlib stream (RFC 1950) in independent pieces, for many threads.

use flate2::{Compress, Compression, FlushCompress, Status};

use crate::stream::WriteError;

/// A fast level. On filtered heights, higher levels give no smaller files: see the bench `export`.
const LEVEL: u32 = 3;

/// The header of the stream. It says: deflate, a window of 32 KiB, a fast level.
pub const HEADER: [u8; 2] = [0x78, 0x5e];

/// The level for maps, of which an export writes many at once. It halves the time, and files are a
/// tenth larger.
const FAST_LEVEL: u32 = 1;

/// Compresses pieces of a stream. Each thread needs a deflater of its own.
pub struct Deflater(Compress);

impl Default for Deflater {
    fn default() -> Self {
        Self(Compress::new(Compression::new(LEVEL), false))
    }
}

impl Deflater {
    /// Returns a compressor with the level for maps.
    pub fn fast() -> Self {
        Self(Compress::new(Compression::new(FAST_LEVEL), false))
    }

    /// Compresses a piece and appends it to `out`. Every piece except the last ends on a byte
    /// boundary, so that the next piece can follow it. Pieces do not refer to each other, which makes
    /// files less than 1% larger for pieces of half a megabyte.
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
            // Deflate never adds more than this, so one pass is mostly enough.
            out.try_reserve(rest.len() + rest.len() / 64 + 64).map_err(|_| WriteError::Memory)?;
            let status = self
                .0
                .compress_vec(rest, out, flush)
                .map_err(|e| WriteError::Format(e.to_string()))?;
            let is_complete = match is_last {
                true => status == Status::StreamEnd,
                // A flush is complete if it leaves room in the buffer.
                false => self.0.total_in() as usize == piece.len() && out.len() < out.capacity(),
            };
            if is_complete {
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
    /// The number of bytes modulo [`BASE`].
    length: u32,
}

const BASE: u32 = 65521;

impl Adler32 {
    /// The checksum of zero bytes.
    pub const EMPTY: Self = Self { a: 1, b: 0, length: 0 };

    pub fn of(bytes: &[u8]) -> Self {
        let (mut a, mut b) = (1, 0);
        // The most bytes after which b still fits into u32.
        for piece in bytes.chunks(5552) {
            for &byte in piece {
                a += u32::from(byte);
                b += a;
            }
            (a, b) = (a % BASE, b % BASE);
        }
        Self { a, b, length: (bytes.len() % BASE as usize) as u32 }
    }

    /// Returns the checksum of these bytes followed by the bytes of `next`.
    pub fn then(self, next: Self) -> Self {
        // For each byte of `next`, b grows by this part's a, less the initial 1 of `next`.
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
    fn adler32_matches_a_published_value() {
        assert_eq!(Adler32::of(b"Wikipedia").value(), 0x11E6_0398);
        assert_eq!(Adler32::EMPTY.value(), 1);
    }

    proptest! {
        #[test]
        fn pieces_form_one_stream(
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
