use crate::config;

/// Where MySQL is.
#[derive(Clone)]
pub struct Settings {
    pub host: String,
    pub port: u16,
    pub user: String,
    pub password: String,
    pub database: String,
}

impl Settings {
    /// `None` where there is no MySQL.
    pub fn from_environment() -> Result<Option<Self>, String> {
        let Some(host) = config::text("MYSQL_HOST") else {
            return Ok(None);
        };
        Ok(Some(Self {
            host,
            port: config::port("MYSQL_PORT", 3306)?,
            user: config::text("MYSQL_USER").unwrap_or_default(),
            password: config::text("MYSQL_PASSWORD").unwrap_or_default(),
            database: config::text("MYSQL_DATABASE").unwrap_or_default(),
        }))
    }
}
