use crate::store::Failure;
use rocket::{Request, Responder, catch, http::Status, serde::json::Json};
use serde::Serialize;
use std::{error::Error, iter};

/// An error that says which status answers it.
#[derive(Responder)]
pub struct HttpError((Status, Json<Body>));

#[derive(Serialize)]
pub struct Body {
    code: u16,
    message: String,
}

impl HttpError {
    fn new(status: Status, message: impl ToString) -> Self {
        Self((status, Json(Body { code: status.code, message: message.to_string() })))
    }

    pub fn bad_request(message: impl ToString) -> Self {
        Self::new(Status::BadRequest, message)
    }

    pub fn not_found() -> Self {
        Self::new(Status::NotFound, "not found")
    }
}

/// A database that failed. The drivers name only the layer that failed: the chain of causes tells the rest.
impl From<Failure> for HttpError {
    fn from(failure: Failure) -> Self {
        let first: &dyn Error = &*failure;
        let causes = iter::successors(Some(first), |&error| error.source());
        let message = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        Self::new(Status::InternalServerError, message)
    }
}

/// What no route has answered.
#[catch(default)]
pub fn caught(status: Status, _request: &Request) -> HttpError {
    HttpError::new(status, status.reason_lossy().to_lowercase())
}
