//! Checksums of the samples along each side of a file. They show, in every format, whether
//! neighbouring tiles agree.

use serde::{Deserialize, Serialize};

/// The CRC-32 of the samples on each of the four sides, as eight hexadecimal digits. Each side is
/// read in the order of the file's rows and columns.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Borders {
    #[serde(with = "hex")]
    pub north: u32,
    #[serde(with = "hex")]
    pub south: u32,
    #[serde(with = "hex")]
    pub west: u32,
    #[serde(with = "hex")]
    pub east: u32,
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(sum: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{sum:08x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
        u32::from_str_radix(&String::deserialize(from)?, 16).map_err(D::Error::custom)
    }
}

/// Computes the checksums while the bands of a file arrive.
#[derive(Default)]
pub(super) struct BorderSums {
    /// The checksums of the first row and of the last row so far.
    first: Option<u32>,
    last: u32,
    west: crc32fast::Hasher,
    east: crc32fast::Hasher,
}

impl BorderSums {
    /// Adds the next whole rows of the file.
    pub fn add(&mut self, bytes: &[u8], row_bytes: usize, sample_bytes: usize) {
        for row in bytes.chunks_exact(row_bytes) {
            self.west.update(&row[..sample_bytes]);
            self.east.update(&row[row_bytes - sample_bytes..]);
        }
        let Some(last) = bytes.len().checked_sub(row_bytes) else { return };
        self.first.get_or_insert_with(|| crc32fast::hash(&bytes[..row_bytes]));
        self.last = crc32fast::hash(&bytes[last..]);
    }

    /// Returns the checksums. `south_first` is true if the first row of the file is the southernmost.
    pub fn finish(self, south_first: bool) -> Borders {
        let (first, last) = (self.first.unwrap_or(0), self.last);
        let [north, south] = if south_first { [last, first] } else { [first, last] };
        Borders { north, south, west: self.west.finalize(), east: self.east.finalize() }
    }
}
