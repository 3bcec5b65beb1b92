//! Sums and products of narrow coordinates and of values with slopes, as function calls.

use super::resolve::{COORD, FACTOR, Resolver, SLOPED, Scope};
use super::syntax::{Expr, Op, Type};
use super::typed::{Constant, TypedValue, ValueKind};

impl Resolver<'_> {
    /// Makes a constant coordinate of two 32-bit words: its whole part and its fraction.
    pub(super) fn coordinate(&mut self, x: f64) -> TypedValue {
        let ty = self.resolve_type(&Type::Coord, false);
        let whole = x.floor();
        let magnitude = TypedValue { kind: ValueKind::Int(whole.abs() as u64), ty: Type::I32 };
        let whole_part = match whole < 0.0 {
            true => TypedValue { kind: ValueKind::Minus(Box::new(magnitude)), ty: Type::I32 },
            false => magnitude,
        };
        let bits = ((x - whole) * 4_294_967_296.0) as u32;
        let fraction = TypedValue { kind: ValueKind::Int(bits.into()), ty: Type::U32 };
        TypedValue { kind: ValueKind::Make(COORD.to_owned(), vec![whole_part, fraction]), ty }
    }

    /// Makes a constant factor for narrow coordinates: a fixed-point number of 64 bits. If its
    /// magnitude is at least 1, the lower 32 bits are the fraction; otherwise all 64 are.
    pub(super) fn factor(&mut self, x: f64) -> TypedValue {
        let ty = self.resolve_type(&Type::Factor, false);
        let has_whole_part = x.abs() >= 1.0;
        let scale = if has_whole_part { 4_294_967_296.0 } else { 18_446_744_073_709_551_616.0 };
        assert!(x.abs() < 4_294_967_296.0, "a factor of {x}");
        let bits = (x.abs() * scale).round() as u64;
        let int = |x: u64| TypedValue { kind: ValueKind::Int(x), ty: Type::U32 };
        let boolean = |x| TypedValue { kind: ValueKind::Bool(x), ty: Type::Bool };
        let (high_word, low_word) = (int(bits >> 32), int(bits & 0xffff_ffff));
        let parts = vec![high_word, low_word, boolean(has_whole_part), boolean(x < 0.0)];
        TypedValue { kind: ValueKind::Make(FACTOR.to_owned(), parts), ty }
    }

    /// Multiplies a coordinate by a factor, or divides it.
    pub(super) fn scale(
        &mut self,
        op: Op,
        left: TypedValue,
        right: &Expr,
        scope: &Scope,
    ) -> TypedValue {
        let factor_of = |x: f64| if op == Op::Times { x } else { 1.0 / x };
        let factor = match right {
            Expr::Real(x) => self.factor(factor_of(*x)),
            Expr::Name(name) if self.program.constants.contains_key(name) => {
                let constant = &self.program.constants[name];
                let Expr::Real(x) = constant.values[0] else { panic!("`{name}` is no number") };
                let ending = if op == Op::Times { "FACTOR" } else { "INVERSE" };
                let full_name = format!("{name}_{ending}");
                let value = self.factor(factor_of(x));
                let ty = value.ty.clone();
                if !self.module.constants.iter().any(|other| other.name == full_name) {
                    let prefix = if op == Op::Times { "As a factor" } else { "One over" };
                    self.module.constants.push(Constant {
                        name: full_name.clone(),
                        doc: constant.doc.iter().map(|line| format!("{prefix}: {line}")).collect(),
                        ty: ty.clone(),
                        values: vec![value],
                        is_table: false,
                    });
                }
                TypedValue { kind: ValueKind::Constant(full_name), ty }
            }
            _ if op == Op::Times => {
                let ty = self.resolve_type(&Type::Factor, false);
                self.value(right, scope, Some(&ty))
            }
            _ => panic!("a coordinate over {right:?}"),
        };
        self.make_call("coord_times", vec![left, factor])
    }

    pub(super) fn combine(&mut self, op: Op, left: TypedValue, right: TypedValue) -> TypedValue {
        match (Operand::new(&left.ty), Operand::new(&right.ty)) {
            (Operand::Sloped, Operand::Sloped) => {
                let function = match op {
                    Op::Plus => "sloped_plus",
                    Op::Minus => "sloped_minus",
                    Op::Times => "sloped_times",
                    _ => panic!("{} of slopes", op.word()),
                };
                self.make_call(function, vec![left, right])
            }
            (Operand::Sloped, Operand::Plain) if op == Op::Times => {
                self.make_call("sloped_scaled", vec![left, right])
            }
            (Operand::Coord, Operand::Coord) => self.combine_coordinates(op, left, right),
            (Operand::Coord, Operand::Plain) => {
                let right = self.make_call("coord_of", vec![right]);
                self.combine_coordinates(op, left, right)
            }
            (Operand::Plain, Operand::Coord) => {
                let left = self.make_call("coord_of", vec![left]);
                self.combine_coordinates(op, left, right)
            }
            (Operand::Plain, Operand::Plain) => combine_plain(op, left, right),
            _ => panic!("{:?} {} {:?}", left.ty, op.word(), right.ty),
        }
    }

    fn combine_coordinates(&mut self, op: Op, left: TypedValue, right: TypedValue) -> TypedValue {
        let function = if op == Op::Plus { "coord_plus" } else { "coord_minus" };
        self.make_call(function, vec![left, right])
    }
}

/// The kind of an operand.
enum Operand {
    Plain,
    Sloped,
    /// A narrow coordinate.
    Coord,
    Other,
}

impl Operand {
    fn new(ty: &Type) -> Self {
        match ty {
            Type::Struct(name) if name == SLOPED => Self::Sloped,
            Type::Struct(name) if name == COORD => Self::Coord,
            Type::Struct(_) => Self::Other,
            _ => Self::Plain,
        }
    }
}

fn combine_plain(op: Op, left: TypedValue, right: TypedValue) -> TypedValue {
    let right = match (&left.ty, &right.ty) {
        (Type::Cell, Type::I32) => {
            TypedValue { kind: ValueKind::Cast(Box::new(right)), ty: Type::Cell }
        }
        _ => right,
    };
    let is_shift = matches!(op, Op::Left | Op::Right);
    assert!(left.ty == right.ty || is_shift, "{left:?} {} {right:?}", op.word());
    let ty = if op.returns_bool() { Type::Bool } else { left.ty.clone() };
    TypedValue { kind: ValueKind::Binary(op, Box::new(left), Box::new(right)), ty }
}
