//! Other programs of the display: a file manager drops a file on the window (XDND, version 5), a
//! window manager asks it to close.

use std::path::Path;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::tools::wait_for;

/// The position of the drop.
const PLACE: [u32; 2] = [300, 300];

/// Another client of the display.
struct Program {
    server: RustConnection,
    root: Window,
    client_window: Window,
    target: Window,
}

/// Drops a file on the window with this title.
pub fn drop_file(display: &str, title: &str, path: &Path) {
    Program::new(display, title).drop(&format!("file://{}\r\n", path.display()));
}

/// Asks the window with this title to close.
pub fn close(display: &str, title: &str) {
    let program = Program::new(display, title);
    program.send("WM_PROTOCOLS", [program.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0]);
    // Unread requests are lost when the client leaves.
    program.server.sync().expect("the server");
}

impl Program {
    fn new(display: &str, title: &str) -> Self {
        let (server, screen) = x11rb::connect(Some(display)).expect("the display");
        let root = server.setup().roots[screen].root;
        let client_window = server.generate_id().expect("a number");
        let aux = CreateWindowAux::new();
        let class = WindowClass::INPUT_ONLY;
        server
            .create_window(0, client_window, root, 0, 0, 1, 1, 0, class, 0, &aux)
            .expect("a window");
        let mut program = Self { server, root, client_window, target: 0 };
        program.target = wait_for("the window", 20, || program.window_of(title));
        program
    }

    fn atom(&self, name: &str) -> Atom {
        let cookie = self.server.intern_atom(false, name.as_bytes()).expect("the server");
        cookie.reply().expect("an atom").atom
    }

    fn window_of(&self, title: &str) -> Option<Window> {
        let name = self.atom("_NET_WM_NAME");
        let tree = self.server.query_tree(self.root).ok()?.reply().ok()?;
        tree.children.into_iter().find(|window| {
            let text = self.server.get_property(false, *window, name, AtomEnum::ANY, 0, 1024);
            let text = text.ok().and_then(|cookie| cookie.reply().ok());
            text.is_some_and(|text| text.value == title.as_bytes())
        })
    }

    fn send(&self, name: &str, data: [u32; 5]) {
        let event = ClientMessageEvent::new(32, self.target, self.atom(name), data);
        self.server.send_event(false, self.target, EventMask::NO_EVENT, event).expect("sent");
        self.server.flush().expect("the server");
    }

    /// Enters, moves until the window accepts, drops, and provides the text on request.
    fn drop(&self, text: &str) {
        let [list, action, selection] =
            ["text/uri-list", "XdndActionCopy", "XdndSelection"].map(|name| self.atom(name));
        let owned =
            self.server.set_selection_owner(self.client_window, selection, x11rb::CURRENT_TIME);
        owned.expect("the server").check().expect("the selection is ours");
        self.send("XdndEnter", [self.client_window, 5 << 24, list, 0, 0]);
        self.send("XdndPosition", [self.client_window, 0, PLACE[0] << 16 | PLACE[1], 0, action]);
        let status = self.atom("XdndStatus");
        self.wait(text, |event| event.type_ == status && event.data.as_data32()[1] & 1 == 1);
        self.send("XdndDrop", [self.client_window, 0, 0, 0, 0]);
        let finished = self.atom("XdndFinished");
        self.wait(text, |event| event.type_ == finished);
    }

    /// Waits for a message of the window, and answers requests for the text.
    fn wait(&self, text: &str, is_wanted: impl Fn(&ClientMessageEvent) -> bool) {
        wait_for("an answer of the window", 30, || {
            match self.server.poll_for_event().expect("the server")? {
                Event::ClientMessage(event) => is_wanted(&event).then_some(()),
                Event::SelectionRequest(request) => {
                    let given = self.server.change_property8(
                        PropMode::REPLACE,
                        request.requestor,
                        request.property,
                        request.target,
                        text.as_bytes(),
                    );
                    given.expect("the server").check().expect("the text is given");
                    let event = SelectionNotifyEvent {
                        response_type: SELECTION_NOTIFY_EVENT,
                        sequence: 0,
                        time: request.time,
                        requestor: request.requestor,
                        selection: request.selection,
                        target: request.target,
                        property: request.property,
                    };
                    let mask = EventMask::NO_EVENT;
                    self.server.send_event(false, request.requestor, mask, event).expect("sent");
                    self.server.flush().expect("the server");
                    None
                }
                _ => None,
            }
        });
    }
}
