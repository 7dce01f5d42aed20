//! Answers Pitwall's scenarios. It is written with axum: replace that with __FRAMEWORK__.

use axum::{
    Json, Router, ServiceExt,
    extract::{Path, Request, State, rejection::PathRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
    serve::ListenerExt,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    env,
    error::Error,
    fs,
    future::IntoFuture,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};
use tokio::{
    net::TcpListener,
    runtime,
    signal::unix::{SignalKind, signal},
    time::sleep,
};
use tower::util::MapRequest;

/// How long requests in flight may take to finish after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("__FRAMEWORK__: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let workers = variable("WORKERS", &processors.to_string()).parse()?;
    runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?.block_on(serve())
}

/// Answers until SIGTERM or SIGINT.
async fn serve() -> Result<(), Box<dyn Error>> {
    let app = Arc::new(App::read(&variable("SHARED_DIR", ""))?);
    let address = (variable("HOST", "127.0.0.1"), variable("PORT", "8080").parse::<u16>()?);
    let listener = TcpListener::bind(address).await?.tap_io(|connection| {
        // Fails only on a connection that is gone already.
        let _ = connection.set_nodelay(true);
    });
    let service = ServiceExt::<Request>::into_make_service(counted(app));
    let server = axum::serve(listener, service).with_graceful_shutdown(stopped());
    tokio::select! {
        result = server.into_future() => Ok(result?),
        () = async { stopped().await; sleep(GRACE).await } => Ok(()),
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

fn variable(name: &str, fallback: &str) -> String {
    env::var(name).ok().filter(|text| !text.is_empty()).unwrap_or_else(|| fallback.to_owned())
}

#[derive(Deserialize, Serialize)]
struct Asset {
    id: u32,
    name: String,
    desc: String,
}

/// The data for the bodies, and the count of requests.
struct App {
    /// The text of json-large: 100 lines of the shared sentence.
    content: String,
    assets: HashMap<u32, Asset>,
    requests: AtomicU64,
}

impl App {
    fn read(folder: &str) -> Result<Self, Box<dyn Error>> {
        let read = |name: &str| {
            fs::read_to_string(format!("{folder}/{name}"))
                .map_err(|error| format!("SHARED_DIR: {name}: {error}"))
        };
        let sentence = read("sentence.txt")?;
        let assets: Vec<Asset> = serde_json::from_str(&read("assets.json")?)?;
        Ok(Self {
            content: [sentence.trim_end_matches('\n'); 100].join("\n"),
            assets: assets.into_iter().map(|asset| (asset.id, asset)).collect(),
            requests: AtomicU64::new(0),
        })
    }
}

/// Counts each request before it is routed. axum's documentation puts such a service around the whole router:
/// `Router::layer` would box every route once more, and clone and allocate that box for each request.
fn counted(app: Arc<App>) -> MapRequest<Router, impl Fn(Request) -> Request + Clone> {
    MapRequest::new(router(app.clone()), move |request| {
        app.requests.fetch_add(1, Ordering::Relaxed);
        request
    })
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/plaintext", get(|| async { "Hello, World!" }))
        .route("/json", get(|| async { Json(Status { status: 1, msg: "成功" }) }))
        .route("/json-large", get(large))
        .route("/error", get(|| async { HttpError(StatusCode::BAD_REQUEST, "abcd") }))
        .route("/count", get(count))
        .route("/assets/{id}", get(asset))
        .fallback(|| async { NOT_FOUND })
        .with_state(app)
}

#[derive(Serialize)]
struct Status {
    status: u8,
    msg: &'static str,
}

#[derive(Serialize)]
struct Large<'a> {
    content: &'a str,
    size: u32,
    price: f64,
    vip: bool,
}

/// The envelope of errors, and of the counter.
#[derive(Serialize)]
struct Coded<Message> {
    code: u16,
    message: Message,
}

/// An error with the status that answers it.
struct HttpError(StatusCode, &'static str);

const NOT_FOUND: HttpError = HttpError(StatusCode::NOT_FOUND, "not found");

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        (self.0, Json(Coded { code: self.0.as_u16(), message: self.1 })).into_response()
    }
}

async fn large(State(app): State<Arc<App>>) -> Response {
    Json(Large { content: &app.content, size: 100, price: 10.12, vip: true }).into_response()
}

async fn count(State(app): State<Arc<App>>) -> Json<Coded<u64>> {
    Json(Coded { code: 200, message: app.requests.load(Ordering::Relaxed) })
}

async fn asset(
    State(app): State<Arc<App>>,
    id: Result<Path<u32>, PathRejection>,
) -> Result<Response, HttpError> {
    let Path(id) = id.map_err(|_| NOT_FOUND)?;
    let found = app.assets.get(&id).ok_or(NOT_FOUND)?;
    Ok(Json(found).into_response())
}
