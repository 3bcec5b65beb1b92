//! Parse the arguments, pick the mode, run.

#[cfg(feature = "studio")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    orogen::cli::main().into()
}
