//! tests.

#[cfg(test)]
mod driven;
#[cfg(test)]
mod layout;
#[cfg(test)]
mod panel;
