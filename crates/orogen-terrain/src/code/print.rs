//! Prints a height function in a target language.

use super::expressions::Expressions;
use super::language::{Dialect, Language};
use super::syntax::Type;
use super::typed::{
    Constant, Function, Module, Precision, Statement, Structure, TypedValue, ValueKind,
};

/// Prints a module: types, constants, functions. `root` is the exported function.
pub(super) fn print(module: &Module, root: &str, dialect: Dialect) -> String {
    let expressions = Expressions { dialect, structures: &module.structures };
    let mut printer = Printer { dialect, expressions, out: String::new() };
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
    expressions: Expressions<'a>,
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

    /// Prints the includes of C, and the bit casts that its headers lack.
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
        let values: Vec<_> = constant.values.iter().map(|value| self.initializer(value)).collect();
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
    fn initializer(&self, value: &TypedValue) -> String {
        match (&value.kind, self.dialect.language) {
            (ValueKind::Make(_, parts), Language::C | Language::Hlsl) => {
                let parts: Vec<_> = parts.iter().map(|part| self.initializer(part)).collect();
                format!("{{{}}}", parts.join(", "))
            }
            _ => self.expressions.value(value, 0),
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
                let (local, value_text) = (dialect.local(name), self.expressions.value(value, 0));
                let ty = dialect.type_name(&value.ty);
                match (dialect.language, mutable) {
                    (Language::Rust, mutable) => {
                        let word = if *mutable { "let mut" } else { "let" };
                        match value.kind {
                            ValueKind::Int(_) => format!("{word} {local}: {ty} = {value_text};"),
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
                format!("{} = {};", dialect.local(name), self.expressions.value(value, 0))
            }
            Statement::If { condition, then, other } => {
                let condition = self.expressions.value(condition, 0);
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
                let [from, to] = [from, to].map(|end| self.expressions.value(end, 1));
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
                self.expressions.value(value, 0)
            }
            Statement::Return(value) => format!("return {};", self.expressions.value(value, 0)),
            Statement::Break => "break;".to_owned(),
        };
        self.line(depth, &text);
    }
}

/// Returns true if a value gets the qualifier `precise`. Values that read structures do not get it,
/// because Glslang 12 fails on them.
fn is_precise(value: &TypedValue) -> bool {
    let mut reads_structure = false;
    value.visit(&mut |part| reads_structure |= matches!(part.kind, ValueKind::Field(..)));
    value.ty == Type::Real && !reads_structure
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
