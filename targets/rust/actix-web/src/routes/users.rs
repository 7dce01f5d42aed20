use crate::{
    error::HttpError,
    store::users::{User, UserStore},
};
use actix_web::{
    get,
    web::{Data, Json},
};

#[get("/users")]
pub async fn all(users: Data<UserStore>) -> Result<Json<Vec<User>>, HttpError> {
    Ok(Json(users.all().await?))
}
