//! Requests and their answers.

pub mod accounts;
pub mod memory;
pub mod menus;
pub mod users;
