//! Prints a height function in a target language.

use super::language::{Dialect, Language};
use super::syntax::{Op, Type};
use super::typed::{
    Builtin, Constant, Function, Kind, Module, Precision, Statement, Structure, Value,
};

/// The precedence of expressions that bind more closely than any operator.
const WHOLE: u8 = 100;
const SIGN: u8 = 20;

/// Prints a module: types, constants, functions. `root` is the exported function.
pub(super) fn printed(module: &Module, root: &str, dialect: Dialect) -> String {
    let mut printer = Printer { dialect, structures: &module.structures, out: String::new() };
    printer.prelude();
    for own in &module.structures {
        printer.structure(own);
    }
    for own in &module.constants {
        printer.constant(own);
    }
    for own in &module.functions {
        printer.function(own, own.name == root);
    }
    printer.out
}

struct Printer<'a> {
    dialect: Dialect,
    structures: &'a [Structure],
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn doc(&mut self, doc: &[String]) {
        let sign = if self.dialect.language == Language::Rust { "///" } else { "//" };
        for line in doc {
            self.line(0, &format!("{sign} {line}"));
        }
    }

    /// Prints the helpers that no C header has.
    fn prelude(&mut self) {
        if self.dialect.language != Language::C {
            return;
        }
        let (real, bits) = match self.dialect.precision {
            Precision::Wide => ("double", "uint64_t"),
            Precision::Narrow => ("float", "uint32_t"),
        };
        self.out.push_str("#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n");
        self.out.push_str("#include <string.h>\n\n");
        for (name, from, to) in [("bits", real, bits), ("from_bits", bits, real)] {
            self.out.push_str(&format!(
                "static inline {to} orogen_{name}({from} x) {{\n    {to} y;\n    \
                 memcpy(&y, &x, sizeof y);\n    return y;\n}}\n\n"
            ));
        }
    }

    fn structure(&mut self, own: &Structure) {
        let language = self.dialect.language;
        let name = self.dialect.structure(&own.name);
        self.doc(&own.doc);
        match language {
            Language::Rust => {
                // Structures may hold slopes that no function reads.
                self.line(0, "#[allow(dead_code)]");
                self.line(0, "#[derive(Clone, Copy)]");
                self.line(0, &format!("struct {name} {{"));
            }
            Language::C => self.line(0, "typedef struct {"),
            _ => self.line(0, &format!("struct {name} {{")),
        }
        for (field, of) in &own.fields {
            let (field, of) = (self.dialect.local(field), self.dialect.type_name(of));
            match language {
                Language::Rust | Language::Wgsl => self.line(1, &format!("{field}: {of},")),
                _ => self.line(1, &format!("{of} {field};")),
            }
        }
        match language {
            Language::C => self.line(0, &format!("}} {name};")),
            Language::Glsl | Language::Hlsl => self.line(0, "};"),
            _ => self.line(0, "}"),
        }
        self.line(0, "");
        if language == Language::Hlsl {
            self.constructor(own, &name);
        }
    }

    /// Prints a constructor function, because HLSL has no structure literals.
    fn constructor(&mut self, own: &Structure, name: &str) {
        let fields = own.fields.iter();
        let fields: Vec<_> = fields.map(|(f, of)| (self.dialect.local(f), of)).collect();
        let parameters: Vec<_> =
            fields.iter().map(|(f, of)| format!("{} {f}", self.dialect.type_name(of))).collect();
        self.line(0, &format!("{name} make_{name}({}) {{", parameters.join(", ")));
        self.line(1, &format!("{name} made;"));
        for (field, _) in &fields {
            self.line(1, &format!("made.{field} = {field};"));
        }
        self.line(1, "return made;");
        self.line(0, "}");
        self.line(0, "");
    }

    fn constant(&mut self, own: &Constant) {
        let (name, of) = (self.dialect.constant(&own.name), self.dialect.type_name(&own.of));
        let values: Vec<_> = own.values.iter().map(|value| self.initial(value)).collect();
        let (count, list) = (values.len(), values.join(", "));
        self.doc(&own.doc);
        let text = match (self.dialect.language, own.is_table) {
            (Language::Rust | Language::Wgsl, false) => format!("const {name}: {of} = {list};"),
            (Language::Rust, true) => format!("static {name}: [{of}; {count}] = [{list}];"),
            (Language::Wgsl, true) => {
                format!("var<private> {name}: array<{of}, {count}> = array<{of}, {count}>({list});")
            }
            (Language::Glsl, false) => format!("const {of} {name} = {list};"),
            (Language::Glsl, true) => {
                format!("const {of} {name}[{count}] = {of}[{count}]({list});")
            }
            (_, false) => format!("static const {of} {name} = {list};"),
            (_, true) => format!("static const {of} {name}[{count}] = {{{list}}};"),
        };
        self.line(0, &folded(&text));
        self.line(0, "");
    }

    /// Prints the value of a constant.
    fn initial(&self, value: &Value) -> String {
        match (&value.kind, self.dialect.language) {
            (Kind::Make(_, parts), Language::C | Language::Hlsl) => {
                let parts: Vec<_> = parts.iter().map(|part| self.value(part, 0)).collect();
                format!("{{{}}}", parts.join(", "))
            }
            _ => self.value(value, 0),
        }
    }

    fn function(&mut self, own: &Function, is_root: bool) {
        let dialect = self.dialect;
        let (name, result) = (dialect.function(&own.name), dialect.type_name(&own.result));
        let parameters: Vec<_> = own
            .parameters
            .iter()
            .map(|(name, of)| {
                let (name, of) = (dialect.local(name), dialect.type_name(of));
                match dialect.language {
                    Language::Rust | Language::Wgsl => format!("{name}: {of}"),
                    _ => format!("{of} {name}"),
                }
            })
            .collect();
        let parameters = match (&*parameters.join(", "), dialect.language) {
            ("", Language::C) => "void".to_owned(),
            (all, _) => all.to_owned(),
        };
        self.doc(&own.doc);
        let head = match dialect.language {
            Language::Rust if is_root => format!("pub fn {name}({parameters}) -> {result} {{"),
            Language::Rust | Language::Wgsl => format!("fn {name}({parameters}) -> {result} {{"),
            Language::C if !is_root => format!("static {result} {name}({parameters}) {{"),
            _ => format!("{result} {name}({parameters}) {{"),
        };
        self.line(0, &folded(&head));
        self.block(&own.body, 1, true);
        self.line(0, "}");
        self.line(0, "");
    }

    fn block(&mut self, body: &[Statement], depth: usize, is_last: bool) {
        for (index, statement) in body.iter().enumerate() {
            let is_last = is_last && index + 1 == body.len();
            self.statement(statement, depth, is_last);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize, is_last: bool) {
        let dialect = self.dialect;
        let text = match statement {
            Statement::Comment(text) => format!("// {text}"),
            Statement::Let { name, mutable, value } => {
                let (own, value_text) = (dialect.local(name), self.value(value, 0));
                let of = dialect.type_name(&value.of);
                match (dialect.language, mutable) {
                    (Language::Rust, mutable) => {
                        let word = if *mutable { "let mut" } else { "let" };
                        match value.kind {
                            Kind::Int(_) => format!("{word} {own}: {of} = {value_text};"),
                            _ => format!("{word} {own} = {value_text};"),
                        }
                    }
                    (Language::Wgsl, true) => format!("var {own}: {of} = {value_text};"),
                    (Language::Wgsl, false) => format!("let {own} = {value_text};"),
                    (Language::Glsl | Language::Hlsl, _) if is_precise(value) => {
                        format!("precise {of} {own} = {value_text};")
                    }
                    (Language::C, false) => format!("const {of} {own} = {value_text};"),
                    _ => format!("{of} {own} = {value_text};"),
                }
            }
            Statement::Assign { name, value } => {
                format!("{} = {};", dialect.local(name), self.value(value, 0))
            }
            Statement::If { condition, then, other } => {
                let condition = self.value(condition, 0);
                let condition = match dialect.language {
                    Language::Rust => condition,
                    _ => format!("({condition})"),
                };
                self.line(depth, &format!("if {condition} {{"));
                self.block(then, depth + 1, is_last && !other.is_empty());
                if !other.is_empty() {
                    self.line(depth, "} else {");
                    self.block(other, depth + 1, is_last);
                }
                "}".to_owned()
            }
            Statement::For { name, from, to, body } => {
                let name = dialect.local(name);
                let [from, to] = [from, to].map(|end| self.value(end, 1));
                let head = match dialect.language {
                    Language::Rust => format!("for {name} in {from}..{to} {{"),
                    Language::Wgsl => {
                        format!("for (var {name}: i32 = {from}; {name} < {to}; {name}++) {{")
                    }
                    _ => {
                        let of = dialect.type_name(&Type::I32);
                        format!("for ({of} {name} = {from}; {name} < {to}; {name}++) {{")
                    }
                };
                self.line(depth, &head);
                self.block(body, depth + 1, false);
                "}".to_owned()
            }
            Statement::Return(value) if is_last && dialect.language == Language::Rust => {
                self.value(value, 0)
            }
            Statement::Return(value) => format!("return {};", self.value(value, 0)),
            Statement::Break => "break;".to_owned(),
        };
        self.line(depth, &text);
    }

    /// Prints a value, in parentheses if its operator binds less closely than `least`.
    fn value(&self, value: &Value, least: u8) -> String {
        let (text, level) = self.with_level(value);
        if level < least { format!("({text})") } else { text }
    }

    fn list(&self, values: &[Value]) -> String {
        let values: Vec<_> = values.iter().map(|value| self.value(value, 0)).collect();
        values.join(", ")
    }

    fn with_level(&self, value: &Value) -> (String, u8) {
        let (dialect, language) = (self.dialect, self.dialect.language);
        match &value.kind {
            Kind::Real(x) => {
                let level = if *x < 0.0 { SIGN } else { WHOLE };
                (dialect.real(*x, &value.of), level)
            }
            Kind::Int(x) => (dialect.int(*x, &value.of), WHOLE),
            Kind::Bool(x) => (x.to_string(), WHOLE),
            Kind::Local(name) => (dialect.local(name), WHOLE),
            Kind::Constant(name) => (dialect.constant(name), WHOLE),
            Kind::Minus(inner) => (format!("-{}", self.value(inner, WHOLE)), SIGN),
            Kind::Not(inner) => (format!("!{}", self.value(inner, WHOLE)), SIGN),
            Kind::Binary(op, left, right) => self.binary(*op, left, right),
            Kind::Call(name, arguments) => {
                (format!("{}({})", dialect.function(name), self.list(arguments)), WHOLE)
            }
            Kind::Builtin(built, arguments) => self.built_in(*built, arguments, &value.of),
            Kind::Cast(inner) => self.cast(inner, &value.of),
            Kind::Make(name, parts) => (self.made(name, parts), WHOLE),
            Kind::Field(inner, name) => {
                (format!("{}.{}", self.value(inner, WHOLE), dialect.local(name)), WHOLE)
            }
            Kind::Index(name, index) => {
                let name = dialect.constant(name);
                let text = match language {
                    Language::Rust => format!("{name}[{} as usize]", self.value(index, WHOLE)),
                    _ => format!("{name}[{}]", self.value(index, 0)),
                };
                (text, WHOLE)
            }
            Kind::Select(condition, yes, no) => {
                let truth = self.value(condition, 1);
                let least = u8::from(!matches!(language, Language::Rust | Language::Wgsl));
                let [yes, no] = [yes, no].map(|side| self.value(side, least));
                match language {
                    Language::Rust => (format!("if {truth} {{ {yes} }} else {{ {no} }}"), 0),
                    Language::Wgsl => (format!("select({no}, {yes}, {truth})"), WHOLE),
                    _ => (format!("{truth} ? {yes} : {no}"), 0),
                }
            }
        }
    }

    fn binary(&self, op: Op, left: &Value, right: &Value) -> (String, u8) {
        let wraps = matches!(left.of, Type::U32 | Type::U64 | Type::Cell);
        if wraps && self.dialect.language == Language::Rust {
            let method = match op {
                Op::Plus => "wrapping_add",
                Op::Minus => "wrapping_sub",
                Op::Times => "wrapping_mul",
                _ => "",
            };
            if !method.is_empty() {
                let mut own = self.value(left, WHOLE);
                if let Kind::Int(_) = left.kind {
                    own = format!("{own}_{}", self.dialect.type_name(&left.of));
                }
                return (format!("{own}.{method}({})", self.value(right, 0)), WHOLE);
            }
        }
        // The precedence of bit operators differs between languages, so they get parentheses.
        let is_mixed = |inner: &Value| match &inner.kind {
            Kind::Binary(own, ..) => {
                let bits = |op: Op| (4..=7).contains(&op.level());
                *own != op && (bits(op) || bits(*own) || op == Op::Or)
            }
            _ => false,
        };
        let level = op.level();
        let side = |inner: &Value, least| match is_mixed(inner) {
            true => format!("({})", self.value(inner, 0)),
            false => self.value(inner, least),
        };
        let strict = if op.is_truth() && level == 3 { level + 1 } else { level };
        (format!("{} {} {}", side(left, strict), op.word(), side(right, level + 1)), level)
    }

    fn built_in(&self, built: Builtin, arguments: &[Value], of: &Type) -> (String, u8) {
        let language = self.dialect.language;
        if language == Language::Rust {
            let own = self.value(&arguments[0], WHOLE);
            let text = match built {
                Builtin::Bits => format!("{own}.to_bits()"),
                Builtin::FromBits => format!("f64::from_bits({})", self.value(&arguments[0], 0)),
                Builtin::Floor | Builtin::Sqrt | Builtin::Abs | Builtin::Copysign => {
                    format!("{own}.{built}({})", self.list(&arguments[1..]))
                }
            };
            return (text, WHOLE);
        }
        let single = self.dialect.precision == Precision::Narrow || *of == Type::Single;
        let word = match (language, built) {
            (Language::C, Builtin::Bits | Builtin::FromBits) => &format!("orogen_{built}"),
            (Language::C, Builtin::Abs) if single => "fabsf",
            (Language::C, Builtin::Abs) => "fabs",
            (Language::C, _) if single => &format!("{built}f"),
            (Language::Wgsl, Builtin::Bits) => "bitcast<u32>",
            (Language::Wgsl, Builtin::FromBits) => "bitcast<f32>",
            (Language::Glsl, Builtin::Bits) => "floatBitsToUint",
            (Language::Glsl, Builtin::FromBits) => "uintBitsToFloat",
            (Language::Hlsl, Builtin::Bits) => "asuint",
            (Language::Hlsl, Builtin::FromBits) => "asfloat",
            _ => built.name(),
        };
        (format!("{word}({})", self.list(arguments)), WHOLE)
    }

    fn cast(&self, inner: &Value, to: &Type) -> (String, u8) {
        let word = self.dialect.type_name(to);
        match self.dialect.language {
            Language::Rust => {
                let lossless = matches!(inner.of, Type::U32 | Type::I32 | Type::Single)
                    && *to == Type::Real
                    || (&inner.of, to) == (&Type::I32, &Type::Cell);
                if lossless && !matches!(inner.kind, Kind::Int(_)) {
                    return (format!("{word}::from({})", self.value(inner, 0)), WHOLE);
                }
                if let (Kind::Int(x), Type::Cell) = (&inner.kind, to) {
                    return (x.to_string(), WHOLE);
                }
                (format!("{} as {word}", self.value(inner, SIGN)), 0)
            }
            Language::C => (format!("({word}){}", self.value(inner, SIGN)), SIGN),
            _ => (format!("{word}({})", self.value(inner, 0)), WHOLE),
        }
    }

    fn made(&self, name: &str, parts: &[Value]) -> String {
        let full = self.dialect.structure(name);
        match self.dialect.language {
            Language::Rust => {
                let own = self.structures.iter().find(|own| own.name == name);
                let names = own.into_iter().flat_map(|own| &own.fields);
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

/// Returns true if a value gets the qualifier `precise`. Values that read structures don't, because
/// Glslang 12 fails on them.
fn is_precise(value: &Value) -> bool {
    let mut reads = false;
    value.visit(&mut |part| reads |= matches!(part.kind, Kind::Field(..)));
    value.of == Type::Real && !reads
}

/// Breaks a long line at its commas.
fn folded(line: &str) -> String {
    const MOST: usize = 100;
    let (mut text, mut length) = (String::new(), 0);
    for word in line.split_inclusive(", ") {
        if length > 0 && length + word.trim_end().len() > MOST {
            text.truncate(text.trim_end().len());
            text.push_str("\n    ");
            length = 4;
        }
        text.push_str(word);
        length += word.len();
    }
    text
}
