//! Requests and their answers.

use crate::{
    answer::{Answer, HttpError, json, text},
    env,
    shared::Shared,
    store::{
        Failure,
        accounts::{AccountStore, NewAccount},
        menus::{Menu, MenuStore},
        users::UserStore,
    },
};
use http_body_util::{BodyExt, Limited};
use hyper::{Method, Request, StatusCode, body::Incoming};
use serde::{Deserialize, Serialize};
use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// A request with a longer body is refused.
const MOST_BYTES: usize = 2 * 1024 * 1024;

pub struct App {
    shared: Shared,
    menus: MenuStore,
    accounts: AccountStore,
    users: UserStore,
    requests: AtomicU64,
}

#[derive(Serialize)]
struct Status {
    status: u8,
    msg: &'static str,
}

#[derive(Serialize)]
struct Large<'a> {
    content: &'a str,
    size: u32,
    price: f64,
    vip: bool,
}

#[derive(Serialize)]
struct Count {
    code: u16,
    message: u64,
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

impl App {
    pub async fn from_environment() -> Result<Self, Failure> {
        let pool_size = env::number("DB_POOL_SIZE", 16)?;
        Ok(Self {
            shared: Shared::read()?,
            menus: MenuStore::from_environment(pool_size)?,
            accounts: AccountStore::from_environment(pool_size)?,
            users: UserStore::from_environment(pool_size).await?,
            requests: AtomicU64::new(0),
        })
    }
}

/// Counts the request, and answers it.
pub async fn answer(app: Arc<App>, request: Request<Incoming>) -> Result<Answer, Infallible> {
    app.requests.fetch_add(1, Ordering::Relaxed);
    Ok(route(&app, request).await.unwrap_or_else(HttpError::into_answer))
}

async fn route(app: &App, request: Request<Incoming>) -> Result<Answer, HttpError> {
    match (request.method(), request.uri().path()) {
        (&Method::GET, "/healthz") => text("ok"),
        (&Method::GET, "/plaintext") => text("Hello, World!"),
        (&Method::GET, "/json") => json(StatusCode::OK, &Status { status: 1, msg: "成功" }),
        (&Method::GET, "/json-large") => {
            json(StatusCode::OK, &Large { content: &app.shared.content, size: 100, price: 10.12, vip: true })
        }
        (&Method::GET, "/error") => Err(HttpError::bad_request("abcd")),
        (&Method::GET, "/count") => {
            json(StatusCode::OK, &Count { code: 200, message: app.requests.load(Ordering::Relaxed) })
        }
        (&Method::GET, "/menus") => menus(app, request.uri().query().unwrap_or_default()).await,
        (&Method::GET, "/accounts") => json(StatusCode::OK, &app.accounts.all().await?),
        (&Method::POST, "/accounts") => add_account(app, request).await,
        (&Method::GET, "/users") => json(StatusCode::OK, &app.users.all().await?),
        (&Method::GET, path) => match path.rsplit_once('/') {
            Some(("/assets", id)) => asset(app, id),
            Some(("/accounts", id)) => account(app, id).await,
            _ => Err(HttpError::not_found()),
        },
        _ => Err(HttpError::not_found()),
    }
}

fn asset(app: &App, id: &str) -> Result<Answer, HttpError> {
    let asset = id.parse().ok().and_then(|id: u32| app.shared.assets.get(&id));
    json(StatusCode::OK, asset.ok_or_else(HttpError::not_found)?)
}

async fn menus(app: &App, query: &str) -> Result<Answer, HttpError> {
    let query: MenusQuery = serde_urlencoded::from_str(query).map_err(HttpError::bad_request)?;
    let limit = query.limit.unwrap_or(11);
    if !(1..=11).contains(&limit) {
        return Err(HttpError::bad_request(format!("limit: expected a number from 1 to 11, got {limit}")));
    }
    let data = app.menus.first(limit).await?;
    json(StatusCode::OK, &MenuList { status: 1, msg: "success", data })
}

async fn add_account(app: &App, request: Request<Incoming>) -> Result<Answer, HttpError> {
    let body =
        Limited::new(request.into_body(), MOST_BYTES).collect().await.map_err(HttpError::bad_request)?;
    let new: NewAccount = serde_json::from_slice(&body.to_bytes()).map_err(HttpError::bad_request)?;
    json(StatusCode::CREATED, &app.accounts.add(new).await?)
}

async fn account(app: &App, id: &str) -> Result<Answer, HttpError> {
    let id = id.parse().map_err(|_| HttpError::not_found())?;
    let account = app.accounts.find(id).await?;
    json(StatusCode::OK, &account.ok_or_else(HttpError::not_found)?)
}
