//! The target languages: the spelling of types, numbers and names in each.

use orogen_noise::choice::choices;

use super::syntax::Type;
use super::typed::Precision;

choices! {
    /// The languages to which a height function can be exported.
    pub enum Language: "language" {
        /// Rust, in f64, with the same bits as the land.
        Rust = "rust",
        /// C99, in double, with the same bits as the land if compiled with -ffp-contract=off.
        C = "c",
        /// WGSL for WebGPU, in f32.
        Wgsl = "wgsl",
        /// GLSL 4.3 or ES 3.1, in f32.
        Glsl = "glsl",
        /// HLSL, in f32.
        Hlsl = "hlsl",
    }
}

impl Language {
    /// The precision of the language's numbers.
    pub(super) fn precision(self) -> Precision {
        match self {
            Self::Rust | Self::C => Precision::Wide,
            Self::Wgsl | Self::Glsl | Self::Hlsl => Precision::Narrow,
        }
    }

    /// The language's name in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::C => "C",
            Self::Wgsl => "WGSL",
            Self::Glsl => "GLSL",
            Self::Hlsl => "HLSL",
        }
    }
}

/// A language and a precision. Tests combine C with 32 bits, to run the arithmetic of shaders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub language: Language,
    pub precision: Precision,
}

/// Names that are reserved in at least one of the languages.
const RESERVED: [&str; 35] = [
    "active", "common", "filter", "final", "fixed", "flat", "from", "half", "in", "inout", "input",
    "layout", "line", "linear", "mask", "matrix", "mod", "move", "of", "out", "output", "pass",
    "patch", "point", "precise", "ref", "sample", "self", "shared", "smooth", "step", "target",
    "type", "vector", "with",
];

impl Dialect {
    /// Returns true for languages with one global namespace, where names need a prefix.
    fn is_prefixed(self) -> bool {
        self.language != Language::Rust
    }

    pub fn function(self, name: &str) -> String {
        if self.is_prefixed() { format!("orogen_{name}") } else { name.to_owned() }
    }

    pub fn constant(self, name: &str) -> String {
        if self.is_prefixed() { format!("OROGEN_{name}") } else { name.to_owned() }
    }

    pub fn structure(self, name: &str) -> String {
        if self.is_prefixed() { format!("Orogen{name}") } else { name.to_owned() }
    }

    pub fn local(self, name: &str) -> String {
        if RESERVED.contains(&name) { format!("{name}_") } else { name.to_owned() }
    }

    pub fn type_name(self, ty: &Type) -> String {
        let wide = self.precision == Precision::Wide;
        let word = match (self.language, ty) {
            (_, Type::Struct(name)) => return self.structure(name),
            (Language::Rust, Type::Real) => "f64",
            (Language::Rust, Type::Single) => "f32",
            (Language::Rust, Type::Cell) => "i64",
            (Language::Rust, Type::U64) => "u64",
            (Language::Rust | Language::Wgsl, Type::U32) => "u32",
            (Language::Rust | Language::Wgsl, Type::I32) => "i32",
            (Language::Wgsl, Type::Real) => "f32",
            (Language::C, Type::Real) if wide => "double",
            (Language::C, Type::U32) => "uint32_t",
            (Language::C, Type::I32) => "int32_t",
            (Language::C, Type::Cell) => "int64_t",
            (Language::C, Type::U64) => "uint64_t",
            (Language::C, Type::Single) => "float",
            (_, Type::Real) => "float",
            (_, Type::U32) => "uint",
            (_, Type::I32) => "int",
            (_, Type::Bool) => "bool",
            (_, other) => panic!("{self:?} has no {other:?}"),
        };
        word.to_owned()
    }

    pub fn real(self, x: f64, ty: &Type) -> String {
        if self.precision == Precision::Wide && *ty == Type::Real {
            return format!("{x:?}");
        }
        let text = format!("{:?}", x as f32);
        match self.language {
            Language::C => format!("{text}f"),
            _ => text,
        }
    }

    pub fn int(self, x: u64, ty: &Type) -> String {
        let digits = if x < 65_536 { x.to_string() } else { format!("0x{x:08x}") };
        match (self.language, ty) {
            (Language::Rust, _) => digits,
            (_, Type::U32) => digits + "u",
            (Language::C, Type::U64) => digits + "ull",
            _ => digits,
        }
    }
}
