//! Prints expressions in a target language.

use super::language::{Dialect, Language};
use super::syntax::{Op, Type};
use super::typed::{Builtin, Precision, Structure, TypedValue, ValueKind};

/// The precedence of expressions that bind more tightly than any operator.
const ATOM: u8 = 100;
/// The precedence of unary operators and of casts in C.
const SIGN: u8 = 20;

/// Prints the expressions of a module.
pub(super) struct Expressions<'a> {
    pub dialect: Dialect,
    pub structures: &'a [Structure],
}

impl Expressions<'_> {
    /// Prints a value, in parentheses if its operator binds less tightly than `min_level`.
    pub fn value(&self, value: &TypedValue, min_level: u8) -> String {
        let (text, level) = self.text_and_level(value);
        if level < min_level { format!("({text})") } else { text }
    }

    /// Prints values, separated by commas.
    pub fn list(&self, values: &[TypedValue]) -> String {
        let values: Vec<_> = values.iter().map(|value| self.value(value, 0)).collect();
        values.join(", ")
    }

    fn text_and_level(&self, value: &TypedValue) -> (String, u8) {
        let (dialect, language) = (self.dialect, self.dialect.language);
        match &value.kind {
            ValueKind::Real(x) => {
                let level = if *x < 0.0 { SIGN } else { ATOM };
                (dialect.real(*x, &value.ty), level)
            }
            ValueKind::Int(x) => (dialect.int(*x, &value.ty), ATOM),
            ValueKind::Bool(x) => (x.to_string(), ATOM),
            ValueKind::Local(name) => (dialect.local(name), ATOM),
            ValueKind::Constant(name) => (dialect.constant(name), ATOM),
            ValueKind::Minus(inner) => (format!("-{}", self.value(inner, ATOM)), SIGN),
            ValueKind::Not(inner) => (format!("!{}", self.value(inner, ATOM)), SIGN),
            ValueKind::Binary(op, left, right) => self.binary(*op, left, right),
            ValueKind::Call(name, arguments) => {
                (format!("{}({})", dialect.function(name), self.list(arguments)), ATOM)
            }
            ValueKind::Builtin(builtin, arguments) => self.built_in(*builtin, arguments, &value.ty),
            ValueKind::Cast(inner) => self.cast(inner, &value.ty),
            ValueKind::Make(name, parts) => (self.structure_literal(name, parts), ATOM),
            ValueKind::Field(inner, name) => {
                (format!("{}.{}", self.value(inner, ATOM), dialect.local(name)), ATOM)
            }
            ValueKind::Index(name, index) => {
                let name = dialect.constant(name);
                let text = match language {
                    Language::Rust => format!("{name}[{} as usize]", self.value(index, ATOM)),
                    _ => format!("{name}[{}]", self.value(index, 0)),
                };
                (text, ATOM)
            }
            ValueKind::Select(condition, yes, no) => {
                let condition_text = self.value(condition, 1);
                let min_level = u8::from(!matches!(language, Language::Rust | Language::Wgsl));
                let [yes, no] = [yes, no].map(|side| self.value(side, min_level));
                match language {
                    Language::Rust => {
                        (format!("if {condition_text} {{ {yes} }} else {{ {no} }}"), 0)
                    }
                    Language::Wgsl => (format!("select({no}, {yes}, {condition_text})"), ATOM),
                    _ => (format!("{condition_text} ? {yes} : {no}"), 0),
                }
            }
        }
    }

    fn binary(&self, op: Op, left: &TypedValue, right: &TypedValue) -> (String, u8) {
        let wraps = matches!(left.ty, Type::U32 | Type::U64 | Type::Cell);
        if wraps && self.dialect.language == Language::Rust {
            let method = match op {
                Op::Plus => "wrapping_add",
                Op::Minus => "wrapping_sub",
                Op::Times => "wrapping_mul",
                _ => "",
            };
            if !method.is_empty() {
                let mut receiver = self.value(left, ATOM);
                if let ValueKind::Int(_) = left.kind {
                    receiver = format!("{receiver}_{}", self.dialect.type_name(&left.ty));
                }
                return (format!("{receiver}.{method}({})", self.value(right, 0)), ATOM);
            }
        }
        // The precedence of bit operators differs between languages, so they get parentheses.
        let is_mixed = |inner: &TypedValue| match &inner.kind {
            ValueKind::Binary(inner_op, ..) => {
                let bits = |op: Op| (4..=7).contains(&op.level());
                *inner_op != op && (bits(op) || bits(*inner_op) || op == Op::Or)
            }
            _ => false,
        };
        let level = op.level();
        let side = |inner: &TypedValue, min_level| match is_mixed(inner) {
            true => format!("({})", self.value(inner, 0)),
            false => self.value(inner, min_level),
        };
        // Comparisons do not chain.
        let left_min_level = if op.returns_bool() && level == 3 { level + 1 } else { level };
        (format!("{} {} {}", side(left, left_min_level), op.word(), side(right, level + 1)), level)
    }

    fn built_in(&self, builtin: Builtin, arguments: &[TypedValue], ty: &Type) -> (String, u8) {
        let language = self.dialect.language;
        if language == Language::Rust {
            let receiver = self.value(&arguments[0], ATOM);
            let text = match builtin {
                Builtin::Bits => format!("{receiver}.to_bits()"),
                Builtin::FromBits => format!("f64::from_bits({})", self.value(&arguments[0], 0)),
                Builtin::Floor | Builtin::Sqrt | Builtin::Abs | Builtin::Copysign => {
                    format!("{receiver}.{builtin}({})", self.list(&arguments[1..]))
                }
            };
            return (text, ATOM);
        }
        let is_single = self.dialect.precision == Precision::Narrow || *ty == Type::Single;
        let word = match (language, builtin) {
            (Language::C, Builtin::Bits | Builtin::FromBits) => &format!("orogen_{builtin}"),
            (Language::C, Builtin::Abs) if is_single => "fabsf",
            (Language::C, Builtin::Abs) => "fabs",
            (Language::C, _) if is_single => &format!("{builtin}f"),
            (Language::Wgsl, Builtin::Bits) => "bitcast<u32>",
            (Language::Wgsl, Builtin::FromBits) => "bitcast<f32>",
            (Language::Glsl, Builtin::Bits) => "floatBitsToUint",
            (Language::Glsl, Builtin::FromBits) => "uintBitsToFloat",
            (Language::Hlsl, Builtin::Bits) => "asuint",
            (Language::Hlsl, Builtin::FromBits) => "asfloat",
            _ => builtin.name(),
        };
        (format!("{word}({})", self.list(arguments)), ATOM)
    }

    fn cast(&self, inner: &TypedValue, to: &Type) -> (String, u8) {
        let word = self.dialect.type_name(to);
        match self.dialect.language {
            Language::Rust => {
                let lossless = matches!(inner.ty, Type::U32 | Type::I32 | Type::Single)
                    && *to == Type::Real
                    || (&inner.ty, to) == (&Type::I32, &Type::Cell);
                if lossless && !matches!(inner.kind, ValueKind::Int(_)) {
                    return (format!("{word}::from({})", self.value(inner, 0)), ATOM);
                }
                if let (ValueKind::Int(x), Type::Cell) = (&inner.kind, to) {
                    return (x.to_string(), ATOM);
                }
                (format!("{} as {word}", self.value(inner, SIGN)), 0)
            }
            Language::C => (format!("({word}){}", self.value(inner, SIGN)), SIGN),
            _ => (format!("{word}({})", self.value(inner, 0)), ATOM),
        }
    }

    fn structure_literal(&self, name: &str, parts: &[TypedValue]) -> String {
        let full = self.dialect.structure(name);
        match self.dialect.language {
            Language::Rust => {
                let structure = self.structures.iter().find(|structure| structure.name == name);
                let names = structure.into_iter().flat_map(|structure| &structure.fields);
                let fields = names.zip(parts).map(|((field, _), part)| {
                    let (field, text) = (self.dialect.local(field), self.value(part, 0));
                    if field == text { field } else { format!("{field}: {text}") }
                });
                format!("{full} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
            }
            Language::C => format!("({full}){{{}}}", self.list(parts)),
            Language::Hlsl => format!("make_{full}({})", self.list(parts)),
            _ => format!("{full}({})", self.list(parts)),
        }
    }
}
