use super::{CONNECT_TIMEOUT, Failure, to_its_end};
use crate::env;
use futures_util::TryStreamExt;
use mongodb::{
    Client, Collection,
    bson::{DateTime, doc, oid::ObjectId},
    options::ClientOptions,
};
use serde::{Deserialize, Serialize, Serializer, ser::Error};

#[derive(Deserialize, Serialize)]
pub struct User {
    #[serde(rename(deserialize = "_id"), serialize_with = "hexadecimal")]
    id: ObjectId,
    username: String,
    #[serde(serialize_with = "rfc3339")]
    created_at: DateTime,
    #[serde(serialize_with = "rfc3339")]
    updated_at: DateTime,
}

// In JSON, the driver's types would show as objects with keys like `$oid`.
fn hexadecimal<S: Serializer>(id: &ObjectId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&id.to_hex())
}

fn rfc3339<S: Serializer>(instant: &DateTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&instant.try_to_rfc3339_string().map_err(Error::custom)?)
}

/// The collection `users`, in MongoDB.
pub struct UserStore(Option<Collection<User>>);

impl UserStore {
    pub async fn from_environment(pool_size: usize) -> Result<Self, Failure> {
        let Some(uri) = env::text("MONGODB_URI") else {
            return Ok(Self(None));
        };
        let mut options = ClientOptions::parse(uri).await?;
        options.max_pool_size = Some(pool_size.try_into()?);
        options.connect_timeout = Some(CONNECT_TIMEOUT);
        options.server_selection_timeout = Some(CONNECT_TIMEOUT);
        let database = Client::with_options(options)?
            .default_database()
            .ok_or("MONGODB_URI: expected the name of a database as its path")?;
        Ok(Self(Some(database.collection("users"))))
    }

    pub async fn all(&self) -> Result<Vec<User>, Failure> {
        let users = self.0.clone().ok_or("no database: MONGODB_URI is not set")?;
        to_its_end(async move { Ok(users.find(doc! {}).sort(doc! { "_id": 1 }).await?.try_collect().await?) })
            .await
    }
}
