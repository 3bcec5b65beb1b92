//! Orogen in a browser. The page's scripts and workers pass a JSON text and optional bytes, and
//! get a JSON text or bytes back. Each worker has an instance of its own.
//!
//! | function | what |
//! |---|---|
//! | `orogen_reserve(bytes)` | makes room for a request and returns its address |
//! | `orogen_call(text_bytes)` | answers the request: a text of this length, then bytes; 0 means an answer, 1 an error |
//! | `orogen_answer()`, `orogen_answer_bytes()` | the address and the length of the answer or of the error's message |
//!
//! After a panic the answer is its message, and the instance is unusable.

mod calls;
mod chunks;
mod figures;
mod files;
pub mod hashes;
mod horizon;
mod import;
mod instance;
mod levels;
mod light;
mod look;
mod rows;
mod xray;

use std::cell::RefCell;
use std::sync::Once;
#[cfg(target_arch = "wasm32")]
use std::time::Duration;

use instance::Instance;

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of this many bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn orogen_reserve(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request, whose first `text_bytes` are its text. Returns 0 for an answer and 1 for an
/// error.
#[unsafe(no_mangle)]
pub extern "C" fn orogen_call(text_bytes: usize) -> u32 {
    static PREPARED: Once = Once::new();
    PREPARED.call_once(prepare);
    let request = REQUEST.take();
    let (text, data) = request.split_at(text_bytes.min(request.len()));
    match INSTANCE.with_borrow_mut(|instance| calls::answer(instance, text, data)) {
        Ok(bytes) => {
            set_answer(bytes);
            0
        }
        Err(message) => {
            set_answer(message.into());
            1
        }
    }
}

/// Keeps the message of a panic, and gives the lab's meters the page's clock.
fn prepare() {
    std::panic::set_hook(Box::new(|info| set_answer(info.to_string().into())));
    #[cfg(target_arch = "wasm32")]
    orogen_terrain::clock::provide(|| {
        // SAFETY: the page provides this function without arguments, and it only returns a number.
        Duration::from_secs_f64(unsafe { orogen_now_ms() } / 1000.0)
    });
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time since the page was opened, in milliseconds.
    fn orogen_now_ms() -> f64;
}

fn set_answer(bytes: Vec<u8>) {
    ANSWER.set(bytes);
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn orogen_answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// The length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn orogen_answer_bytes() -> usize {
    ANSWER.with_borrow(Vec::len)
}
