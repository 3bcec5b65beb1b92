//! The parser of the small language. All its texts ship with the program, so a syntax error is a
//! bug and panics with the position.

use super::syntax::{Constant, Expr, Function, Op, Program, Statement, Structure, Type};

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Real(f64),
    Int(u64, Option<Type>),
    Sign(&'static str),
    Doc(String),
    Comment(String),
    End,
}

/// Longer signs come first, so that they match first.
const SIGNS: [&str; 34] = [
    "->", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "..", "(", ")", "{", "}", "[", "]", "<",
    ">", "|", "^", "&", "+", "-", "*", "/", "%", "!", "=", ",", ";", ":", ".", "#", "@",
];

fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = vec![];
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (token, length) = next_token(rest);
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    tokens.push(Token::End);
    tokens
}

fn next_token(rest: &str) -> (Token, usize) {
    let line = rest.lines().next().unwrap_or_default();
    if let Some(doc) = line.strip_prefix("///") {
        return (Token::Doc(doc.trim().to_owned()), line.len());
    }
    if let Some(comment) = line.strip_prefix("//") {
        return (Token::Comment(comment.trim().to_owned()), line.len());
    }
    let length_of =
        |belongs: &dyn Fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    let first = rest.chars().next().unwrap_or(' ');
    if first.is_ascii_digit() {
        return number(rest);
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = length_of(&|c| c.is_ascii_alphanumeric() || c == '_');
        return (Token::Word(rest[..length].to_owned()), length);
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => (Token::Sign(sign), sign.len()),
        None => panic!("no sign: {line}"),
    }
}

fn number(rest: &str) -> (Token, usize) {
    if let Some(digits) = rest.strip_prefix("0x") {
        let length = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        let value = u64::from_str_radix(&digits[..length], 16).expect("hexadecimal digits");
        let (ty, suffix_length) = type_suffix(&digits[length..]);
        return (Token::Int(value, ty.or(Some(Type::U32))), 2 + length + suffix_length);
    }
    let bytes = rest.as_bytes();
    let mut length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    let mut is_real = false;
    if bytes.get(length) == Some(&b'.') && is_digit(length + 1) {
        is_real = true;
        length += 1;
        while is_digit(length) {
            length += 1;
        }
    }
    if bytes.get(length) == Some(&b'e') {
        is_real = true;
        length += 1 + usize::from(matches!(bytes.get(length + 1), Some(b'-' | b'+')));
        while is_digit(length) {
            length += 1;
        }
    }
    if is_real {
        return (Token::Real(rest[..length].parse().expect("a number")), length);
    }
    let value = rest[..length].parse().expect("a whole number");
    let (ty, suffix_length) = type_suffix(&rest[length..]);
    (Token::Int(value, ty), length + suffix_length)
}

/// Reads the type suffix of a whole number. Returns its length too.
fn type_suffix(rest: &str) -> (Option<Type>, usize) {
    match rest {
        _ if rest.starts_with("u64") => (Some(Type::U64), 3),
        _ if rest.starts_with('u') => (Some(Type::U32), 1),
        _ if rest.starts_with('c') => (Some(Type::Cell), 1),
        _ => (None, 0),
    }
}

struct Parser {
    tokens: Vec<Token>,
    position: usize,
}

/// Parses a text and adds its items to a program.
///
/// # Panics
/// Panics if the text is not valid in the small language.
pub fn parse_into(text: &str, program: &mut Program) {
    let mut parser = Parser { tokens: tokenize(text), position: 0 };
    while parser.peek() != &Token::End {
        parser.item(program);
    }
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.position]
    }

    fn take(&mut self) -> Token {
        self.position += 1;
        self.tokens[self.position - 1].clone()
    }

    fn fail(&self, expected: &str) -> ! {
        let before = &self.tokens[self.position.saturating_sub(8)..self.position];
        panic!("expected {expected} after {before:?}, found {:?}", self.peek());
    }

    /// Takes the sign if it is next. Returns true if it was.
    fn accept(&mut self, sign: &'static str) -> bool {
        let is_next = self.peek() == &Token::Sign(sign);
        self.position += usize::from(is_next);
        is_next
    }

    /// Takes the sign, which must be next.
    fn expect(&mut self, sign: &'static str) {
        if !self.accept(sign) {
            self.fail(sign);
        }
    }

    /// Takes the word if it is next. Returns true if it was.
    fn accept_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Token::Word(next) if next == word);
        self.position += usize::from(is_next);
        is_next
    }

    fn word(&mut self) -> String {
        match self.take() {
            Token::Word(word) => word,
            _ => {
                self.position -= 1;
                self.fail("a name")
            }
        }
    }

    fn parse_type(&mut self) -> Type {
        Type::named(&self.word())
    }

    fn item(&mut self, program: &mut Program) {
        let mut doc = vec![];
        loop {
            match self.peek().clone() {
                Token::Doc(line) => doc.push(line),
                Token::Comment(_) => {}
                _ => break,
            }
            self.position += 1;
        }
        if self.peek() == &Token::End {
            return;
        }
        match &*self.word() {
            "struct" => {
                let name = self.word();
                self.expect("{");
                let fields = self.typed_names("}");
                program.structures.insert(name.clone(), Structure { name, doc, fields });
            }
            kind @ ("const" | "table") => {
                let is_table = kind == "table";
                let name = self.word();
                self.expect(":");
                let ty = self.parse_type();
                self.expect("=");
                let values = match is_table {
                    true => {
                        self.expect("[");
                        self.list("]")
                    }
                    false => vec![self.expression()],
                };
                self.expect(";");
                let constant = Constant { name: name.clone(), doc, ty, values, is_table };
                program.constants.insert(name, constant);
            }
            "fn" => {
                let name = self.word();
                self.expect("(");
                let parameters = self.typed_names(")");
                self.expect("->");
                let result = self.parse_type();
                let body = self.block();
                let function = Function { name: name.clone(), doc, parameters, result, body };
                program.functions.insert(name, function);
            }
            other => panic!("no item begins with `{other}`"),
        }
    }

    /// Parses `name: type` pairs up to the sign `end`.
    fn typed_names(&mut self, end: &'static str) -> Vec<(String, Type)> {
        let mut pairs = vec![];
        while !self.accept(end) {
            let name = self.word();
            self.expect(":");
            pairs.push((name, self.parse_type()));
            if !self.accept(",") {
                self.expect(end);
                break;
            }
        }
        pairs
    }

    fn list(&mut self, end: &'static str) -> Vec<Expr> {
        let mut all = vec![];
        while !self.accept(end) {
            all.push(self.expression());
            if !self.accept(",") {
                self.expect(end);
                break;
            }
        }
        all
    }

    fn block(&mut self) -> Vec<Statement> {
        self.expect("{");
        let mut all = vec![];
        while !self.accept("}") {
            all.push(self.statement());
        }
        all
    }

    fn statement(&mut self) -> Statement {
        if let Token::Comment(text) = self.peek().clone() {
            self.position += 1;
            return Statement::Comment(text);
        }
        if self.accept_word("if") {
            return self.if_statement();
        }
        if self.accept_word("for") {
            let name = self.word();
            assert!(self.accept_word("in"), "for {name} in");
            let from = self.expression();
            self.expect("..");
            let to = self.expression();
            return Statement::For { name, from, to, body: self.block() };
        }
        let statement = if self.accept_word("let") {
            let mutable = self.accept_word("mut");
            let name = self.word();
            self.expect("=");
            Statement::Let { name, mutable, value: self.expression() }
        } else if self.accept_word("return") {
            Statement::Return(self.expression())
        } else if self.accept_word("break") {
            Statement::Break
        } else {
            let name = self.word();
            self.expect("=");
            Statement::Assign { name, value: self.expression() }
        };
        self.expect(";");
        statement
    }

    fn if_statement(&mut self) -> Statement {
        let condition = self.expression();
        let then = self.block();
        let other = match self.accept_word("else") {
            true if self.accept_word("if") => vec![self.if_statement()],
            true => self.block(),
            false => vec![],
        };
        Statement::If { condition, then, other }
    }

    fn expression(&mut self) -> Expr {
        self.binary(1)
    }

    fn operator(&self) -> Option<Op> {
        match self.peek() {
            Token::Sign(sign) => Op::from_word(sign),
            _ => None,
        }
    }

    fn binary(&mut self, min_level: u8) -> Expr {
        let mut left = self.unary();
        while let Some(op) = self.operator().filter(|op| op.level() >= min_level) {
            self.position += 1;
            let right = self.binary(op.level() + 1);
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        left
    }

    fn unary(&mut self) -> Expr {
        if self.accept("-") {
            return match self.unary() {
                Expr::Real(x) => Expr::Real(-x),
                other => Expr::Minus(Box::new(other)),
            };
        }
        if self.accept("!") {
            return Expr::Not(Box::new(self.unary()));
        }
        let mut value = self.primary();
        while self.accept(".") {
            value = Expr::Field(Box::new(value), self.word());
        }
        value
    }

    /// Parses a literal, a name, a call, an index, or an expression in parentheses.
    fn primary(&mut self) -> Expr {
        match self.take() {
            Token::Real(x) => Expr::Real(x),
            Token::Int(x, ty) => Expr::Int(x, ty),
            Token::Sign("(") => {
                let inner = self.expression();
                self.expect(")");
                inner
            }
            Token::Word(word) => match &*word {
                "true" => Expr::Bool(true),
                "false" => Expr::Bool(false),
                "if" => self.if_expression(),
                _ if self.accept("(") => Expr::Call(word, self.list(")")),
                _ if self.accept("[") => {
                    let index = self.expression();
                    self.expect("]");
                    Expr::Index(word, Box::new(index))
                }
                _ => Expr::Name(word),
            },
            _ => {
                self.position -= 1;
                self.fail("a value")
            }
        }
    }

    /// Parses `if condition { a } else { b }` after the `if`.
    fn if_expression(&mut self) -> Expr {
        let condition = self.expression();
        self.expect("{");
        let yes = self.expression();
        self.expect("}");
        assert!(self.accept_word("else"), "else");
        if self.accept_word("if") {
            let no = self.if_expression();
            return Expr::Select(Box::new(condition), Box::new(yes), Box::new(no));
        }
        self.expect("{");
        let no = self.expression();
        self.expect("}");
        Expr::Select(Box::new(condition), Box::new(yes), Box::new(no))
    }
}
