//! A resolved height function: one precision, typed values, no unused parts.

use orogen_noise::choice::choices;

use super::syntax::{Op, Type};

choices! {
    /// The functions that are built into every language.
    pub enum Builtin: "function" {
        /// The next whole number below.
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
pub struct Value {
    pub kind: Kind,
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Real(f64),
    Int(u64),
    Bool(bool),
    Local(String),
    Constant(String),
    Minus(Box<Value>),
    Not(Box<Value>),
    Binary(Op, Box<Value>, Box<Value>),
    Call(String, Vec<Value>),
    Builtin(Builtin, Vec<Value>),
    Cast(Box<Value>),
    Make(String, Vec<Value>),
    Field(Box<Value>, String),
    Index(String, Box<Value>),
    Select(Box<Value>, Box<Value>, Box<Value>),
}

impl Value {
    /// Calls `visit` with this value and every value inside it.
    pub fn visit(&self, visit: &mut impl FnMut(&Self)) {
        visit(self);
        match &self.kind {
            Kind::Minus(a)
            | Kind::Not(a)
            | Kind::Cast(a)
            | Kind::Field(a, _)
            | Kind::Index(_, a) => a.visit(visit),
            Kind::Binary(_, a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            Kind::Select(a, b, c) => {
                a.visit(visit);
                b.visit(visit);
                c.visit(visit);
            }
            Kind::Call(_, all) | Kind::Builtin(_, all) | Kind::Make(_, all) => {
                all.iter().for_each(|value| value.visit(visit));
            }
            _ => {}
        }
    }
}

pub type Statement = super::syntax::Statement<Value>;
pub type Function = super::syntax::Function<Value>;
pub type Constant = super::syntax::Constant<Value>;
pub use super::syntax::Structure;

/// A function with everything that it needs, in order of use.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub structures: Vec<Structure>,
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
}
