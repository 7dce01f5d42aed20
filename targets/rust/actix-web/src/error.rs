use crate::store::Failure;
use actix_web::{HttpResponse, ResponseError, http::StatusCode};
use serde::Serialize;
use std::{
    error::Error,
    fmt::{self, Display, Formatter},
    iter,
};

/// An error that says which status answers it.
#[derive(Debug)]
pub struct HttpError {
    status: StatusCode,
    message: String,
}

#[derive(Serialize)]
struct Body<'a> {
    code: u16,
    message: &'a str,
}

impl HttpError {
    pub fn bad_request(message: impl ToString) -> Self {
        Self { status: StatusCode::BAD_REQUEST, message: message.to_string() }
    }

    pub fn not_found() -> Self {
        Self { status: StatusCode::NOT_FOUND, message: "not found".to_owned() }
    }
}

impl Display for HttpError {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl ResponseError for HttpError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::build(self.status).json(Body { code: self.status.as_u16(), message: &self.message })
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
