use super::Failure;
use crate::env;
use chrono::{DateTime, NaiveDateTime, SubsecRound, Utc};
use mysql_async::{Conn, OptsBuilder, Pool, PoolConstraints, PoolOpts, prelude::Queryable};
use serde::{Deserialize, Serialize};
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

/// An account as a response carries it.
#[derive(Serialize)]
pub struct Account {
    id: u64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    register_date: DateTime<Utc>,
    name: String,
    nick_name: String,
    introduction: String,
    status: i16,
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

/// The columns that the queries read. A `datetime` has no zone: the table's are in UTC.
type Row = (u64, NaiveDateTime, NaiveDateTime, NaiveDateTime, String, String, String, i16);

impl From<Row> for Account {
    fn from(row: Row) -> Self {
        let (id, created_at, updated_at, register_date, name, nick_name, introduction, status) = row;
        Self {
            id,
            created_at: created_at.and_utc(),
            updated_at: updated_at.and_utc(),
            register_date: register_date.and_utc(),
            name,
            nick_name,
            introduction,
            status,
        }
    }
}

/// The table `accounts`, in MySQL.
pub struct AccountStore(Option<Pool>);

impl AccountStore {
    pub fn from_environment(pool_size: usize) -> Result<Self, Failure> {
        let Some(host) = env::text("MYSQL_HOST") else {
            return Ok(Self(None));
        };
        // A pool keeps as many idle connections as its lower bound says.
        let bounds = PoolConstraints::new(pool_size, pool_size).expect("the bounds are in order");
        let options = OptsBuilder::default()
            .ip_or_hostname(host)
            .tcp_port(env::number("MYSQL_PORT", 3306)?)
            .user(env::text("MYSQL_USER"))
            .pass(env::text("MYSQL_PASSWORD"))
            .db_name(env::text("MYSQL_DATABASE"))
            // By default, the driver would move over to the server's Unix socket.
            .prefer_socket(false)
            // The queries leave nothing behind in a session. A reset after each of them would be one more
            // round trip, and the server would forget the prepared statements.
            .pool_opts(PoolOpts::default().with_constraints(bounds).with_reset_connection(false));
        Ok(Self(Some(Pool::new(options))))
    }

    pub async fn all(&self) -> Result<Vec<Account>, Failure> {
        Ok(self.connection().await?.exec_map(ALL, (), |row: Row| row.into()).await?)
    }

    pub async fn find(&self, id: u64) -> Result<Option<Account>, Failure> {
        let row: Option<Row> = self.connection().await?.exec_first(ONE, (id,)).await?;
        Ok(row.map(Account::from))
    }

    pub async fn add(&self, new: NewAccount) -> Result<Account, Failure> {
        // What is answered is what is stored: the columns keep milliseconds.
        let now = Utc::now().trunc_subsecs(3);
        let registered = new.register_date.trunc_subsecs(3);
        let values = (
            now.naive_utc(),
            now.naive_utc(),
            registered.naive_utc(),
            &new.name,
            new.password,
            &new.nick_name,
            &new.introduction,
            new.status,
        );
        let mut connection = self.connection().await?;
        connection.exec_drop(INSERT, values).await?;
        Ok(Account {
            id: connection.last_insert_id().ok_or("the database gave no id")?,
            created_at: now,
            updated_at: now,
            register_date: registered,
            name: new.name,
            nick_name: new.nick_name,
            introduction: new.introduction,
            status: new.status,
        })
    }

    async fn connection(&self) -> Result<Conn, Failure> {
        let pool = self.0.as_ref().ok_or("no database: MYSQL_HOST is not set")?;
        Ok(timeout(TURN_TIMEOUT, pool.get_conn()).await??)
    }
}
