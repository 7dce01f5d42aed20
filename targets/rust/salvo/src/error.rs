use crate::store::Failure;
use salvo::prelude::*;
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
    pub fn bad_request(message: impl ToString) -> Self {
        Self { status: StatusCode::BAD_REQUEST, message: message.to_string() }
    }

    pub fn not_found() -> Self {
        Self { status: StatusCode::NOT_FOUND, message: "not found".to_owned() }
    }
}

impl Scribe for HttpError {
    fn render(self, response: &mut Response) {
        response.status_code(self.status);
        response.render(Json(Body { code: self.status.as_u16(), message: self.message }));
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

/// Answers what no handler has answered.
#[handler]
pub async fn caught(response: &mut Response, flow: &mut FlowCtrl) {
    let status = response.status_code.unwrap_or(StatusCode::NOT_FOUND);
    let message = status.canonical_reason().unwrap_or("error").to_lowercase();
    response.render(HttpError { status, message });
    flow.skip_rest();
}
