//! The program `orogen`: parses the arguments and runs the command.

// Without this line, Windows also opens a console window. Other systems ignore it.
#![cfg_attr(feature = "studio", windows_subsystem = "windows")]

#[cfg(feature = "studio")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    // Commands print to the console that started the program. A program started by its icon has no
    // console.
    #[cfg(all(windows, feature = "studio"))]
    let _ = winsafe::AttachConsole(winsafe::PidParent::Parent);
    orogen::cli::main().into()
}
