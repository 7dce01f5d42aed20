use super::{CONNECT_TIMEOUT, Failure};
use crate::config;
use chrono::{DateTime, NaiveDateTime, Utc};
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use serde::Serialize;
use tokio_postgres::{NoTls, Row};

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
    type Error = tokio_postgres::Error;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
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
pub struct MenuStore {
    pool: Option<Pool>,
}

impl MenuStore {
    pub fn from_environment(pool_size: usize) -> Result<Self, Failure> {
        let Some(host) = config::text("PGHOST") else {
            return Ok(Self { pool: None });
        };
        let mut database = tokio_postgres::Config::new();
        database.host(host).port(config::port("PGPORT", 5432)?).connect_timeout(CONNECT_TIMEOUT);
        config::text("PGUSER").map(|user| database.user(user));
        config::text("PGPASSWORD").map(|password| database.password(password));
        config::text("PGDATABASE").map(|name| database.dbname(name));

        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(database, NoTls, recycling))
            .max_size(pool_size)
            .runtime(Runtime::Tokio1)
            .create_timeout(Some(CONNECT_TIMEOUT))
            .build()?;
        Ok(Self { pool: Some(pool) })
    }

    pub async fn first(&self, limit: i64) -> Result<Vec<Menu>, Failure> {
        let pool = self.pool.as_ref().ok_or("no database: PGHOST is not set")?;
        let client = pool.get().await?;
        let statement = client.prepare_cached(MENUS).await?;
        let rows = client.query(&statement, &[&limit]).await?;
        Ok(rows.into_iter().map(Menu::try_from).collect::<Result<_, _>>()?)
    }
}
