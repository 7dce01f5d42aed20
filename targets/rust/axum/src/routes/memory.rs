//! What needs no database.

use crate::{app::AppState, error::HttpError};
use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::sync::atomic::Ordering;

#[derive(Serialize)]
pub struct Status {
    status: u8,
    msg: &'static str,
}

pub async fn json() -> Json<Status> {
    Json(Status { status: 1, msg: "成功" })
}

#[derive(Serialize)]
struct Large<'a> {
    content: &'a str,
    size: u32,
    price: f64,
    vip: bool,
}

pub async fn json_large(State(app): AppState) -> Response {
    Json(Large { content: &app.shared.content, size: 100, price: 10.12, vip: true }).into_response()
}

pub async fn error() -> Result<(), HttpError> {
    Err(HttpError::bad_request("abcd"))
}

#[derive(Serialize)]
pub struct Count {
    code: u16,
    message: u64,
}

pub async fn count(State(app): AppState) -> Json<Count> {
    Json(Count { code: 200, message: app.requests.load(Ordering::Relaxed) })
}

pub async fn asset(
    State(app): AppState,
    id: Result<Path<u32>, PathRejection>,
) -> Result<Response, HttpError> {
    let Path(id) = id.map_err(|_| HttpError::not_found())?;
    let asset = app.shared.assets.get(&id).ok_or_else(HttpError::not_found)?;
    Ok(Json(asset).into_response())
}
