//! The program `orogen`: parses the arguments and runs the command.

#[cfg(feature = "studio")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    orogen::cli::main().into()
}
