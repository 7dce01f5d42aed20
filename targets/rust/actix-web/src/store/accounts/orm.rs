use super::{
    Account, Failure, Settings,
    entity::{ActiveModel, Column, Entity},
};
use crate::store::CONNECT_TIMEOUT;
use sea_orm::{ActiveValue::Set, ConnectOptions, Database, DatabaseConnection, EntityTrait, QueryOrder};
use std::{sync::Arc, time::Duration};
use tokio::sync::{Semaphore, SemaphorePermit};

/// A connection that was idle for longer is tried before it is used.
const TRUSTED: Duration = Duration::from_secs(1);

/// Asks by SeaORM. Requests queue for a turn and not in sqlx's pool, where one time limit holds for the queue
/// and for a server that refuses connections: a flood may wait, while a server that is down is told soon.
#[derive(Clone)]
pub struct SeaOrmAccounts {
    database: Option<DatabaseConnection>,
    turns: Arc<Semaphore>,
}

impl SeaOrmAccounts {
    pub async fn open(settings: Option<Settings>, pool_size: usize) -> Result<Self, Failure> {
        let turns = Arc::new(Semaphore::new(pool_size));
        let Some(settings) = settings else {
            return Ok(Self { database: None, turns });
        };
        // The parts are set one by one below: in a URL, they would have to be escaped.
        let mut options = ConnectOptions::new("mysql://");
        options
            .max_connections(pool_size.try_into()?)
            .acquire_timeout(CONNECT_TIMEOUT)
            // sqlx's defaults close a connection that was idle for 10 minutes or is 30 minutes old; the server
            // keeps all of them.
            .idle_timeout(None)
            .max_lifetime(None)
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
        Ok(Self { database: Some(Database::connect(options).await?), turns })
    }

    pub async fn all(&self) -> Result<Vec<Account>, Failure> {
        let (database, _turn) = self.turn().await?;
        Ok(Entity::find().order_by_asc(Column::Id).into_partial_model().all(database).await?)
    }

    pub async fn find(&self, id: i64) -> Result<Option<Account>, Failure> {
        let (database, _turn) = self.turn().await?;
        Ok(Entity::find_by_id(id).into_partial_model().one(database).await?)
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
        let (database, _turn) = self.turn().await?;
        Ok(Entity::insert(row).exec(database).await?.last_insert_id)
    }

    /// The turn ends where the permit is dropped.
    async fn turn(&self) -> Result<(&DatabaseConnection, SemaphorePermit<'_>), Failure> {
        let database = self.database.as_ref().ok_or("no database: MYSQL_HOST is not set")?;
        Ok((database, self.turns.acquire().await?))
    }
}
