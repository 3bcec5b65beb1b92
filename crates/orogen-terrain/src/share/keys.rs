//! Full keys, which have numbers, of the parameters of layers, operations, masks and marks.

/// The full key of a layer's parameter: `opacity` becomes `layer.opacity`. A key with a group is
/// already full.
pub(super) fn key_of_layer(key: &str) -> String {
    if key.contains('.') { key.to_owned() } else { format!("layer.{key}") }
}

/// The full key of a parameter of an operation, mask or mark. `part` is `operation`, `mask` or
/// `mark`. Keys that all kinds share leave out the kind.
pub(super) fn key_of_part(part: &str, kind: &str, key: &str) -> String {
    match key {
        "on" | "combine" | "invert" | "path" => format!("{part}.{key}"),
        key => format!("{part}.{kind}.{key}"),
    }
}
