//! What the environment says.

use std::{env, str::FromStr};

/// A variable that is set and not empty.
pub fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// A number; `fallback` stands for a variable that is not set.
pub fn number<T: FromStr>(name: &str, fallback: T) -> Result<T, String> {
    let Some(value) = text(name) else {
        return Ok(fallback);
    };
    value.parse().map_err(|_| format!("{name}: expected a number in its range, got {value:?}"))
}
