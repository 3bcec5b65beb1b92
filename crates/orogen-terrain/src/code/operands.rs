//! Sums and products of coordinates in 32 bits and of values with slopes, as function calls.

use super::resolve::{COORD, FACTOR, Resolver, SLOPED, Scope};
use super::syntax::{Expr, Op, Type};
use super::typed::{Constant, Kind, Value};

impl Resolver<'_> {
    /// Makes a constant coordinate of two 32-bit words: its whole part and its fraction.
    pub(super) fn coordinate(&mut self, x: f64) -> Value {
        let of = self.resolve_type(&Type::Coord, false);
        let whole = x.floor();
        let size = Value { kind: Kind::Int(whole.abs() as u64), of: Type::I32 };
        let size = match whole < 0.0 {
            true => Value { kind: Kind::Minus(Box::new(size)), of: Type::I32 },
            false => size,
        };
        let bits = ((x - whole) * 4_294_967_296.0) as u32;
        let fraction = Value { kind: Kind::Int(bits.into()), of: Type::U32 };
        Value { kind: Kind::Make(COORD.to_owned(), vec![size, fraction]), of }
    }

    /// Makes a constant factor for coordinates in 32 bits: a fixed-point number of 64 bits. From 1
    /// on, 32 of them are the fraction; below 1, all 64 are.
    pub(super) fn factor(&mut self, x: f64) -> Value {
        let of = self.resolve_type(&Type::Factor, false);
        let whole = x.abs() >= 1.0;
        let scale = if whole { 4_294_967_296.0 } else { 18_446_744_073_709_551_616.0 };
        assert!(x.abs() < 4_294_967_296.0, "a factor of {x}");
        let bits = (x.abs() * scale).round() as u64;
        let int = |x: u64| Value { kind: Kind::Int(x), of: Type::U32 };
        let truth = |x| Value { kind: Kind::Bool(x), of: Type::Bool };
        let parts = vec![int(bits >> 32), int(bits & 0xffff_ffff), truth(whole), truth(x < 0.0)];
        Value { kind: Kind::Make(FACTOR.to_owned(), parts), of }
    }

    /// Multiplies a coordinate by a factor, or divides it.
    pub(super) fn scaled(&mut self, op: Op, left: Value, right: &Expr, scope: &Scope) -> Value {
        let of = |x: f64| if op == Op::Times { x } else { 1.0 / x };
        let factor = match right {
            Expr::Real(x) => self.factor(of(*x)),
            Expr::Name(name) if self.program.constants.contains_key(name) => {
                let own = &self.program.constants[name];
                let Expr::Real(x) = own.values[0] else { panic!("`{name}` is no number") };
                let ending = if op == Op::Times { "FACTOR" } else { "INVERSE" };
                let full = format!("{name}_{ending}");
                let value = self.factor(of(x));
                let of = value.of.clone();
                if !self.module.constants.iter().any(|own| own.name == full) {
                    let word = if op == Op::Times { "As a factor" } else { "One over" };
                    self.module.constants.push(Constant {
                        name: full.clone(),
                        doc: own.doc.iter().map(|line| format!("{word}: {line}")).collect(),
                        of: of.clone(),
                        values: vec![value],
                        is_table: false,
                    });
                }
                Value { kind: Kind::Constant(full), of }
            }
            _ if op == Op::Times => {
                let of = self.resolve_type(&Type::Factor, false);
                self.value(right, scope, Some(&of))
            }
            _ => panic!("a coordinate over {right:?}"),
        };
        self.called("coord_times", vec![left, factor])
    }

    pub(super) fn joined(&mut self, op: Op, left: Value, right: Value) -> Value {
        match (Operand::of(&left.of), Operand::of(&right.of)) {
            (Operand::Sloped, Operand::Sloped) => {
                let function = match op {
                    Op::Plus => "sloped_plus",
                    Op::Minus => "sloped_minus",
                    Op::Times => "sloped_times",
                    _ => panic!("{} of slopes", op.word()),
                };
                self.called(function, vec![left, right])
            }
            (Operand::Sloped, Operand::Plain) if op == Op::Times => {
                self.called("sloped_scaled", vec![left, right])
            }
            (Operand::Coord, Operand::Coord) => self.joined_coordinates(op, left, right),
            (Operand::Coord, Operand::Plain) => {
                let right = self.called("coord_of", vec![right]);
                self.joined_coordinates(op, left, right)
            }
            (Operand::Plain, Operand::Coord) => {
                let left = self.called("coord_of", vec![left]);
                self.joined_coordinates(op, left, right)
            }
            (Operand::Plain, Operand::Plain) => joined_plain(op, left, right),
            _ => panic!("{:?} {} {:?}", left.of, op.word(), right.of),
        }
    }

    fn joined_coordinates(&mut self, op: Op, left: Value, right: Value) -> Value {
        let function = if op == Op::Plus { "coord_plus" } else { "coord_minus" };
        self.called(function, vec![left, right])
    }
}

/// The kind of an operand.
enum Operand {
    Plain,
    Sloped,
    /// A coordinate of 32 bits.
    Coord,
    Other,
}

impl Operand {
    fn of(of: &Type) -> Self {
        match of {
            Type::Struct(name) if name == SLOPED => Self::Sloped,
            Type::Struct(name) if name == COORD => Self::Coord,
            Type::Struct(_) => Self::Other,
            _ => Self::Plain,
        }
    }
}

fn joined_plain(op: Op, left: Value, right: Value) -> Value {
    let right = match (&left.of, &right.of) {
        (Type::Cell, Type::I32) => Value { kind: Kind::Cast(Box::new(right)), of: Type::Cell },
        _ => right,
    };
    let is_shift = matches!(op, Op::Left | Op::Right);
    assert!(left.of == right.of || is_shift, "{left:?} {} {right:?}", op.word());
    let of = if op.is_truth() { Type::Bool } else { left.of.clone() };
    Value { kind: Kind::Binary(op, Box::new(left), Box::new(right)), of }
}
