//! Requests and their answers.

use crate::{
    Counter,
    error::HttpError,
    shared::{Asset, Shared},
    store::{
        accounts::{Account, AccountStore, NewAccount},
        menus::{Menu, MenuStore},
        users::{User, UserStore},
    },
};
use rocket::{
    FromForm, Route, State, form, get,
    http::Status,
    post, routes,
    serde::json::{Error as JsonError, Json},
};
use serde::Serialize;
use std::sync::atomic::Ordering;

pub fn all() -> Vec<Route> {
    routes![
        healthz,
        plaintext,
        json,
        json_large,
        error,
        count,
        asset,
        menus,
        add_account,
        all_accounts,
        account,
        users
    ]
}

#[get("/healthz")]
fn healthz() -> &'static str {
    "ok"
}

#[get("/plaintext")]
fn plaintext() -> &'static str {
    "Hello, World!"
}

#[derive(Serialize)]
struct Message {
    status: u8,
    msg: &'static str,
}

#[get("/json")]
fn json() -> Json<Message> {
    Json(Message { status: 1, msg: "成功" })
}

#[derive(Serialize)]
struct Large<'a> {
    content: &'a str,
    size: u32,
    price: f64,
    vip: bool,
}

#[get("/json-large")]
fn json_large(shared: &State<Shared>) -> Json<Large<'_>> {
    Json(Large { content: &shared.content, size: 100, price: 10.12, vip: true })
}

#[get("/error")]
fn error() -> HttpError {
    HttpError::bad_request("abcd")
}

#[derive(Serialize)]
struct Count {
    code: u16,
    message: u64,
}

#[get("/count")]
fn count(counter: &State<Counter>) -> Json<Count> {
    Json(Count { code: 200, message: counter.load(Ordering::Relaxed) })
}

#[get("/assets/<id>")]
fn asset(shared: &State<Shared>, id: Option<u32>) -> Result<Json<&Asset>, HttpError> {
    let asset = id.and_then(|id| shared.assets.get(&id));
    asset.map(Json).ok_or_else(HttpError::not_found)
}

#[derive(FromForm)]
struct MenusQuery {
    #[field(default = 11, validate = range(1..=11))]
    limit: i64,
}

#[derive(Serialize)]
struct MenuList {
    status: u8,
    msg: &'static str,
    data: Vec<Menu>,
}

#[get("/menus?<query..>")]
async fn menus(
    menus: &State<MenuStore>,
    query: form::Result<'_, MenusQuery>,
) -> Result<Json<MenuList>, HttpError> {
    let query = query.map_err(HttpError::bad_request)?;
    let data = menus.first(query.limit).await?;
    Ok(Json(MenuList { status: 1, msg: "success", data }))
}

#[post("/accounts", data = "<new>")]
async fn add_account(
    accounts: &State<AccountStore>,
    new: Result<Json<NewAccount>, JsonError<'_>>,
) -> Result<(Status, Json<Account>), HttpError> {
    let new = new.map_err(HttpError::bad_request)?.into_inner();
    Ok((Status::Created, Json(accounts.add(new).await?)))
}

#[get("/accounts")]
async fn all_accounts(accounts: &State<AccountStore>) -> Result<Json<Vec<Account>>, HttpError> {
    Ok(Json(accounts.all().await?))
}

#[get("/accounts/<id>")]
async fn account(accounts: &State<AccountStore>, id: Option<u64>) -> Result<Json<Account>, HttpError> {
    let id = id.ok_or_else(HttpError::not_found)?;
    accounts.find(id).await?.map(Json).ok_or_else(HttpError::not_found)
}

#[get("/users")]
async fn users(users: &State<UserStore>) -> Result<Json<Vec<User>>, HttpError> {
    Ok(Json(users.all().await?))
}
