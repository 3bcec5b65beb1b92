//! Produces bytes on the current rayon pool while another thread writes them.

use std::io::{self, Write};

use crossbeam_channel::{Sender, bounded};
use rayon::prelude::*;

use super::stream::WriteError;

/// The producer's end of a pipe.
pub(super) struct Pipe(Sender<Vec<u8>>);

impl Pipe {
    /// Queues bytes. The writer writes them in order.
    ///
    /// # Errors
    /// If the writer has stopped. The writer itself reports the reason.
    pub fn send(&self, bytes: Vec<u8>) -> Result<(), WriteError> {
        self.0.send(bytes).map_err(|_| WriteError::Stopped)
    }

    /// Produces pieces on all cores and queues them in order.
    ///
    /// # Errors
    /// The same as [`Pipe::send`].
    pub fn send_all(
        &self,
        pieces: impl IndexedParallelIterator<Item = Vec<u8>>,
    ) -> Result<(), WriteError> {
        pieces.collect::<Vec<_>>().into_iter().try_for_each(|bytes| self.send(bytes))
    }
}

/// Writes the bytes that `produce` sends. At most two pieces wait at a time, to limit memory.
///
/// # Errors
/// The error of the writer, if it has one. Otherwise the error of the producer.
pub(super) fn pipe<T>(
    sink: &mut (impl Write + Send),
    produce: impl FnOnce(&Pipe) -> Result<T, WriteError>,
) -> Result<T, WriteError> {
    std::thread::scope(|scope| {
        let (sender, receiver) = bounded::<Vec<u8>>(1);
        let writer = scope.spawn(move || -> io::Result<()> {
            receiver.into_iter().try_for_each(|bytes| sink.write_all(&bytes))?;
            sink.flush()
        });
        let pipe = Pipe(sender);
        let result = produce(&pipe);
        drop(pipe);
        let written = writer.join();
        written.map_err(|_| WriteError::Format("the writer failed; this is a bug".into()))??;
        result
    })
}
