//! The program `orogen`: parses the arguments and runs the command.

// Without this line, Windows opens a console beside the window. Other systems ignore it.
#![cfg_attr(feature = "studio", windows_subsystem = "windows")]

#[cfg(feature = "studio")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    // Commands print to the console that started the program. A start by icon has no console.
    #[cfg(all(windows, feature = "studio"))]
    let _ = winsafe::AttachConsole(winsafe::PidParent::Parent);
    orogen::cli::main().into()
}
