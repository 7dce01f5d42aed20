//! Answers Pitwall's scenarios with hyper alone.

mod answer;
mod env;
mod routes;
mod shared;
mod store;

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use routes::App;
use std::{num::NonZeroUsize, process::ExitCode, sync::Arc, thread, time::Duration};
use store::Failure;
use tokio::{
    net::{TcpListener, TcpStream},
    runtime::Builder,
    signal::unix::{SignalKind, signal},
    time::{sleep, timeout},
};

/// How long requests under way may take to finish after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);
/// How long to wait for a free file descriptor or free memory before the next connection is accepted.
const PAUSE: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyper: {error}");
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
    let app = Arc::new(App::from_environment().await?);
    let host = env::text("HOST").unwrap_or_else(|| "127.0.0.1".to_owned());
    let port = env::number("PORT", 8080)?;
    let listener = TcpListener::bind((host.as_str(), port))
        .await
        .map_err(|error| format!("cannot listen on {host}:{port}: {error}"))?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let graceful = GracefulShutdown::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => converse(stream, &app, &graceful),
                Err(_) => sleep(PAUSE).await,
            },
            _ = terminate.recv() => break,
            _ = interrupt.recv() => break,
        }
    }
    drop(listener);
    // What has not ended by then is cut off.
    let _ = timeout(GRACE, graceful.shutdown()).await;
    Ok(())
}

/// Serves one connection in a task of its own.
fn converse(stream: TcpStream, app: &Arc<App>, graceful: &GracefulShutdown) {
    // Fails only on a connection that is gone already.
    let _ = stream.set_nodelay(true);
    let app = app.clone();
    let service = service_fn(move |request| routes::answer(app.clone(), request));
    let connection =
        http1::Builder::new().timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), service);
    // A connection that breaks concerns its client only.
    tokio::spawn(graceful.watch(connection));
}
