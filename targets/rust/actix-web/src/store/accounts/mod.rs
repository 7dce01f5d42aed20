//! The table `accounts`, in MySQL.

mod account;
mod entity;
mod orm;
mod raw;
mod settings;
mod worker_pools;

use super::Failure;
use crate::config::{AccountAccess, Config};
use orm::SeaOrmAccounts;
use raw::RawAccounts;
use settings::Settings;
use worker_pools::WorkerPools;

pub use account::{Account, NewAccount};

/// What each worker's `AccountStore` comes from.
pub enum AccountSource {
    Raw(WorkerPools),
    SeaOrm(SeaOrmAccounts),
}

impl AccountSource {
    pub async fn from_environment(config: &Config) -> Result<Self, Failure> {
        let settings = Settings::from_environment()?;
        Ok(match config.account_access {
            AccountAccess::Raw => Self::Raw(WorkerPools::new(settings, config)),
            AccountAccess::SeaOrm => Self::SeaOrm(SeaOrmAccounts::open(settings, config.pool_size).await?),
        })
    }

    /// Called once in each worker.
    pub fn for_worker(&self) -> AccountStore {
        match self {
            Self::Raw(pools) => AccountStore::Raw(RawAccounts { pool: pools.open() }),
            Self::SeaOrm(accounts) => AccountStore::SeaOrm(accounts.clone()),
        }
    }
}

/// By the driver, or by SeaORM.
pub enum AccountStore {
    Raw(RawAccounts),
    SeaOrm(SeaOrmAccounts),
}

impl AccountStore {
    pub async fn all(&self) -> Result<Vec<Account>, Failure> {
        match self {
            Self::Raw(accounts) => accounts.all().await,
            Self::SeaOrm(accounts) => accounts.all().await,
        }
    }

    pub async fn find(&self, id: i64) -> Result<Option<Account>, Failure> {
        match self {
            Self::Raw(accounts) => accounts.find(id).await,
            Self::SeaOrm(accounts) => accounts.find(id).await,
        }
    }

    pub async fn add(&self, new: NewAccount) -> Result<Account, Failure> {
        let (mut account, password) = new.created_now();
        account.id = match self {
            Self::Raw(accounts) => accounts.insert(&account, &password).await?,
            Self::SeaOrm(accounts) => accounts.insert(&account, &password).await?,
        };
        Ok(account)
    }
}
