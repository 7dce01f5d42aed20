//! Answers Pitwall's scenarios with Rocket.

mod env;
mod error;
mod routes;
mod shared;
mod store;

use rocket::{Config, catchers, config::LogLevel, fairing::AdHoc};
use shared::Shared;
use std::{
    num::NonZeroUsize,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};
use store::{Failure, accounts::AccountStore, menus::MenuStore, users::UserStore};
use tokio::runtime::Builder;

/// How many requests the server has seen.
type Counter = Arc<AtomicU64>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rocket: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failure> {
    let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let workers = env::number("WORKERS", processors)?.get();
    // What #[rocket::main] expands to: that macro takes the number of threads from Rocket's own variables only.
    Builder::new_multi_thread().worker_threads(workers).enable_all().build()?.block_on(serve(workers))
}

/// Answers until SIGTERM or SIGINT.
async fn serve(workers: usize) -> Result<(), Failure> {
    let config = Config::figment()
        .merge((Config::ADDRESS, env::text("HOST").unwrap_or_else(|| "127.0.0.1".to_owned())))
        .merge((Config::PORT, env::number("PORT", 8080)?))
        .merge((Config::WORKERS, workers))
        // By default, two lines are written for each unknown path.
        .merge((Config::LOG_LEVEL, LogLevel::Off))
        // Seconds for the requests under way after SIGTERM, and then for the connections. The default is 5 in all.
        .merge(("shutdown.grace", 2))
        .merge(("shutdown.mercy", 1));
    let pool_size = env::number("DB_POOL_SIZE", 16)?;
    let counter = Counter::default();
    let counted = counter.clone();
    rocket::custom(config)
        .manage(Shared::read()?)
        .manage(MenuStore::from_environment(pool_size)?)
        .manage(AccountStore::from_environment(pool_size)?)
        .manage(UserStore::from_environment(pool_size).await?)
        .manage(counter)
        .attach(AdHoc::on_request("Counter", move |_, _| {
            counted.fetch_add(1, Ordering::Relaxed);
            Box::pin(async {})
        }))
        .mount("/", routes::all())
        .register("/", catchers![error::caught])
        .launch()
        .await?;
    Ok(())
}
