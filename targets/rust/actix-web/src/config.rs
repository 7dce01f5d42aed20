use std::{env, path::PathBuf, thread};

/// Actix Web refuses more.
const MOST_WORKERS: usize = 512;

/// What the environment says about where and with what to serve.
pub struct Config {
    pub host: String,
    pub port: u16,
    pub workers: usize,
    pub shared_dir: PathBuf,
    pub pool_size: usize,
    pub account_access: AccountAccess,
}

/// How the server reaches `accounts`.
#[derive(Clone, Copy, PartialEq)]
pub enum AccountAccess {
    Raw,
    SeaOrm,
}

impl Config {
    pub fn from_environment() -> Result<Self, String> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            host: text("HOST").unwrap_or_else(|| "127.0.0.1".to_owned()),
            port: port("PORT", 8080)?,
            workers: number("WORKERS", processors, MOST_WORKERS)?,
            shared_dir: text("SHARED_DIR")
                .map(PathBuf::from)
                .ok_or("SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set")?,
            pool_size: number("DB_POOL_SIZE", 16, 10_000)?,
            account_access: match text("DB_ACCESS").as_deref() {
                None | Some("raw") => AccountAccess::Raw,
                Some("sea-orm") => AccountAccess::SeaOrm,
                Some(other) => return Err(format!("DB_ACCESS: expected raw or sea-orm, got {other:?}")),
            },
        })
    }
}

/// A variable that is set and not empty.
pub fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

pub fn port(name: &str, fallback: u16) -> Result<u16, String> {
    Ok(number(name, fallback.into(), 65535)? as u16)
}

/// A number from 1 to `most`; `fallback` stands for a variable that is not set.
fn number(name: &str, fallback: usize, most: usize) -> Result<usize, String> {
    let Some(value) = text(name) else {
        return Ok(fallback);
    };
    match value.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{name}: expected a number from 1 to {most}, got {value:?}")),
    }
}
