//! A resolved height function: one precision, typed values, no unused parts.

use orogen_noise::choice::choices;

use super::syntax::{Op, Type};

choices! {
    /// The functions that are built into every language.
    pub enum Builtin: "function" {
        /// The number, rounded down.
        Floor = "floor",
        /// The square root.
        Sqrt = "sqrt",
        /// The magnitude.
        Abs = "abs",
        /// The magnitude of the first with the sign of the second.
        Copysign = "copysign",
        /// A number's bits.
        Bits = "bits",
        /// The number that has these bits.
        FromBits = "from_bits",
    }
}

/// The width of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// f64, and i64 for cells.
    Wide,
    /// f32, and i32 for cells; coordinates are a whole part and a fraction.
    Narrow,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypedValue {
    pub kind: ValueKind,
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    Real(f64),
    Int(u64),
    Bool(bool),
    Local(String),
    Constant(String),
    Minus(Box<TypedValue>),
    Not(Box<TypedValue>),
    Binary(Op, Box<TypedValue>, Box<TypedValue>),
    Call(String, Vec<TypedValue>),
    Builtin(Builtin, Vec<TypedValue>),
    Cast(Box<TypedValue>),
    Make(String, Vec<TypedValue>),
    Field(Box<TypedValue>, String),
    Index(String, Box<TypedValue>),
    Select(Box<TypedValue>, Box<TypedValue>, Box<TypedValue>),
}

impl TypedValue {
    /// Calls `visit` with this value and every value inside it.
    pub fn visit(&self, visit: &mut impl FnMut(&Self)) {
        visit(self);
        match &self.kind {
            ValueKind::Minus(a)
            | ValueKind::Not(a)
            | ValueKind::Cast(a)
            | ValueKind::Field(a, _)
            | ValueKind::Index(_, a) => a.visit(visit),
            ValueKind::Binary(_, a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            ValueKind::Select(a, b, c) => {
                a.visit(visit);
                b.visit(visit);
                c.visit(visit);
            }
            ValueKind::Call(_, all) | ValueKind::Builtin(_, all) | ValueKind::Make(_, all) => {
                all.iter().for_each(|value| value.visit(visit));
            }
            _ => {}
        }
    }
}

pub type Statement = super::syntax::Statement<TypedValue>;
pub type Function = super::syntax::Function<TypedValue>;
pub type Constant = super::syntax::Constant<TypedValue>;
pub use super::syntax::Structure;

/// A function with everything that it needs. Each item comes before the items that use it.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub structures: Vec<Structure>,
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
}
