use crate::{
    app::App,
    error::HttpError,
    routes::{accounts, memory, menus, users},
};
use axum::{Router, extract::Request, routing::get};
use std::sync::{Arc, atomic::Ordering};
use tower::util::MapRequest;

/// Counts each request before it is routed. axum's documentation puts such a service around the whole router:
/// `Router::layer` would box every route once more, and clone and allocate that box for each request.
pub fn counted(app: Arc<App>) -> MapRequest<Router, impl Fn(Request) -> Request + Clone> {
    MapRequest::new(router(app.clone()), move |request| {
        app.requests.fetch_add(1, Ordering::Relaxed);
        request
    })
}

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
        .with_state(app)
}
