//! A macro for constants that shaders have too.

/// Declares constants and a table of their names and values.
///
/// A test compares the table with the constants in the shaders.
macro_rules! shader_numbers {
    (
        $(#[$doc:meta])* $table:ident;
        $( $(#[$const_doc:meta])* $name:ident: $type:ty = $value:expr; )*
    ) => {
        $( $(#[$const_doc])* const $name: $type = $value; )*

        $(#[$doc])*
        pub const $table: &[(&str, f32)] = &[ $( (stringify!($name), $name as f32), )* ];
    };
}
pub(crate) use shader_numbers;
