use super::{
    Account, Failure, Settings,
    entity::{ActiveModel, Column, Entity},
};
use sea_orm::{ActiveValue::Set, ConnectOptions, Database, DatabaseConnection, EntityTrait, QueryOrder};
use std::time::Duration;

/// A connection that was idle for longer is tried before it is used.
const TRUSTED: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct SeaOrmAccounts {
    database: Option<DatabaseConnection>,
}

impl SeaOrmAccounts {
    pub async fn open(settings: Option<Settings>, pool_size: usize) -> Result<Self, Failure> {
        let Some(settings) = settings else {
            return Ok(Self { database: None });
        };
        let pool_size = pool_size as u32;
        // The parts are set one by one below: in a URL, they would have to be escaped.
        let mut options = ConnectOptions::new("mysql://");
        options
            .max_connections(pool_size)
            .connect_lazy(true)
            .sqlx_logging(false)
            .test_before_acquire_if_idle_for(TRUSTED)
            .map_sqlx_mysql_opts(move |options| {
                options
                    .host(&settings.host)
                    .port(settings.port)
                    .username(&settings.user)
                    .password(&settings.password)
                    .database(&settings.database)
                    .timezone(Some("+00:00".to_owned()))
            });
        Ok(Self { database: Some(Database::connect(options).await?) })
    }

    fn database(&self) -> Result<&DatabaseConnection, Failure> {
        Ok(self.database.as_ref().ok_or("no database: MYSQL_HOST is not set")?)
    }

    pub async fn all(&self) -> Result<Vec<Account>, Failure> {
        let accounts = Entity::find().order_by_asc(Column::Id).into_partial_model();
        Ok(accounts.all(self.database()?).await?)
    }

    pub async fn find(&self, id: i64) -> Result<Option<Account>, Failure> {
        Ok(Entity::find_by_id(id).into_partial_model().one(self.database()?).await?)
    }

    /// The id that the database gave. `exec` is one statement, where `insert` of a model reads the row back.
    pub async fn insert(&self, account: &Account, password: &str) -> Result<i64, Failure> {
        let row = ActiveModel {
            created_at: Set(account.created_at),
            updated_at: Set(account.updated_at),
            register_date: Set(account.register_date),
            name: Set(account.name.clone()),
            password: Set(password.to_owned()),
            nick_name: Set(account.nick_name.clone()),
            introduction: Set(account.introduction.clone()),
            status: Set(account.status),
            ..Default::default()
        };
        Ok(Entity::insert(row).exec(self.database()?).await?.last_insert_id)
    }
}
