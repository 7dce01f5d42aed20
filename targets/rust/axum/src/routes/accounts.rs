use crate::{
    app::AppState,
    error::HttpError,
    store::accounts::{Account, NewAccount},
};
use axum::{
    Json,
    extract::{
        Path, State,
        rejection::{JsonRejection, PathRejection},
    },
    http::StatusCode,
};

pub async fn add(
    State(app): AppState,
    new: Result<Json<NewAccount>, JsonRejection>,
) -> Result<(StatusCode, Json<Account>), HttpError> {
    let Json(new) = new?;
    Ok((StatusCode::CREATED, Json(app.accounts.add(new).await?)))
}

pub async fn all(State(app): AppState) -> Result<Json<Vec<Account>>, HttpError> {
    Ok(Json(app.accounts.all().await?))
}

pub async fn find(
    State(app): AppState,
    id: Result<Path<u64>, PathRejection>,
) -> Result<Json<Account>, HttpError> {
    let Path(id) = id.map_err(|_| HttpError::not_found())?;
    let account = app.accounts.find(id).await?;
    account.map(Json).ok_or_else(HttpError::not_found)
}
