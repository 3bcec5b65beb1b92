//! Input sources. Another thread can cancel reading from them.

use std::io::{BufRead, Error, Read, Result, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, Ordering};

/// An input source: a file or bytes.
pub(super) trait Input: BufRead + Seek {}
impl<T: BufRead + Seek> Input for T {}

/// An input source that fails once `is_cancelled` is set.
pub(super) struct Cancellable<'a, R> {
    pub inner: R,
    pub is_cancelled: &'a AtomicBool,
}

impl<R> Cancellable<'_, R> {
    fn check(&self) -> Result<()> {
        match self.is_cancelled.load(Ordering::Relaxed) {
            // Callers would retry an error of kind `Interrupted`.
            true => Err(Error::other("the caller cancelled reading")),
            false => Ok(()),
        }
    }
}

impl<R: Read> Read for Cancellable<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        self.check()?;
        self.inner.read(bytes)
    }
}

impl<R: BufRead> BufRead for Cancellable<'_, R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        self.check()?;
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
    }
}

impl<R: Seek> Seek for Cancellable<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.inner.seek(to)
    }
}
