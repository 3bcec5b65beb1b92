//! Computes the checksum of a file while it is written.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use super::sidecar::checksum;

/// The number of bytes at the file's start that stay in memory. Some formats rewrite them at the
/// end.
const HEAD_BYTES: usize = 1 << 20;

/// The length and the CRC-32 of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FileDigest {
    pub bytes: u64,
    pub crc32: u32,
}

/// A file that updates its checksum with every write, also when the writer goes back to the file's
/// start.
pub(super) struct ChecksumFile<'f> {
    file: &'f File,
    head: Vec<u8>,
    /// The checksum of all bytes after `head`.
    tail: crc32fast::Hasher,
    /// The offset of the next write.
    position: u64,
    end: u64,
    /// True if the writer changed or skipped bytes after `head`, so that the checksum needs another
    /// read of the file.
    needs_reread: bool,
}

impl<'f> ChecksumFile<'f> {
    /// Wraps an empty file.
    pub fn new(file: &'f File) -> Self {
        Self {
            file,
            head: vec![],
            tail: crc32fast::Hasher::new(),
            position: 0,
            end: 0,
            needs_reread: false,
        }
    }

    /// # Errors
    /// If the file must be read again for its checksum, and the read fails.
    pub fn finish(mut self) -> io::Result<FileDigest> {
        let crc32 = if self.needs_reread {
            self.file.seek(SeekFrom::Start(0))?;
            checksum(self.file)?
        } else {
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(&self.head);
            hasher.combine(&self.tail);
            hasher.finalize()
        };
        Ok(FileDigest { bytes: self.end, crc32 })
    }

    /// Flushes the buffer and calls [`ChecksumFile::finish`].
    ///
    /// # Errors
    /// An I/O error of the file.
    pub fn finish_buffered(sink: BufWriter<Self>) -> io::Result<FileDigest> {
        sink.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
    }

    fn record(&mut self, mut bytes: &[u8]) {
        self.needs_reread |= self.position > self.end;
        // The length of a slice fits u64.
        let mut offset = usize::try_from(self.position).unwrap_or(usize::MAX);
        self.position += bytes.len() as u64;
        if offset < HEAD_BYTES && !self.needs_reread {
            let (in_head, rest) = bytes.split_at(bytes.len().min(HEAD_BYTES - offset));
            let length = self.head.len().max(offset + in_head.len());
            self.head.resize(length, 0);
            self.head[offset..offset + in_head.len()].copy_from_slice(in_head);
            (bytes, offset) = (rest, offset + in_head.len());
        }
        if !bytes.is_empty() {
            self.needs_reread |= offset as u64 != self.end.max(HEAD_BYTES as u64);
            self.tail.update(bytes);
        }
        self.end = self.end.max(self.position);
    }
}

impl Write for ChecksumFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.record(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for ChecksumFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.file.seek(to)?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HEAD: u64 = HEAD_BYTES as u64;

    fn written(pieces: &[(u64, Vec<u8>)]) -> (FileDigest, bool, FileDigest) {
        let mut file = tempfile::tempfile().unwrap();
        let mut sink = ChecksumFile::new(&file);
        for (offset, bytes) in pieces {
            sink.seek(SeekFrom::Start(*offset)).unwrap();
            sink.write_all(bytes).unwrap();
        }
        let needs_reread = sink.needs_reread;
        let digest = sink.finish().unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        let bytes = file.metadata().unwrap().len();
        (digest, needs_reread, FileDigest { bytes, crc32: checksum(&file).unwrap() })
    }

    #[test]
    fn rewriting_the_start_needs_no_second_read() {
        let body = |n: usize| vec![7; n];
        for pieces in [
            vec![],
            vec![(0, body(10)), (10, body(3 << 20)), (2, vec![1, 2, 3])],
            vec![(0, body(HEAD_BYTES)), (HEAD, body(5)), (HEAD - 3, vec![1, 2, 3])],
        ] {
            let (digest, needs_reread, read) = written(&pieces);
            assert!(!needs_reread);
            assert_eq!(digest, read);
        }
        assert!(written(&[(0, body(HEAD_BYTES + 9)), (HEAD + 1, vec![5])]).1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn the_checksum_matches_the_file(
            pieces in prop::collection::vec((0u64..3, 0u64..40, 0usize..60), 1..6),
        ) {
            // Writes near the file's start, near the end of the head, and after it.
            let place = |(near, offset, length): (u64, u64, usize)| {
                (near * (HEAD - 20) + offset, vec![offset as u8 + 1; length])
            };
            let pieces: Vec<_> =
                pieces.into_iter().map(place).filter(|(_, bytes)| !bytes.is_empty()).collect();
            let (digest, _, read) = written(&pieces);
            prop_assert_eq!(digest, read);
        }
    }
}
