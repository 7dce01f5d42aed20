use crate::{
    error::HttpError,
    store::menus::{Menu, MenuStore},
};
use actix_web::{
    get,
    web::{Data, Json, Query},
};
use serde::{Deserialize, Serialize};

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

#[get("/menus")]
pub async fn first(menus: Data<MenuStore>, query: Query<MenusQuery>) -> Result<Json<MenuList>, HttpError> {
    let limit = query.limit.unwrap_or(11);
    if !(1..=11).contains(&limit) {
        return Err(HttpError::bad_request(format!("limit: expected a number from 1 to 11, got {limit}")));
    }
    let data = menus.first(limit).await?;
    Ok(Json(MenuList { status: 1, msg: "success", data }))
}
