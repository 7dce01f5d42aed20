use crate::{
    error::HttpError,
    routes::{accounts, memory, menus, users},
    shared::Shared,
    store::{accounts::AccountStore, menus::MenuStore, users::UserStore},
};
use axum::{
    Router,
    extract::{Request, State},
    routing::get,
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tower::util::MapRequestLayer;

pub struct App {
    pub shared: Shared,
    pub menus: MenuStore,
    pub accounts: AccountStore,
    pub users: UserStore,
    pub requests: AtomicU64,
}

pub type AppState = State<Arc<App>>;

pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/plaintext", get(|| async { "Hello, World!" }))
        .route("/json", get(memory::json))
        .route("/json-large", get(memory::json_large))
        .route("/error", get(memory::error))
        .route("/count", get(memory::count))
        .route("/assets/{id}", get(memory::asset))
        .route("/menus", get(menus::first))
        .route("/accounts", get(accounts::all).post(accounts::add))
        .route("/accounts/{id}", get(accounts::find))
        .route("/users", get(users::all))
        .fallback(|| async { HttpError::not_found() })
        .layer(MapRequestLayer::new(counted_by(app.clone())))
        .with_state(app)
}

/// One of tower's combinators, as axum's documentation advises for a small operation: `from_fn` boxes a future and
/// the rest of the stack for each request.
fn counted_by(app: Arc<App>) -> impl Fn(Request) -> Request + Clone {
    move |request| {
        app.requests.fetch_add(1, Ordering::Relaxed);
        request
    }
}
