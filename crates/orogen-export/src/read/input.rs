//! What is read from, and how somebody can end it.

use std::io::{BufRead, Error, Read, Result, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is read from: a file, or bytes.
pub(super) trait Input: BufRead + Seek {}
impl<T: BufRead + Seek> Input for T {}

/// What is read from, until it is told to end.
pub(super) struct Until<'a, R> {
    pub inner: R,
    pub is_over: &'a AtomicBool,
}

impl<R> Until<'_, R> {
    fn check(&self) -> Result<()> {
        match self.is_over.load(Ordering::Relaxed) {
            // An interrupted read would be tried again.
            true => Err(Error::other("nobody wants it any more")),
            false => Ok(()),
        }
    }
}

impl<R: Read> Read for Until<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        self.check()?;
        self.inner.read(bytes)
    }
}

impl<R: BufRead> BufRead for Until<'_, R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        self.check()?;
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
    }
}

impl<R: Seek> Seek for Until<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.inner.seek(to)
    }
}
