//! Removes statements on which no result depends, such as slopes that no caller reads.

use std::collections::BTreeSet;

use super::typed::{Statement, TypedValue, ValueKind};

/// Adds the names that a value reads.
fn add_reads(value: &TypedValue, names: &mut BTreeSet<String>) {
    value.visit(&mut |part| {
        if let ValueKind::Local(name) = &part.kind {
            names.insert(name.clone());
        }
    });
}

/// Adds the names on which the results depend, given those found so far in `live`.
fn live_names(body: &[Statement], live: &mut BTreeSet<String>) {
    for statement in body.iter().rev() {
        match statement {
            Statement::Let { name, value, .. } | Statement::Assign { name, value } => {
                if live.contains(name) {
                    add_reads(value, live);
                }
            }
            Statement::Return(value) => add_reads(value, live),
            Statement::If { condition, then, other } => {
                let is_live = |body: &[Statement]| body.iter().any(|inner| is_live(inner, live));
                if is_live(then) || is_live(other) {
                    add_reads(condition, live);
                }
                live_names(then, live);
                live_names(other, live);
            }
            Statement::For { from, to, body, .. } => {
                if body.iter().any(|inner| is_live(inner, live)) {
                    add_reads(from, live);
                    add_reads(to, live);
                }
                live_names(body, live);
            }
            Statement::Comment(_) | Statement::Break => {}
        }
    }
}

/// Returns true if a result depends on the statement.
fn is_live(statement: &Statement, live: &BTreeSet<String>) -> bool {
    match statement {
        Statement::Let { name, .. } | Statement::Assign { name, .. } => live.contains(name),
        Statement::If { then, other, .. } => then.iter().chain(other).any(|s| is_live(s, live)),
        Statement::For { body, .. } => body.iter().any(|s| is_live(s, live)),
        Statement::Return(_) | Statement::Break => true,
        Statement::Comment(_) => false,
    }
}

fn remove_dead(body: Vec<Statement>, live: &BTreeSet<String>) -> Vec<Statement> {
    let (mut all, mut comments) = (vec![], vec![]);
    for statement in body {
        if let Statement::Comment(_) = statement {
            comments.push(statement);
            continue;
        }
        if !is_live(&statement, live) {
            comments.clear();
            continue;
        }
        all.append(&mut comments);
        all.push(match statement {
            Statement::If { condition, then, other } => Statement::If {
                condition,
                then: remove_dead(then, live),
                other: remove_dead(other, live),
            },
            Statement::For { name, from, to, body } => {
                Statement::For { name, from, to, body: remove_dead(body, live) }
            }
            other => other,
        });
    }
    all
}

/// Adds the names that statements assign.
fn add_assigned(body: &[Statement], names: &mut BTreeSet<String>) {
    for statement in body {
        match statement {
            Statement::Assign { name, .. } => {
                names.insert(name.clone());
            }
            Statement::If { then, other, .. } => {
                add_assigned(then, names);
                add_assigned(other, names);
            }
            Statement::For { body, .. } => add_assigned(body, names),
            _ => {}
        }
    }
}

fn drop_unused_mut(body: &mut [Statement], assigned: &BTreeSet<String>) {
    for statement in body {
        match statement {
            Statement::Let { name, mutable, .. } => *mutable &= assigned.contains(name),
            Statement::If { then, other, .. } => {
                drop_unused_mut(then, assigned);
                drop_unused_mut(other, assigned);
            }
            Statement::For { body, .. } => drop_unused_mut(body, assigned),
            _ => {}
        }
    }
}

/// Removes dead statements from a body. Returns the body and the names that it reads.
pub fn prune(body: Vec<Statement>) -> (Vec<Statement>, BTreeSet<String>) {
    let mut live = BTreeSet::new();
    loop {
        let before = live.len();
        live_names(&body, &mut live);
        if live.len() == before {
            break;
        }
    }
    let mut body = remove_dead(body, &live);
    let mut assigned = BTreeSet::new();
    add_assigned(&body, &mut assigned);
    drop_unused_mut(&mut body, &assigned);
    (body, live)
}
