//! Leaves out what no result depends on: slopes that nobody asks for.

use std::collections::BTreeSet;

use super::typed::{Kind, Statement, Value};

/// The names that a value reads.
fn reads(value: &Value, names: &mut BTreeSet<String>) {
    value.visit(&mut |part| {
        if let Kind::Local(name) = &part.kind {
            names.insert(name.clone());
        }
    });
}

/// Adds the names on which results depend, as far as `live` says yet.
fn live_names(body: &[Statement], live: &mut BTreeSet<String>) {
    for statement in body.iter().rev() {
        match statement {
            Statement::Let { name, value, .. } | Statement::Assign { name, value } => {
                if live.contains(name) {
                    reads(value, live);
                }
            }
            Statement::Return(value) => reads(value, live),
            Statement::If { condition, then, other } => {
                let is_felt = |body: &[Statement]| body.iter().any(|inner| is_felt(inner, live));
                if is_felt(then) || is_felt(other) {
                    reads(condition, live);
                }
                live_names(then, live);
                live_names(other, live);
            }
            Statement::For { from, to, body, .. } => {
                if body.iter().any(|inner| is_felt(inner, live)) {
                    reads(from, live);
                    reads(to, live);
                }
                live_names(body, live);
            }
            Statement::Comment(_) | Statement::Break => {}
        }
    }
}

/// Whether a statement does anything that a result depends on.
fn is_felt(statement: &Statement, live: &BTreeSet<String>) -> bool {
    match statement {
        Statement::Let { name, .. } | Statement::Assign { name, .. } => live.contains(name),
        Statement::If { then, other, .. } => then.iter().chain(other).any(|s| is_felt(s, live)),
        Statement::For { body, .. } => body.iter().any(|s| is_felt(s, live)),
        Statement::Return(_) | Statement::Break => true,
        Statement::Comment(_) => false,
    }
}

fn kept(body: Vec<Statement>, live: &BTreeSet<String>) -> Vec<Statement> {
    let (mut all, mut comments) = (vec![], vec![]);
    for statement in body {
        if let Statement::Comment(_) = statement {
            comments.push(statement);
            continue;
        }
        if !is_felt(&statement, live) {
            comments.clear();
            continue;
        }
        all.append(&mut comments);
        all.push(match statement {
            Statement::If { condition, then, other } => {
                Statement::If { condition, then: kept(then, live), other: kept(other, live) }
            }
            Statement::For { name, from, to, body } => {
                Statement::For { name, from, to, body: kept(body, live) }
            }
            other => other,
        });
    }
    all
}

/// The names that statements assign.
fn assigned(body: &[Statement], names: &mut BTreeSet<String>) {
    for statement in body {
        match statement {
            Statement::Assign { name, .. } => {
                names.insert(name.clone());
            }
            Statement::If { then, other, .. } => {
                assigned(then, names);
                assigned(other, names);
            }
            Statement::For { body, .. } => assigned(body, names),
            _ => {}
        }
    }
}

fn fix(body: &mut [Statement], assigned: &BTreeSet<String>) {
    for statement in body {
        match statement {
            Statement::Let { name, mutable, .. } => *mutable &= assigned.contains(name),
            Statement::If { then, other, .. } => {
                fix(then, assigned);
                fix(other, assigned);
            }
            Statement::For { body, .. } => fix(body, assigned),
            _ => {}
        }
    }
}

/// A body without what is not felt, and the names that it reads.
pub fn pruned(body: Vec<Statement>) -> (Vec<Statement>, BTreeSet<String>) {
    let mut live = BTreeSet::new();
    loop {
        let before = live.len();
        live_names(&body, &mut live);
        if live.len() == before {
            break;
        }
    }
    let mut body = kept(body, &live);
    let mut names = BTreeSet::new();
    assigned(&body, &mut names);
    fix(&mut body, &names);
    (body, live)
}
