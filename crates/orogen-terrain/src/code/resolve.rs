//! Resolves a program to one precision: instantiates generic functions, picks the types of
//! coordinates, and leaves out unused functions.

use std::collections::BTreeMap;

use super::prune::prune;
use super::syntax::{self, Expr, Op, Program, Type};
use super::typed::{
    Builtin, Constant, Function, Module, Precision, Statement, Structure, TypedValue, ValueKind,
};

/// The structure of a value with its slopes.
pub(super) const SLOPED: &str = "Sloped";
/// The structures of a narrow coordinate and of a factor for it.
pub(super) const COORD: &str = "Coord";
pub(super) const FACTOR: &str = "Factor";

pub struct Resolver<'a> {
    pub(super) program: &'a Program,
    precision: Precision,
    pub(super) module: Module,
    /// The signature of each finished function: flags for the parameters that it keeps, the types
    /// of all parameters, and the type of the result.
    signatures: BTreeMap<String, (Vec<bool>, Vec<Type>, Type)>,
}

/// The names and types known within a function.
pub(super) struct Scope {
    locals: BTreeMap<String, Type>,
    with_slopes: bool,
    result: Type,
}

fn is_generic(function: &syntax::Function) -> bool {
    function.result == Type::Field || function.parameters.iter().any(|(_, ty)| *ty == Type::Field)
}

/// Resolves a function and everything that it needs; the function itself comes last.
///
/// # Panics
/// Panics if the program has unknown names or types that do not match.
pub fn resolve(program: &Program, root: &str, precision: Precision) -> Module {
    let mut resolver =
        Resolver { program, precision, module: Module::default(), signatures: BTreeMap::new() };
    resolver.function(root, false);
    resolver.module
}

impl Resolver<'_> {
    pub(super) fn resolve_type(&mut self, ty: &Type, sloped: bool) -> Type {
        let narrow = self.precision == Precision::Narrow;
        let ty = match ty {
            Type::Field if sloped => Type::Struct(SLOPED.to_owned()),
            Type::Field => Type::Real,
            Type::Coord if narrow => Type::Struct(COORD.to_owned()),
            Type::Factor if narrow => Type::Struct(FACTOR.to_owned()),
            Type::Coord | Type::Factor => Type::Real,
            Type::Cell if narrow => Type::I32,
            Type::Single if narrow => Type::Real,
            other => other.clone(),
        };
        if let Type::Struct(name) = &ty {
            self.structure(name);
        }
        ty
    }

    fn structure(&mut self, name: &str) {
        if self.module.structures.iter().any(|structure| structure.name == name) {
            return;
        }
        let Some(structure) = self.program.structures.get(name) else { panic!("no type `{name}`") };
        let field = |(name, ty): &(String, Type)| (name.clone(), self.resolve_type(ty, false));
        let fields = structure.fields.iter().map(field).collect();
        let doc = structure.doc.clone();
        self.module.structures.push(Structure { name: name.to_owned(), doc, fields });
    }

    /// Resolves a function, unless it is finished. Returns its name.
    fn function(&mut self, name: &str, sloped: bool) -> String {
        let function = self.program.functions.get(name);
        let base = name.strip_suffix("_sloped").unwrap_or(name);
        let (function, sloped) = match (function, self.program.functions.get(base)) {
            (Some(function), _) => (function, sloped && is_generic(function)),
            (None, Some(function)) if is_generic(function) => (function, true),
            _ => panic!("no function `{name}`"),
        };
        let full_name =
            if sloped { format!("{}_sloped", function.name) } else { function.name.clone() };
        if self.signatures.contains_key(&full_name) {
            return full_name;
        }
        let mut parameters: Vec<(String, Type)> = vec![];
        for (name, ty) in &function.parameters {
            parameters.push((name.clone(), self.resolve_type(ty, sloped)));
        }
        let result = self.resolve_type(&function.result, sloped);
        let locals = parameters.iter().cloned().collect();
        let with_slopes = sloped || function.name.ends_with("_sloped");
        let mut scope = Scope { locals, with_slopes, result: result.clone() };
        let body = self.block(&function.body, &mut scope);
        let (body, live) = prune(body);
        let kept: Vec<bool> = parameters.iter().map(|(name, _)| live.contains(name)).collect();
        let types = parameters.iter().map(|(_, ty)| ty.clone()).collect();
        parameters.retain(|(name, _)| live.contains(name));
        self.signatures.insert(full_name.clone(), (kept, types, result.clone()));
        let mut doc = function.doc.clone();
        if sloped && let Some(first) = doc.first_mut() {
            *first = format!("{} With its slopes.", first);
        }
        self.module.functions.push(Function {
            name: full_name.clone(),
            doc,
            parameters,
            result,
            body,
        });
        full_name
    }

    fn block(&mut self, body: &[syntax::Statement], scope: &mut Scope) -> Vec<Statement> {
        body.iter().map(|statement| self.statement(statement, scope)).collect()
    }

    fn statement(&mut self, statement: &syntax::Statement, scope: &mut Scope) -> Statement {
        use syntax::Statement as Source;
        match statement {
            Source::Comment(text) => Statement::Comment(text.clone()),
            Source::Let { name, mutable, value } => {
                let value = self.value(value, scope, None);
                scope.locals.insert(name.clone(), value.ty.clone());
                Statement::Let { name: name.clone(), mutable: *mutable, value }
            }
            Source::Assign { name, value } => {
                let ty = scope.locals.get(name).unwrap_or_else(|| panic!("no `{name}`")).clone();
                let value = self.value(value, scope, Some(&ty));
                assert_eq!(ty, value.ty, "`{name}`");
                Statement::Assign { name: name.clone(), value }
            }
            Source::If { condition, then, other } => Statement::If {
                condition: self.value(condition, scope, Some(&Type::Bool)),
                then: self.block(then, scope),
                other: self.block(other, scope),
            },
            Source::For { name, from, to, body } => {
                let [from, to] = [from, to].map(|end| self.value(end, scope, Some(&Type::I32)));
                scope.locals.insert(name.clone(), Type::I32);
                let body = self.block(body, scope);
                Statement::For { name: name.clone(), from, to, body }
            }
            Source::Return(value) => {
                let ty = scope.result.clone();
                let value = self.value(value, scope, Some(&ty));
                assert_eq!(ty, value.ty, "{value:?}");
                Statement::Return(value)
            }
            Source::Break => Statement::Break,
        }
    }

    pub(super) fn value(&mut self, value: &Expr, scope: &Scope, hint: Option<&Type>) -> TypedValue {
        let typed = |kind, ty| TypedValue { kind, ty };
        let boxed = Box::new;
        match value {
            Expr::Real(x) => match hint {
                Some(Type::Struct(name)) if name == FACTOR => self.factor(*x),
                Some(Type::Struct(name)) if name == COORD => self.coordinate(*x),
                Some(Type::Single) => typed(ValueKind::Real(*x), Type::Single),
                _ => typed(ValueKind::Real(*x), Type::Real),
            },
            Expr::Int(x, ty) => {
                let ty = ty.as_ref().or(hint).unwrap_or(&Type::I32).clone();
                let ty = self.resolve_type(&ty, false);
                typed(ValueKind::Int(*x), ty)
            }
            Expr::Bool(x) => typed(ValueKind::Bool(*x), Type::Bool),
            Expr::Name(name) => match scope.locals.get(name) {
                Some(ty) => typed(ValueKind::Local(name.clone()), ty.clone()),
                None => self.constant(name),
            },
            Expr::Minus(inner) => {
                let inner = self.value(inner, scope, hint);
                match &inner.ty {
                    Type::Struct(name) if name == COORD => {
                        self.make_call("coord_less", vec![inner])
                    }
                    Type::Struct(_) => panic!("minus {inner:?}"),
                    ty => typed(ValueKind::Minus(boxed(inner.clone())), ty.clone()),
                }
            }
            Expr::Not(inner) => {
                let inner = self.value(inner, scope, hint);
                typed(ValueKind::Not(boxed(inner)), Type::Bool)
            }
            Expr::Binary(op, left, right) => self.binary(*op, (left, right), scope, hint),
            Expr::Call(name, arguments) => self.call(name, arguments, scope, hint),
            Expr::Field(inner, name) => {
                let inner = self.value(inner, scope, None);
                let Type::Struct(structure) = &inner.ty else { panic!("`.{name}` of {inner:?}") };
                let fields = self.module.structures.iter().find(|s| s.name == *structure);
                let fields = fields.map_or(&[][..], |structure| &structure.fields);
                let Some((_, ty)) = fields.iter().find(|(field, _)| field == name) else {
                    panic!("no field `{name}` in `{structure}`")
                };
                typed(ValueKind::Field(boxed(inner.clone()), name.clone()), ty.clone())
            }
            Expr::Index(name, index) => {
                let index = self.value(index, scope, Some(&Type::U32));
                let ty = self.constant(name).ty;
                typed(ValueKind::Index(name.clone(), boxed(index)), ty)
            }
            Expr::Select(condition, yes, no) => {
                let condition = self.value(condition, scope, None);
                let yes = self.value(yes, scope, hint);
                let no = self.value(no, scope, Some(&yes.ty));
                assert_eq!(yes.ty, no.ty, "{yes:?} or {no:?}");
                let ty = yes.ty.clone();
                typed(ValueKind::Select(boxed(condition), boxed(yes), boxed(no)), ty)
            }
        }
    }

    fn constant(&mut self, name: &str) -> TypedValue {
        let Some(constant) = self.program.constants.get(name) else { panic!("no name `{name}`") };
        let ty = self.resolve_type(&constant.ty, false);
        if !self.module.constants.iter().any(|constant| constant.name == name) {
            let empty_scope =
                Scope { locals: BTreeMap::new(), with_slopes: false, result: Type::Real };
            let value = |value: &Expr| self.value(value, &empty_scope, Some(&ty));
            let values = constant.values.iter().map(value).collect();
            let doc = constant.doc.clone();
            let (name, is_table) = (name.to_owned(), constant.is_table);
            self.module.constants.push(Constant { name, doc, ty: ty.clone(), values, is_table });
        }
        TypedValue { kind: ValueKind::Constant(name.to_owned()), ty }
    }

    fn binary(
        &mut self,
        op: Op,
        (left, right): (&Expr, &Expr),
        scope: &Scope,
        hint: Option<&Type>,
    ) -> TypedValue {
        let is_shift = matches!(op, Op::Left | Op::Right);
        let hint = hint.filter(|_| !op.returns_bool());
        let is_untyped_literal = |e: &Expr| matches!(e, Expr::Int(_, None) | Expr::Real(_));
        let (left, right) = match is_untyped_literal(left) && !is_shift {
            true => {
                let right = self.value(right, scope, hint);
                (self.value(left, scope, Some(&right.ty.clone())), right)
            }
            false => {
                let left = self.value(left, scope, hint);
                let expected = if is_shift { Type::U32 } else { left.ty.clone() };
                let expected = match (op, &left.ty) {
                    (Op::Times | Op::Over, Type::Struct(name)) if name == COORD => {
                        return self.scale(op, left, right, scope);
                    }
                    (Op::Times, Type::Struct(name)) if name == SLOPED => Type::Real,
                    _ => expected,
                };
                (left, self.value(right, scope, Some(&expected)))
            }
        };
        self.combine(op, left, right)
    }

    /// Makes a call of a function of the program, without arguments for its dropped parameters.
    pub(super) fn make_call(&mut self, name: &str, arguments: Vec<TypedValue>) -> TypedValue {
        let full_name = self.function(name, false);
        let (kept, _, result) = &self.signatures[&full_name];
        assert_eq!(arguments.len(), kept.len(), "arguments of `{full_name}`");
        let arguments = arguments.into_iter().zip(kept).filter(|(_, kept)| **kept);
        let arguments = arguments.map(|(argument, _)| argument).collect();
        TypedValue { kind: ValueKind::Call(full_name, arguments), ty: result.clone() }
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        scope: &Scope,
        hint: Option<&Type>,
    ) -> TypedValue {
        if let Some(value) = self.built_in(name, arguments, scope, hint) {
            return value;
        }
        if self.program.structures.contains_key(name) {
            let ty = self.resolve_type(&Type::Struct(name.to_owned()), false);
            let structure = self.module.structures.iter().find(|structure| structure.name == name);
            let fields = structure.map_or(vec![], |structure| structure.fields.clone());
            assert_eq!(fields.len(), arguments.len(), "fields of `{name}`");
            let pairs = arguments.iter().zip(&fields);
            let values = pairs.map(|(argument, (field, ty))| {
                let value = self.value(argument, scope, Some(ty));
                assert_eq!(value.ty, *ty, "`{field}` of `{name}`");
                value
            });
            let values = values.collect();
            return TypedValue { kind: ValueKind::Make(name.to_owned(), values), ty };
        }
        // The prefix `just_` marks a call without slopes in a function with slopes.
        let (name, with_slopes) = match name.strip_prefix("just_") {
            Some(name) => (name, false),
            None => (name, scope.with_slopes),
        };
        let sloped_name = format!("{name}_sloped");
        let name = match with_slopes && self.program.functions.contains_key(&sloped_name) {
            true => &sloped_name,
            false => name,
        };
        let full_name = self.function(name, with_slopes);
        let (kept, types, result) = self.signatures[&full_name].clone();
        assert!(arguments.len() >= types.len(), "arguments of `{full_name}`");
        let mut values = vec![];
        // Calls without slopes ignore trailing arguments that are slopes.
        for ((argument, ty), kept) in arguments.iter().zip(&types).zip(kept) {
            let value = self.value(argument, scope, Some(ty));
            assert_eq!(value.ty, *ty, "arguments of `{full_name}`");
            if kept {
                values.push(value);
            }
        }
        TypedValue { kind: ValueKind::Call(full_name, values), ty: result }
    }

    fn built_in(
        &mut self,
        name: &str,
        arguments: &[Expr],
        scope: &Scope,
        hint: Option<&Type>,
    ) -> Option<TypedValue> {
        if let Some(to) = name.strip_prefix("as_") {
            let to = self.resolve_type(&Type::named(to), false);
            let inner = self.value(&arguments[0], scope, None);
            let is_coord = matches!(&inner.ty, Type::Struct(name) if name == COORD);
            if is_coord && to == Type::Real {
                return Some(self.make_call("coord_real", vec![inner]));
            }
            return Some(match inner.ty == to {
                true => inner,
                false => TypedValue { kind: ValueKind::Cast(Box::new(inner)), ty: to },
            });
        }
        if let Ok(builtin) = name.parse::<Builtin>() {
            // The bit functions change the type, so the hint does not apply.
            let is_real = !matches!(builtin, Builtin::Bits | Builtin::FromBits);
            let hint = hint.filter(|ty| is_real && **ty == Type::Single);
            let values: Vec<_> = arguments.iter().map(|a| self.value(a, scope, hint)).collect();
            let ty = match builtin {
                Builtin::Floor | Builtin::Sqrt | Builtin::Abs | Builtin::Copysign => {
                    values[0].ty.clone()
                }
                Builtin::Bits if self.precision == Precision::Wide => Type::U64,
                Builtin::Bits => Type::U32,
                Builtin::FromBits => Type::Real,
            };
            return Some(TypedValue { kind: ValueKind::Builtin(builtin, values), ty });
        }
        let make_sloped = |x: TypedValue, slopes: [TypedValue; 2]| {
            let [east, south] = slopes;
            let ty = Type::Struct(SLOPED.to_owned());
            TypedValue { kind: ValueKind::Make(SLOPED.to_owned(), vec![x, east, south]), ty }
        };
        Some(match name {
            "make" | "constant" => {
                let x = self.value(&arguments[0], scope, None);
                if !scope.with_slopes {
                    return Some(x);
                }
                self.resolve_type(&Type::Field, true);
                let zero = || TypedValue { kind: ValueKind::Real(0.0), ty: Type::Real };
                let mut slope = |i: usize| match arguments.get(i) {
                    Some(slope) => self.value(slope, scope, None),
                    None => zero(),
                };
                let slopes = [slope(1), slope(2)];
                make_sloped(x, slopes)
            }
            "value" => {
                let x = self.value(&arguments[0], scope, None);
                match x.ty {
                    Type::Real => x,
                    _ => TypedValue {
                        kind: ValueKind::Field(Box::new(x), "value".to_owned()),
                        ty: Type::Real,
                    },
                }
            }
            _ => return None,
        })
    }
}
