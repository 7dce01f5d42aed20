//! Answers Pitwall's scenarios with axum.

mod app;
mod config;
mod error;
mod router;
mod routes;
mod shared;
mod store;

use app::App;
use axum::{ServiceExt, extract::Request, serve::ListenerExt};
use config::Config;
use shared::Shared;
use std::{
    future::IntoFuture,
    process::ExitCode,
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};
use store::{Failure, accounts::AccountStore, menus::MenuStore, users::UserStore};
use tokio::{
    net::TcpListener,
    runtime,
    signal::unix::{SignalKind, signal},
    time::sleep,
};

/// How long requests under way may take to finish after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("axum: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failure> {
    let config = Config::from_environment()?;
    // What #[tokio::main] expands to, with a number of threads that is known at run time only.
    runtime::Builder::new_multi_thread()
        .worker_threads(config.workers)
        .enable_all()
        .build()?
        .block_on(serve(config))
}

/// Answers until SIGTERM or SIGINT.
async fn serve(config: Config) -> Result<(), Failure> {
    let app = App {
        shared: Shared::read(&config.shared_dir)?,
        menus: MenuStore::from_environment(config.pool_size)?,
        accounts: AccountStore::from_environment(config.pool_size)?,
        users: UserStore::from_environment(config.pool_size).await?,
        requests: AtomicU64::new(0),
    };
    let listener = TcpListener::bind((config.host.as_str(), config.port))
        .await
        .map_err(|error| format!("cannot listen on {}:{}: {error}", config.host, config.port))?
        .tap_io(|connection| {
            // Fails only on a connection that is gone already.
            let _ = connection.set_nodelay(true);
        });
    let service = ServiceExt::<Request>::into_make_service(router::counted(Arc::new(app)));
    let server = axum::serve(listener, service).with_graceful_shutdown(stopped());
    tokio::select! {
        result = server.into_future() => Ok(result?),
        () = out_of_grace() => Ok(()),
    }
}

async fn stopped() {
    let mut terminate = signal(SignalKind::terminate()).expect("SIGTERM can be handled");
    let mut interrupt = signal(SignalKind::interrupt()).expect("SIGINT can be handled");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

async fn out_of_grace() {
    stopped().await;
    sleep(GRACE).await;
}
