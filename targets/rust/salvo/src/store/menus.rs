use super::{CONNECT_TIMEOUT, Failure};
use crate::env;
use chrono::{DateTime, NaiveDateTime, Utc};
use deadpool_postgres::{Config, Pool, PoolConfig, Runtime, Timeouts};
use serde::Serialize;
use tokio_postgres::{Error, NoTls, Row};

// The driver has no type for numeric, so PostgreSQL writes the id out. The cast's column is called
// `id` too, and `order by id` would sort by its text: the table's name tells the two apart.
const MENUS: &str = "select id::text, name, show_flag, create_date, code, parent_code \
                     from sys_menu order by sys_menu.id limit $1";

#[derive(Serialize)]
pub struct Menu {
    id: String,
    name: String,
    show_flag: i16,
    create_date: DateTime<Utc>,
    code: String,
    parent_code: Option<String>,
}

impl TryFrom<Row> for Menu {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        Ok(Self {
            id: row.try_get(0)?,
            name: row.try_get(1)?,
            show_flag: row.try_get(2)?,
            create_date: row.try_get::<_, NaiveDateTime>(3)?.and_utc(),
            code: row.try_get(4)?,
            parent_code: row.try_get(5)?,
        })
    }
}

/// The table `sys_menu`, in PostgreSQL.
pub struct MenuStore(Option<Pool>);

impl MenuStore {
    pub fn from_environment(pool_size: usize) -> Result<Self, Failure> {
        let Some(host) = env::text("PGHOST") else {
            return Ok(Self(None));
        };
        let config = Config {
            host: Some(host),
            port: Some(env::number("PGPORT", 5432)?),
            user: env::text("PGUSER"),
            password: env::text("PGPASSWORD"),
            dbname: env::text("PGDATABASE"),
            pool: Some(PoolConfig {
                max_size: pool_size,
                timeouts: Timeouts { create: Some(CONNECT_TIMEOUT), ..Timeouts::default() },
                ..PoolConfig::default()
            }),
            ..Config::default()
        };
        Ok(Self(Some(config.create_pool(Some(Runtime::Tokio1), NoTls)?)))
    }

    pub async fn first(&self, limit: i64) -> Result<Vec<Menu>, Failure> {
        let client = self.0.as_ref().ok_or("no database: PGHOST is not set")?.get().await?;
        let statement = client.prepare_cached(MENUS).await?;
        let rows = client.query(&statement, &[&limit]).await?;
        Ok(rows.into_iter().map(Menu::try_from).collect::<Result<_, _>>()?)
    }
}
