use crate::{app::AppState, error::HttpError, store::users::User};
use axum::{Json, extract::State};

pub async fn all(State(app): AppState) -> Result<Json<Vec<User>>, HttpError> {
    Ok(Json(app.users.all().await?))
}
