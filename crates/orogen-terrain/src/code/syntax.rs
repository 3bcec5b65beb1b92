//! The syntax tree of the small language in which height functions are written once for all target
//! languages. [`super::parse`] builds the tree.
//!
//! The language looks like Rust. Besides numbers (`real`, `u32`, `i32`, `u64`, `single`) and `bool`,
//! it has types that depend on the precision. A `coord` is a coordinate: an f64, or for shaders a
//! whole part and a fraction. A `factor` multiplies or divides coordinates. A `cell` is the
//! whole-number coordinate of a lattice cell. `F` is a value with or without slopes: a function that
//! uses it is generic, and is resolved to two functions if both are needed.

use std::collections::BTreeMap;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Real,
    Single,
    U32,
    I32,
    U64,
    Bool,
    Cell,
    Coord,
    Factor,
    /// A value, with or without slopes.
    Field,
    Struct(String),
}

impl Type {
    /// Finds a type by its name; unknown names are structures.
    pub fn named(name: &str) -> Self {
        match name {
            "real" => Self::Real,
            "single" => Self::Single,
            "u32" => Self::U32,
            "i32" => Self::I32,
            "u64" => Self::U64,
            "bool" => Self::Bool,
            "cell" => Self::Cell,
            "coord" => Self::Coord,
            "factor" => Self::Factor,
            "F" => Self::Field,
            name => Self::Struct(name.to_owned()),
        }
    }
}

/// Declares the operators with their spelling, which all languages share, and their precedence.
macro_rules! operators {
    ($($Op:ident = $word:literal, $level:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Op { $($Op,)* }

        impl Op {
            const ALL: &[Self] = &[$(Self::$Op,)*];

            /// The spelling.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$Op => $word,)* }
            }

            /// The precedence; higher binds more tightly.
            pub const fn level(self) -> u8 {
                match self { $(Self::$Op => $level,)* }
            }
        }
    };
}

operators! {
    Or = "||", 1;
    And = "&&", 2;
    Equal = "==", 3;
    Unequal = "!=", 3;
    Less = "<", 3;
    LessEqual = "<=", 3;
    Greater = ">", 3;
    GreaterEqual = ">=", 3;
    BitOr = "|", 4;
    BitXor = "^", 5;
    BitAnd = "&", 6;
    Left = "<<", 7;
    Right = ">>", 7;
    Plus = "+", 8;
    Minus = "-", 8;
    Times = "*", 9;
    Over = "/", 9;
    Modulo = "%", 9;
}

impl Op {
    /// Finds an operator by its spelling.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|op| op.word() == word)
    }

    /// Returns true if the result is a bool.
    pub const fn returns_bool(self) -> bool {
        self.level() <= 3
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Real(f64),
    /// A whole number, with the type of its suffix if it has one.
    Int(u64, Option<Type>),
    Bool(bool),
    Name(String),
    Minus(Box<Expr>),
    Not(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
    Field(Box<Expr>, String),
    Index(String, Box<Expr>),
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// A statement.
///
/// Its values are expressions, or typed values once the program is resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement<V = Expr> {
    Comment(String),
    Let { name: String, mutable: bool, value: V },
    Assign { name: String, value: V },
    If { condition: V, then: Vec<Statement<V>>, other: Vec<Statement<V>> },
    For { name: String, from: V, to: V, body: Vec<Statement<V>> },
    Return(V),
    Break,
}

#[derive(Clone, Debug)]
pub struct Function<V = Expr> {
    pub name: String,
    pub doc: Vec<String>,
    pub parameters: Vec<(String, Type)>,
    pub result: Type,
    pub body: Vec<Statement<V>>,
}

/// A constant, or a table of them.
#[derive(Clone, Debug)]
pub struct Constant<V = Expr> {
    pub name: String,
    pub doc: Vec<String>,
    pub ty: Type,
    pub values: Vec<V>,
    pub is_table: bool,
}

#[derive(Clone, Debug)]
pub struct Structure {
    pub name: String,
    pub doc: Vec<String>,
    pub fields: Vec<(String, Type)>,
}

/// A parsed program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub structures: BTreeMap<String, Structure>,
    pub constants: BTreeMap<String, Constant>,
    pub functions: BTreeMap<String, Function>,
}
