//! What the handlers ask of the databases. Each connects at its first query, so that the server starts
//! without it; where one is not configured, its queries fail.

pub mod accounts;
pub mod menus;
pub mod users;

use std::{error::Error, time::Duration};

pub type Failure = Box<dyn Error + Send + Sync>;

/// Clients wait for 5 s: one that asks in vain is told so before it has given up.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
