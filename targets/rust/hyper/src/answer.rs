//! Answers and errors as responses.

use crate::store::Failure;
use http_body_util::Full;
use hyper::{
    Response, StatusCode,
    body::Bytes,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde::Serialize;
use std::{error::Error, iter};

pub type Answer = Response<Full<Bytes>>;

/// An error that says which status answers it.
#[derive(Debug)]
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

    pub fn into_answer(self) -> Answer {
        let body = Body { code: self.status.as_u16(), message: self.message };
        json(self.status, &body).expect("a number and a text can be written as JSON")
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

pub fn text(body: &'static str) -> Result<Answer, HttpError> {
    Ok(typed(StatusCode::OK, "text/plain; charset=utf-8", body.into()))
}

pub fn json(status: StatusCode, body: &impl Serialize) -> Result<Answer, HttpError> {
    let body = serde_json::to_vec(body).map_err(Failure::from)?;
    Ok(typed(status, "application/json", body.into()))
}

fn typed(status: StatusCode, content_type: &'static str, body: Bytes) -> Answer {
    let mut answer = Response::new(Full::new(body));
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    answer
}
