//! What the handlers ask of the databases. Each connects at its first query, so that the server starts
//! without it; where one is not configured, its queries fail.

pub mod accounts;
pub mod menus;
pub mod users;

use std::{error::Error, time::Duration};

pub type Failure = Box<dyn Error + Send + Sync>;

/// Clients wait for 5 s: one that asks in vain is told so before it has given up.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Runs a query in a task of its own, which ends even where the client has gone away and the handler is dropped.
/// MongoDB's driver asks for that; and in its queue as in mysql_async's, a free connection is offered once: offered
/// to a handler that is just being dropped, it lies there until the next request, whoever waits.
async fn to_its_end<T: Send + 'static>(
    query: impl Future<Output = Result<T, Failure>> + Send + 'static,
) -> Result<T, Failure> {
    tokio::spawn(query).await?
}
