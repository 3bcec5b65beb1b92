//! Parse arguments, pick the mode, run; nothing else.

fn main() -> std::process::ExitCode {
    orogen::cli::main()
}
