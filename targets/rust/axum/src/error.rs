use crate::store::Failure;
use axum::{
    Json,
    extract::rejection::{JsonRejection, QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::{error::Error, iter};

/// An error that says which status answers it.
pub struct HttpError {
    status: StatusCode,
    message: String,
}

#[derive(Serialize)]
struct Body {
    code: u16,
    message: String,
}

impl HttpError {
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, message: message.into() }
    }

    pub fn not_found() -> Self {
        Self { status: StatusCode::NOT_FOUND, message: "not found".to_owned() }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let body = Body { code: self.status.as_u16(), message: self.message };
        (self.status, Json(body)).into_response()
    }
}

/// A database that failed. The drivers name only the layer that failed: the chain of causes tells the rest.
impl From<Failure> for HttpError {
    fn from(failure: Failure) -> Self {
        let first: &dyn Error = &*failure;
        let causes = iter::successors(Some(first), |&error| error.source());
        let message = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, message }
    }
}

impl From<QueryRejection> for HttpError {
    fn from(rejection: QueryRejection) -> Self {
        Self::bad_request(rejection.body_text())
    }
}

impl From<JsonRejection> for HttpError {
    fn from(rejection: JsonRejection) -> Self {
        Self::bad_request(rejection.body_text())
    }
}
