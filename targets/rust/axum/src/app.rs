use crate::{
    error::HttpError,
    menus::{Menu, MenuStore},
    shared::Asset,
};
use axum::{
    Json, Router,
    extract::{
        Path, Query, Request, State,
        rejection::{PathRejection, QueryRejection},
    },
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

pub struct App {
    pub content: String,
    pub assets: HashMap<u32, Asset>,
    pub menus: MenuStore,
    pub requests: AtomicU64,
}

type Shared = State<Arc<App>>;

pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/plaintext", get(|| async { "Hello, World!" }))
        .route("/json", get(json))
        .route("/json-large", get(json_large))
        .route("/error", get(error))
        .route("/count", get(count))
        .route("/assets/{id}", get(asset))
        .route("/menus", get(menus))
        .fallback(|| async { HttpError::not_found() })
        .layer(middleware::from_fn_with_state(app.clone(), count_request))
        .with_state(app)
}

async fn count_request(State(app): Shared, request: Request, next: Next) -> Response {
    app.requests.fetch_add(1, Ordering::Relaxed);
    next.run(request).await
}

#[derive(Serialize)]
struct Status {
    status: u8,
    msg: &'static str,
}

async fn json() -> Json<Status> {
    Json(Status { status: 1, msg: "成功" })
}

#[derive(Serialize)]
struct Large<'a> {
    content: &'a str,
    size: u32,
    price: f64,
    vip: bool,
}

async fn json_large(State(app): Shared) -> Response {
    Json(Large { content: &app.content, size: 100, price: 10.12, vip: true }).into_response()
}

async fn error() -> Result<(), HttpError> {
    Err(HttpError::bad_request("abcd"))
}

#[derive(Serialize)]
struct Count {
    code: u16,
    message: u64,
}

async fn count(State(app): Shared) -> Json<Count> {
    Json(Count { code: 200, message: app.requests.load(Ordering::Relaxed) })
}

async fn asset(State(app): Shared, id: Result<Path<u32>, PathRejection>) -> Result<Response, HttpError> {
    let Path(id) = id.map_err(|_| HttpError::not_found())?;
    let asset = app.assets.get(&id).ok_or_else(HttpError::not_found)?;
    Ok(Json(asset).into_response())
}

#[derive(Deserialize)]
struct MenusQuery {
    limit: Option<i64>,
}

#[derive(Serialize)]
struct MenuList {
    status: u8,
    msg: &'static str,
    data: Vec<Menu>,
}

async fn menus(
    State(app): Shared,
    query: Result<Query<MenusQuery>, QueryRejection>,
) -> Result<Json<MenuList>, HttpError> {
    let Query(query) = query?;
    let limit = query.limit.unwrap_or(11);
    if !(1..=11).contains(&limit) {
        return Err(HttpError::bad_request(format!("limit: expected a number from 1 to 11, got {limit}")));
    }
    let data = app.menus.first(limit).await.map_err(HttpError::internal)?;
    Ok(Json(MenuList { status: 1, msg: "success", data }))
}
