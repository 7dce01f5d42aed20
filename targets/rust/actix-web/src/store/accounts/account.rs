use chrono::{DateTime, SubsecRound, Utc};
use sea_orm::DerivePartialModel;
use serde::{Deserialize, Serialize};

/// An account as a response carries it: SeaORM reads only these columns of the entity.
#[derive(DerivePartialModel, Serialize)]
#[sea_orm(entity = "super::entity::Entity")]
pub struct Account {
    pub id: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub register_date: DateTime<Utc>,
    pub name: String,
    pub nick_name: String,
    pub introduction: String,
    pub status: i16,
}

/// What a client sends to create an account.
#[derive(Deserialize)]
pub struct NewAccount {
    register_date: DateTime<Utc>,
    name: String,
    password: String,
    nick_name: String,
    introduction: String,
    status: i16,
}

impl NewAccount {
    /// The row to insert, which has no id yet, and its password. What is answered is what is stored: the
    /// columns keep milliseconds.
    pub fn created_now(self) -> (Account, String) {
        let now = Utc::now().trunc_subsecs(3);
        let account = Account {
            id: 0,
            created_at: now,
            updated_at: now,
            register_date: self.register_date.trunc_subsecs(3),
            name: self.name,
            nick_name: self.nick_name,
            introduction: self.introduction,
            status: self.status,
        };
        (account, self.password)
    }
}
