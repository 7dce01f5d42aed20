//! What needs no database.

use crate::{counter::Counter, error::HttpError, shared::Shared};
use actix_web::{
    HttpResponse, get,
    web::{Data, Json, Path},
};
use serde::Serialize;

#[get("/healthz")]
pub async fn healthz() -> &'static str {
    "ok"
}

#[get("/plaintext")]
pub async fn plaintext() -> &'static str {
    "Hello, World!"
}

#[derive(Serialize)]
struct Status {
    status: u8,
    msg: &'static str,
}

#[get("/json")]
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

#[get("/json-large")]
pub async fn json_large(shared: Data<Shared>) -> HttpResponse {
    HttpResponse::Ok().json(Large { content: &shared.content, size: 100, price: 10.12, vip: true })
}

#[get("/error")]
pub async fn error() -> Result<&'static str, HttpError> {
    Err(HttpError::bad_request("abcd"))
}

#[derive(Serialize)]
struct Count {
    code: u16,
    message: u64,
}

#[get("/count")]
pub async fn count(counter: Data<Counter>) -> Json<Count> {
    Json(Count { code: 200, message: counter.read() })
}

#[get("/assets/{id}")]
pub async fn asset(shared: Data<Shared>, id: Path<u32>) -> Result<HttpResponse, HttpError> {
    let asset = shared.assets.get(&id).ok_or_else(HttpError::not_found)?;
    Ok(HttpResponse::Ok().json(asset))
}
