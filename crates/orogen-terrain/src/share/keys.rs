//! Full keys of the parameters of layers, operations and masks, which have numbers.

/// The full key of a layer's parameter: `opacity` becomes `layer.opacity`. A key with a group is
/// already full.
pub(super) fn key_of_layer(key: &str) -> String {
    if key.contains('.') { key.to_owned() } else { format!("layer.{key}") }
}

/// The full key of a parameter of an operation or a mask. `part` is `operation` or `mask`. Keys
/// that all kinds share leave out the kind.
pub(super) fn key_of_part(part: &str, kind: &str, key: &str) -> String {
    match key {
        "on" | "combine" | "invert" | "path" => format!("{part}.{key}"),
        key => format!("{part}.{kind}.{key}"),
    }
}
