//! Bytes that are made on the current thread's pool, while a thread of its own writes those before.

use std::io::{self, Write};

use crossbeam_channel::{Sender, bounded};
use rayon::prelude::*;

use super::stream::WriteError;

/// Where made bytes go.
pub(super) struct Pipe(Sender<Vec<u8>>);

impl Pipe {
    /// Hands bytes over to be written, behind those before.
    ///
    /// # Errors
    /// If the writer has stopped, which says why itself.
    pub fn give(&self, bytes: Vec<u8>) -> Result<(), WriteError> {
        self.0.send(bytes).map_err(|_| WriteError::Stopped)
    }

    /// Hands pieces over in their order, which are made on all cores.
    ///
    /// # Errors
    /// As those of [`Pipe::give`].
    pub fn give_all(
        &self,
        pieces: impl IndexedParallelIterator<Item = Vec<u8>>,
    ) -> Result<(), WriteError> {
        pieces.collect::<Vec<_>>().into_iter().try_for_each(|bytes| self.give(bytes))
    }
}

/// Writes what `make` gives. At most two pieces wait at a time, so that memory stays small.
///
/// # Errors
/// That of the writer; without one that of the maker.
pub(super) fn pipe<T>(
    sink: &mut (impl Write + Send),
    make: impl FnOnce(&Pipe) -> Result<T, WriteError>,
) -> Result<T, WriteError> {
    std::thread::scope(|scope| {
        let (send, receive) = bounded::<Vec<u8>>(1);
        let writer = scope.spawn(move || -> io::Result<()> {
            receive.into_iter().try_for_each(|bytes| sink.write_all(&bytes))?;
            sink.flush()
        });
        let pipe = Pipe(send);
        let made = make(&pipe);
        drop(pipe);
        let written = writer.join();
        written.map_err(|_| WriteError::Format("the writer failed; this is a bug".into()))??;
        made
    })
}
