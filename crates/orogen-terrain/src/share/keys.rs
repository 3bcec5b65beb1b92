//! The full keys of layers, operations and masks, which have permanent numbers.

/// The full key of a layer parameter: `opacity` becomes `layer.opacity`; keys with a group are
/// complete.
pub(super) fn key_of_layer(key: &str) -> String {
    if key.contains('.') { key.to_owned() } else { format!("layer.{key}") }
}

/// The full key of a parameter of an operation or a mask, `what`, of a kind.
pub(super) fn key_of_part(what: &str, kind: &str, key: &str) -> String {
    match key {
        "on" | "combine" | "invert" => format!("{what}.{key}"),
        key => format!("{what}.{kind}.{key}"),
    }
}
