//! Writes raw samples.

use std::io::{Seek, Write};

use crate::stream::{Encoder, FileBand, WriteError};

/// Writes raw samples, row by row.
pub struct Raw;

impl Encoder for Raw {
    type Packed = Vec<u8>;

    fn pack(&self, band: FileBand) -> Result<Vec<u8>, WriteError> {
        Ok(std::mem::take(band.bytes))
    }

    fn write<W: Write + Seek>(
        &self,
        mut sink: W,
        bands: &mut dyn Iterator<Item = Vec<u8>>,
        give_back: &dyn Fn(Vec<u8>),
    ) -> Result<(), WriteError> {
        for band in bands {
            sink.write_all(&band)?;
            give_back(band);
        }
        Ok(sink.flush()?)
    }
}
