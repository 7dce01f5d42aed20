use crate::{
    shared::Shared,
    store::{accounts::AccountStore, menus::MenuStore, users::UserStore},
};
use axum::extract::State;
use std::sync::{Arc, atomic::AtomicU64};

pub struct App {
    pub shared: Shared,
    pub menus: MenuStore,
    pub accounts: AccountStore,
    pub users: UserStore,
    pub requests: AtomicU64,
}

pub type AppState = State<Arc<App>>;
