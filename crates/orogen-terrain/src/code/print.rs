//! Prints a height function in a target language.

use super::language::{Dialect, Language};
use super::syntax::{Op, Type};
use super::typed::{
    Builtin, Constant, Function, Kind, Module, Precision, Statement, Structure, Value,
};

/// The precedence of expressions that bind more closely than any operator.
const ATOM: u8 = 100;
const SIGN: u8 = 20;

/// Prints a module: types, constants, functions. `root` is the exported function.
pub(super) fn print(module: &Module, root: &str, dialect: Dialect) -> String {
    let mut printer = Printer { dialect, structures: &module.structures, out: String::new() };
    printer.prelude();
    for item in &module.structures {
        printer.structure(item);
    }
    for item in &module.constants {
        printer.constant(item);
    }
    for item in &module.functions {
        printer.function(item, item.name == root);
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

    fn structure(&mut self, structure: &Structure) {
        let language = self.dialect.language;
        let name = self.dialect.structure(&structure.name);
        self.doc(&structure.doc);
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
        for (field, ty) in &structure.fields {
            let (field, ty) = (self.dialect.local(field), self.dialect.type_name(ty));
            match language {
                Language::Rust | Language::Wgsl => self.line(1, &format!("{field}: {ty},")),
                _ => self.line(1, &format!("{ty} {field};")),
            }
        }
        match language {
            Language::C => self.line(0, &format!("}} {name};")),
            Language::Glsl | Language::Hlsl => self.line(0, "};"),
            _ => self.line(0, "}"),
        }
        self.line(0, "");
        if language == Language::Hlsl {
            self.constructor(structure, &name);
        }
    }

    /// Prints a constructor function, because HLSL has no structure literals.
    fn constructor(&mut self, structure: &Structure, name: &str) {
        let fields = structure.fields.iter();
        let fields: Vec<_> = fields.map(|(f, ty)| (self.dialect.local(f), ty)).collect();
        let parameters: Vec<_> =
            fields.iter().map(|(f, ty)| format!("{} {f}", self.dialect.type_name(ty))).collect();
        self.line(0, &format!("{name} make_{name}({}) {{", parameters.join(", ")));
        self.line(1, &format!("{name} made;"));
        for (field, _) in &fields {
            self.line(1, &format!("made.{field} = {field};"));
        }
        self.line(1, "return made;");
        self.line(0, "}");
        self.line(0, "");
    }

    fn constant(&mut self, constant: &Constant) {
        let (name, ty) =
            (self.dialect.constant(&constant.name), self.dialect.type_name(&constant.ty));
        let values: Vec<_> = constant.values.iter().map(|value| self.initial(value)).collect();
        let (count, list) = (values.len(), values.join(", "));
        self.doc(&constant.doc);
        let text = match (self.dialect.language, constant.is_table) {
            (Language::Rust | Language::Wgsl, false) => format!("const {name}: {ty} = {list};"),
            (Language::Rust, true) => format!("static {name}: [{ty}; {count}] = [{list}];"),
            (Language::Wgsl, true) => {
                format!("var<private> {name}: array<{ty}, {count}> = array<{ty}, {count}>({list});")
            }
            (Language::Glsl, false) => format!("const {ty} {name} = {list};"),
            (Language::Glsl, true) => {
                format!("const {ty} {name}[{count}] = {ty}[{count}]({list});")
            }
            (_, false) => format!("static const {ty} {name} = {list};"),
            (_, true) => format!("static const {ty} {name}[{count}] = {{{list}}};"),
        };
        self.line(0, &fold_line(&text));
        self.line(0, "");
    }

    /// Prints the value of a constant.
    fn initial(&self, value: &Value) -> String {
        match (&value.kind, self.dialect.language) {
            (Kind::Make(_, parts), Language::C | Language::Hlsl) => {
                let parts: Vec<_> = parts.iter().map(|part| self.initial(part)).collect();
                format!("{{{}}}", parts.join(", "))
            }
            _ => self.value(value, 0),
        }
    }

    fn function(&mut self, function: &Function, is_root: bool) {
        let dialect = self.dialect;
        let (name, result) =
            (dialect.function(&function.name), dialect.type_name(&function.result));
        let parameters: Vec<_> = function
            .parameters
            .iter()
            .map(|(name, ty)| {
                let (name, ty) = (dialect.local(name), dialect.type_name(ty));
                match dialect.language {
                    Language::Rust | Language::Wgsl => format!("{name}: {ty}"),
                    _ => format!("{ty} {name}"),
                }
            })
            .collect();
        let parameters = match (&*parameters.join(", "), dialect.language) {
            ("", Language::C) => "void".to_owned(),
            (all, _) => all.to_owned(),
        };
        self.doc(&function.doc);
        let head = match dialect.language {
            Language::Rust if is_root => format!("pub fn {name}({parameters}) -> {result} {{"),
            Language::Rust | Language::Wgsl => format!("fn {name}({parameters}) -> {result} {{"),
            Language::C if !is_root => format!("static {result} {name}({parameters}) {{"),
            _ => format!("{result} {name}({parameters}) {{"),
        };
        self.line(0, &fold_line(&head));
        self.block(&function.body, 1, true);
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
                let (local, value_text) = (dialect.local(name), self.value(value, 0));
                let ty = dialect.type_name(&value.ty);
                match (dialect.language, mutable) {
                    (Language::Rust, mutable) => {
                        let word = if *mutable { "let mut" } else { "let" };
                        match value.kind {
                            Kind::Int(_) => format!("{word} {local}: {ty} = {value_text};"),
                            _ => format!("{word} {local} = {value_text};"),
                        }
                    }
                    (Language::Wgsl, true) => format!("var {local}: {ty} = {value_text};"),
                    (Language::Wgsl, false) => format!("let {local} = {value_text};"),
                    (Language::Glsl | Language::Hlsl, _) if is_precise(value) => {
                        format!("precise {ty} {local} = {value_text};")
                    }
                    (Language::C, false) => format!("const {ty} {local} = {value_text};"),
                    _ => format!("{ty} {local} = {value_text};"),
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
                        let ty = dialect.type_name(&Type::I32);
                        format!("for ({ty} {name} = {from}; {name} < {to}; {name}++) {{")
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

    /// Prints a value, in parentheses if its operator binds less closely than `min_level`.
    fn value(&self, value: &Value, min_level: u8) -> String {
        let (text, level) = self.with_level(value);
        if level < min_level { format!("({text})") } else { text }
    }

    fn list(&self, values: &[Value]) -> String {
        let values: Vec<_> = values.iter().map(|value| self.value(value, 0)).collect();
        values.join(", ")
    }

    fn with_level(&self, value: &Value) -> (String, u8) {
        let (dialect, language) = (self.dialect, self.dialect.language);
        match &value.kind {
            Kind::Real(x) => {
                let level = if *x < 0.0 { SIGN } else { ATOM };
                (dialect.real(*x, &value.ty), level)
            }
            Kind::Int(x) => (dialect.int(*x, &value.ty), ATOM),
            Kind::Bool(x) => (x.to_string(), ATOM),
            Kind::Local(name) => (dialect.local(name), ATOM),
            Kind::Constant(name) => (dialect.constant(name), ATOM),
            Kind::Minus(inner) => (format!("-{}", self.value(inner, ATOM)), SIGN),
            Kind::Not(inner) => (format!("!{}", self.value(inner, ATOM)), SIGN),
            Kind::Binary(op, left, right) => self.binary(*op, left, right),
            Kind::Call(name, arguments) => {
                (format!("{}({})", dialect.function(name), self.list(arguments)), ATOM)
            }
            Kind::Builtin(built, arguments) => self.built_in(*built, arguments, &value.ty),
            Kind::Cast(inner) => self.cast(inner, &value.ty),
            Kind::Make(name, parts) => (self.made(name, parts), ATOM),
            Kind::Field(inner, name) => {
                (format!("{}.{}", self.value(inner, ATOM), dialect.local(name)), ATOM)
            }
            Kind::Index(name, index) => {
                let name = dialect.constant(name);
                let text = match language {
                    Language::Rust => format!("{name}[{} as usize]", self.value(index, ATOM)),
                    _ => format!("{name}[{}]", self.value(index, 0)),
                };
                (text, ATOM)
            }
            Kind::Select(condition, yes, no) => {
                let truth = self.value(condition, 1);
                let min_level = u8::from(!matches!(language, Language::Rust | Language::Wgsl));
                let [yes, no] = [yes, no].map(|side| self.value(side, min_level));
                match language {
                    Language::Rust => (format!("if {truth} {{ {yes} }} else {{ {no} }}"), 0),
                    Language::Wgsl => (format!("select({no}, {yes}, {truth})"), ATOM),
                    _ => (format!("{truth} ? {yes} : {no}"), 0),
                }
            }
        }
    }

    fn binary(&self, op: Op, left: &Value, right: &Value) -> (String, u8) {
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
                if let Kind::Int(_) = left.kind {
                    receiver = format!("{receiver}_{}", self.dialect.type_name(&left.ty));
                }
                return (format!("{receiver}.{method}({})", self.value(right, 0)), ATOM);
            }
        }
        // The precedence of bit operators differs between languages, so they get parentheses.
        let is_mixed = |inner: &Value| match &inner.kind {
            Kind::Binary(inner_op, ..) => {
                let bits = |op: Op| (4..=7).contains(&op.level());
                *inner_op != op && (bits(op) || bits(*inner_op) || op == Op::Or)
            }
            _ => false,
        };
        let level = op.level();
        let side = |inner: &Value, min_level| match is_mixed(inner) {
            true => format!("({})", self.value(inner, 0)),
            false => self.value(inner, min_level),
        };
        let strict = if op.is_truth() && level == 3 { level + 1 } else { level };
        (format!("{} {} {}", side(left, strict), op.word(), side(right, level + 1)), level)
    }

    fn built_in(&self, built: Builtin, arguments: &[Value], ty: &Type) -> (String, u8) {
        let language = self.dialect.language;
        if language == Language::Rust {
            let receiver = self.value(&arguments[0], ATOM);
            let text = match built {
                Builtin::Bits => format!("{receiver}.to_bits()"),
                Builtin::FromBits => format!("f64::from_bits({})", self.value(&arguments[0], 0)),
                Builtin::Floor | Builtin::Sqrt | Builtin::Abs | Builtin::Copysign => {
                    format!("{receiver}.{built}({})", self.list(&arguments[1..]))
                }
            };
            return (text, ATOM);
        }
        let single = self.dialect.precision == Precision::Narrow || *ty == Type::Single;
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
        (format!("{word}({})", self.list(arguments)), ATOM)
    }

    fn cast(&self, inner: &Value, to: &Type) -> (String, u8) {
        let word = self.dialect.type_name(to);
        match self.dialect.language {
            Language::Rust => {
                let lossless = matches!(inner.ty, Type::U32 | Type::I32 | Type::Single)
                    && *to == Type::Real
                    || (&inner.ty, to) == (&Type::I32, &Type::Cell);
                if lossless && !matches!(inner.kind, Kind::Int(_)) {
                    return (format!("{word}::from({})", self.value(inner, 0)), ATOM);
                }
                if let (Kind::Int(x), Type::Cell) = (&inner.kind, to) {
                    return (x.to_string(), ATOM);
                }
                (format!("{} as {word}", self.value(inner, SIGN)), 0)
            }
            Language::C => (format!("({word}){}", self.value(inner, SIGN)), SIGN),
            _ => (format!("{word}({})", self.value(inner, 0)), ATOM),
        }
    }

    fn made(&self, name: &str, parts: &[Value]) -> String {
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

/// Returns true if a value gets the qualifier `precise`. Values that read structures do not get it,
/// because Glslang 12 fails on them.
fn is_precise(value: &Value) -> bool {
    let mut reads = false;
    value.visit(&mut |part| reads |= matches!(part.kind, Kind::Field(..)));
    value.ty == Type::Real && !reads
}

/// Breaks a long line at its commas.
fn fold_line(line: &str) -> String {
    const MAX_LENGTH: usize = 100;
    let (mut text, mut length) = (String::new(), 0);
    for word in line.split_inclusive(", ") {
        if length > 0 && length + word.trim_end().len() > MAX_LENGTH {
            text.truncate(text.trim_end().len());
            text.push_str("\n    ");
            length = 4;
        }
        text.push_str(word);
        length += word.len();
    }
    text
}
