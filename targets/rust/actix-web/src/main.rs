//! Answers Pitwall's scenarios with Actix Web.

mod config;
mod counter;
mod error;
mod routes;
mod shared;
mod store;

use actix_web::{
    App, HttpServer,
    dev::Service,
    rt::{
        signal::unix::{SignalKind, signal},
        time::sleep,
    },
    web::Data,
};
use config::Config;
use counter::Counter;
use futures_util::future::{Either, select};
use shared::Shared;
use std::{pin::pin, process::ExitCode, sync::Arc, time::Duration};
use store::{Failure, accounts::AccountSource, menus::MenuStore, users::UserStore};

/// How long requests under way may take to finish after SIGTERM.
const GRACE_SECONDS: u64 = 2;
/// A worker with thousands of requests in its queue is late to see that its time is over.
const LATEST_END: Duration = Duration::from_secs(3);

#[actix_web::main]
async fn main() -> ExitCode {
    match serve().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("actix-web: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers until SIGTERM or SIGINT.
async fn serve() -> Result<(), Failure> {
    let config = Config::from_environment()?;
    let shared = Data::new(Shared::read(&config.shared_dir)?);
    let counter = Data::new(Counter::default());
    let menus = Data::new(MenuStore::from_environment(config.pool_size)?);
    let users = Data::new(UserStore::from_environment(config.pool_size).await?);
    let accounts = Arc::new(AccountSource::from_environment(&config).await?);

    // Each worker makes an application of its own.
    let server = HttpServer::new(move || {
        let counted = counter.clone();
        App::new()
            .app_data(shared.clone())
            .app_data(counter.clone())
            .app_data(menus.clone())
            .app_data(users.clone())
            .app_data(Data::new(accounts.for_worker()))
            .configure(routes::configure)
            .wrap_fn(move |request, service| {
                counted.add();
                service.call(request)
            })
    });
    let server = server
        .workers(config.workers)
        .tcp_nodelay(true)
        .shutdown_timeout(GRACE_SECONDS)
        .bind((config.host.as_str(), config.port))
        .map_err(|error| format!("cannot listen on {}:{}: {error}", config.host, config.port))?
        .run();
    match select(server, pin!(out_of_grace())).await {
        Either::Left((result, _)) => Ok(result?),
        Either::Right(_) => Ok(()),
    }
}

async fn out_of_grace() {
    let mut terminate = signal(SignalKind::terminate()).expect("SIGTERM can be handled");
    terminate.recv().await;
    sleep(LATEST_END).await;
}
