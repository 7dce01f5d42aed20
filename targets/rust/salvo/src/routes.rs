//! Requests and their answers.

use crate::{
    App,
    error::HttpError,
    store::{
        accounts::{Account, NewAccount},
        menus::Menu,
        users::User,
    },
};
use salvo::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, atomic::Ordering};

pub fn router() -> Router {
    Router::new()
        .push(Router::with_path("healthz").get(healthz))
        .push(Router::with_path("plaintext").get(plaintext))
        .push(Router::with_path("json").get(json))
        .push(Router::with_path("json-large").get(json_large))
        .push(Router::with_path("error").get(error))
        .push(Router::with_path("count").get(count))
        .push(Router::with_path("assets/{id}").get(find_asset))
        .push(Router::with_path("menus").get(first_menus))
        .push(
            Router::with_path("accounts")
                .get(all_accounts)
                .post(add_account)
                .push(Router::with_path("{id}").get(find_account)),
        )
        .push(Router::with_path("users").get(all_users))
}

fn app(depot: &Depot) -> &App {
    depot.get_typed::<Arc<App>>().expect("the service puts the application into every depot")
}

#[handler]
pub async fn count_request(depot: &mut Depot) {
    app(depot).requests.fetch_add(1, Ordering::Relaxed);
}

#[handler]
async fn healthz() -> &'static str {
    "ok"
}

#[handler]
async fn plaintext() -> &'static str {
    "Hello, World!"
}

#[derive(Serialize)]
struct Message {
    status: u8,
    msg: &'static str,
}

#[handler]
async fn json() -> Json<Message> {
    Json(Message { status: 1, msg: "成功" })
}

#[derive(Serialize)]
struct Large<'a> {
    content: &'a str,
    size: u32,
    price: f64,
    vip: bool,
}

#[handler]
async fn json_large(depot: &mut Depot, response: &mut Response) {
    response.render(Json(Large { content: &app(depot).shared.content, size: 100, price: 10.12, vip: true }));
}

#[handler]
async fn error() -> HttpError {
    HttpError::bad_request("abcd")
}

#[derive(Serialize)]
struct Count {
    code: u16,
    message: u64,
}

#[handler]
async fn count(depot: &mut Depot) -> Json<Count> {
    Json(Count { code: 200, message: app(depot).requests.load(Ordering::Relaxed) })
}

#[handler]
async fn find_asset(
    request: &mut Request,
    depot: &mut Depot,
    response: &mut Response,
) -> Result<(), HttpError> {
    let id: u32 = request.param("id").ok_or_else(HttpError::not_found)?;
    let asset = app(depot).shared.assets.get(&id).ok_or_else(HttpError::not_found)?;
    response.render(Json(asset));
    Ok(())
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

#[handler]
async fn first_menus(request: &mut Request, depot: &mut Depot) -> Result<Json<MenuList>, HttpError> {
    let query: MenusQuery = request.parse_queries().map_err(HttpError::bad_request)?;
    let limit = query.limit.unwrap_or(11);
    if !(1..=11).contains(&limit) {
        return Err(HttpError::bad_request(format!("limit: expected a number from 1 to 11, got {limit}")));
    }
    let data = app(depot).menus.first(limit).await?;
    Ok(Json(MenuList { status: 1, msg: "success", data }))
}

#[handler]
async fn add_account(
    request: &mut Request,
    depot: &mut Depot,
    response: &mut Response,
) -> Result<Json<Account>, HttpError> {
    let new: NewAccount = request.parse_json().await.map_err(HttpError::bad_request)?;
    let account = app(depot).accounts.add(new).await?;
    response.status_code(StatusCode::CREATED);
    Ok(Json(account))
}

#[handler]
async fn all_accounts(depot: &mut Depot) -> Result<Json<Vec<Account>>, HttpError> {
    Ok(Json(app(depot).accounts.all().await?))
}

#[handler]
async fn find_account(request: &mut Request, depot: &mut Depot) -> Result<Json<Account>, HttpError> {
    let id = request.param("id").ok_or_else(HttpError::not_found)?;
    app(depot).accounts.find(id).await?.map(Json).ok_or_else(HttpError::not_found)
}

#[handler]
async fn all_users(depot: &mut Depot) -> Result<Json<Vec<User>>, HttpError> {
    Ok(Json(app(depot).users.all().await?))
}
