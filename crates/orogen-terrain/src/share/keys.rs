//! The whole keys of what is told of a layer, an operation or a mask: those that have numbers.

/// Of a layer's key: `opacity` is `layer.opacity`, and those of its kind are whole.
pub(super) fn key_of_layer(key: &str) -> String {
    if key.contains('.') { key.to_owned() } else { format!("layer.{key}") }
}

/// Of the key of an operation or a mask, `what`, of a kind.
pub(super) fn key_of_part(what: &str, kind: &str, key: &str) -> String {
    match key {
        "on" | "combine" | "invert" => format!("{what}.{key}"),
        key => format!("{what}.{kind}.{key}"),
    }
}
