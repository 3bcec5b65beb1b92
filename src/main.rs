//! Parse the arguments, pick the mode, run.

fn main() -> std::process::ExitCode {
    orogen::cli::main().into()
}
