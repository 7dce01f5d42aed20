use super::Settings;
use crate::config::Config;
use mysql_async::{OptsBuilder, Pool, PoolConstraints, PoolOpts};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The driver's pools. Its documentation asks for one in each worker of Actix: a worker is a runtime of its
/// own, and a connection belongs to the runtime that opened it.
pub struct WorkerPools {
    settings: Option<Settings>,
    size: usize,
    workers: usize,
    opened: AtomicUsize,
}

impl WorkerPools {
    pub fn new(settings: Option<Settings>, config: &Config) -> Self {
        Self { settings, size: config.pool_size, workers: config.workers, opened: AtomicUsize::new(0) }
    }

    /// The pool of the next worker, with its share of the connections. `None` where there is no MySQL.
    pub fn open(&self) -> Option<Pool> {
        let worker = self.opened.fetch_add(1, Ordering::Relaxed) % self.workers;
        let share = self.size / self.workers + usize::from(worker < self.size % self.workers);
        self.settings.clone().map(|settings| open(settings, share.max(1)))
    }
}

fn open(settings: Settings, size: usize) -> Pool {
    // A pool keeps as many idle connections as its lower bound says.
    let bounds = PoolConstraints::new(size, size).expect("the bounds are in order");
    let options = OptsBuilder::default()
        .ip_or_hostname(settings.host)
        .tcp_port(settings.port)
        .user(Some(settings.user))
        .pass(Some(settings.password))
        .db_name(Some(settings.database))
        // By default, the driver would move over to the server's Unix socket.
        .prefer_socket(false)
        // The queries leave nothing behind in a session. A reset after each of them would be one more round
        // trip, and the server would forget the prepared statements.
        .pool_opts(PoolOpts::default().with_constraints(bounds).with_reset_connection(false));
    Pool::new(options)
}
