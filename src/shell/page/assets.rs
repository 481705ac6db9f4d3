//! The files of the page, inside the binary.

/// A file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asset {
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal $kind:literal,)*) => {
        /// A file by its path; there are no others.
        pub(super) fn asset(path: &str) -> Option<Asset> {
            match path {
                $($name => Some(Asset { kind: $kind, bytes: include_bytes!(concat!("assets/", $name)) }),)*
                _ => None,
            }
        }
    };
}

assets! {
    "index.html" "text/html; charset=utf-8",
    "style.css" "text/css; charset=utf-8",
    "icon.svg" "image/svg+xml",
    "main.js" "text/javascript; charset=utf-8",
    "store.js" "text/javascript; charset=utf-8",
    "dom.js" "text/javascript; charset=utf-8",
    "pieces.js" "text/javascript; charset=utf-8",
    "board.js" "text/javascript; charset=utf-8",
    "graph.js" "text/javascript; charset=utf-8",
    "overview.js" "text/javascript; charset=utf-8",
    "game.js" "text/javascript; charset=utf-8",
    "tables.js" "text/javascript; charset=utf-8",
    "workers.js" "text/javascript; charset=utf-8",
}
