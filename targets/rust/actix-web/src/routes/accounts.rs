use crate::{
    error::HttpError,
    store::accounts::{Account, AccountStore, NewAccount},
};
use actix_web::{
    HttpResponse, get, post,
    web::{Data, Json, Path},
};

#[post("/accounts")]
pub async fn add(accounts: Data<AccountStore>, new: Json<NewAccount>) -> Result<HttpResponse, HttpError> {
    Ok(HttpResponse::Created().json(accounts.add(new.into_inner()).await?))
}

#[get("/accounts")]
pub async fn all(accounts: Data<AccountStore>) -> Result<Json<Vec<Account>>, HttpError> {
    Ok(Json(accounts.all().await?))
}

#[get("/accounts/{id}")]
pub async fn find(accounts: Data<AccountStore>, id: Path<i64>) -> Result<Json<Account>, HttpError> {
    let account = accounts.find(*id).await?;
    account.map(Json).ok_or_else(HttpError::not_found)
}
