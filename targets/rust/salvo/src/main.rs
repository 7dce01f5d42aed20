//! Answers Pitwall's scenarios with Salvo.

mod env;
mod error;
mod routes;
mod shared;
mod store;

use salvo::{affix_state, catcher::Catcher, prelude::*, server::ServerHandle};
use shared::Shared;
use std::{
    num::NonZeroUsize,
    process::ExitCode,
    sync::{Arc, atomic::AtomicU64},
    thread,
    time::Duration,
};
use store::{Failure, accounts::AccountStore, menus::MenuStore, users::UserStore};
use tokio::{
    runtime::Builder,
    signal::unix::{SignalKind, signal},
};

/// How long requests under way may take to finish after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);

struct App {
    shared: Shared,
    menus: MenuStore,
    accounts: AccountStore,
    users: UserStore,
    requests: AtomicU64,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("salvo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failure> {
    let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let workers = env::number("WORKERS", processors)?;
    // What #[tokio::main] expands to, with a number of threads that is known at run time only.
    Builder::new_multi_thread().worker_threads(workers.get()).enable_all().build()?.block_on(serve())
}

/// Answers until SIGTERM or SIGINT.
async fn serve() -> Result<(), Failure> {
    let pool_size = env::number("DB_POOL_SIZE", 16)?;
    let app = App {
        shared: Shared::read()?,
        menus: MenuStore::from_environment(pool_size)?,
        accounts: AccountStore::from_environment(pool_size)?,
        users: UserStore::from_environment(pool_size).await?,
        requests: AtomicU64::new(0),
    };
    // Hoops of the service, unlike those of a router, also run for a path that no route has.
    let service = Service::new(routes::router())
        .hoop(affix_state::inject(Arc::new(app)))
        .hoop(routes::count_request)
        .catcher(Catcher::default().hoop(error::caught));
    let host = env::text("HOST").unwrap_or_else(|| "127.0.0.1".to_owned());
    let port = env::number("PORT", 8080)?;
    let acceptor = TcpListener::new((host.clone(), port))
        .try_bind()
        .await
        .map_err(|error| format!("cannot listen on {host}:{port}: {error}"))?;
    let server = Server::new(acceptor);
    tokio::spawn(stop(server.handle()));
    Ok(server.try_serve(service).await?)
}

async fn stop(server: ServerHandle) {
    let mut terminate = signal(SignalKind::terminate()).expect("SIGTERM can be handled");
    let mut interrupt = signal(SignalKind::interrupt()).expect("SIGINT can be handled");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    server.stop_graceful(GRACE);
}
