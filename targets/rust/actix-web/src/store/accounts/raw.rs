use super::{Account, Failure};
use chrono::NaiveDateTime;
use mysql_async::{Conn, Pool, prelude::Queryable};
use std::time::Duration;
use tokio::time::timeout;

/// How long a request may wait for its turn: the queue of a flood of connections is not an error.
const TURN_TIMEOUT: Duration = Duration::from_secs(30);

const ALL: &str = "select id, created_at, updated_at, register_date, name, nick_name, introduction, status \
                   from accounts order by id";
const ONE: &str = "select id, created_at, updated_at, register_date, name, nick_name, introduction, status \
                   from accounts where id = ?";
const INSERT: &str = "insert into accounts \
                      (created_at, updated_at, register_date, name, password, nick_name, introduction, status) \
                      values (?, ?, ?, ?, ?, ?, ?, ?)";

/// The columns that the queries read. A `datetime` has no zone: the table's are in UTC.
type Row = (i64, NaiveDateTime, NaiveDateTime, NaiveDateTime, String, String, String, i16);

impl From<Row> for Account {
    fn from((id, created, updated, registered, name, nick_name, introduction, status): Row) -> Self {
        Self {
            id,
            created_at: created.and_utc(),
            updated_at: updated.and_utc(),
            register_date: registered.and_utc(),
            name,
            nick_name,
            introduction,
            status,
        }
    }
}

/// Asks by the driver. Without a pool, every query fails.
pub struct RawAccounts {
    pub pool: Option<Pool>,
}

impl RawAccounts {
    pub async fn all(&self) -> Result<Vec<Account>, Failure> {
        Ok(self.connection().await?.exec_map(ALL, (), |row: Row| row.into()).await?)
    }

    pub async fn find(&self, id: i64) -> Result<Option<Account>, Failure> {
        let row: Option<Row> = self.connection().await?.exec_first(ONE, (id,)).await?;
        Ok(row.map(Account::from))
    }

    /// The id that the database gave.
    pub async fn insert(&self, account: &Account, password: &str) -> Result<i64, Failure> {
        let values = (
            account.created_at.naive_utc(),
            account.updated_at.naive_utc(),
            account.register_date.naive_utc(),
            &account.name,
            password,
            &account.nick_name,
            &account.introduction,
            account.status,
        );
        let mut connection = self.connection().await?;
        connection.exec_drop(INSERT, values).await?;
        let id = connection.last_insert_id().ok_or("the database gave no id")?;
        Ok(id.try_into()?)
    }

    async fn connection(&self) -> Result<Conn, Failure> {
        let pool = self.pool.as_ref().ok_or("no database: MYSQL_HOST is not set")?;
        Ok(timeout(TURN_TIMEOUT, pool.get_conn()).await??)
    }
}
