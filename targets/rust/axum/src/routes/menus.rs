use crate::{app::AppState, error::HttpError, store::menus::Menu};
use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct MenusQuery {
    limit: Option<i64>,
}

#[derive(Serialize)]
pub struct MenuList {
    status: u8,
    msg: &'static str,
    data: Vec<Menu>,
}

pub async fn first(
    State(app): AppState,
    query: Result<Query<MenusQuery>, QueryRejection>,
) -> Result<Json<MenuList>, HttpError> {
    let Query(query) = query?;
    let limit = query.limit.unwrap_or(11);
    if !(1..=11).contains(&limit) {
        return Err(HttpError::bad_request(format!("limit: expected a number from 1 to 11, got {limit}")));
    }
    let data = app.menus.first(limit).await?;
    Ok(Json(MenuList { status: 1, msg: "success", data }))
}
