//! Requests and their answers.

mod accounts;
mod memory;
mod menus;
mod users;

use crate::error::HttpError;
use actix_web::web::{self, JsonConfig, PathConfig, QueryConfig, ServiceConfig};

pub fn configure(service: &mut ServiceConfig) {
    service
        .app_data(PathConfig::default().error_handler(|_, _| HttpError::not_found().into()))
        .app_data(QueryConfig::default().error_handler(|error, _| HttpError::bad_request(error).into()))
        .app_data(JsonConfig::default().error_handler(|error, _| HttpError::bad_request(error).into()))
        .service(memory::healthz)
        .service(memory::plaintext)
        .service(memory::json)
        .service(memory::json_large)
        .service(memory::error)
        .service(memory::count)
        .service(memory::asset)
        .service(menus::first)
        .service(accounts::add)
        .service(accounts::all)
        .service(accounts::find)
        .service(users::all)
        .default_service(web::to(not_found));
}

async fn not_found() -> Result<&'static str, HttpError> {
    Err(HttpError::not_found())
}
