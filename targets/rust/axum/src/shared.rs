//! The data that all targets share, built into the program.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

const SENTENCE: &str = include_str!("../../../shared/sentence.txt");
const ASSETS: &str = include_str!("../../../shared/assets.json");

#[derive(Deserialize, Serialize)]
pub struct Asset {
    id: u32,
    name: String,
    desc: String,
}

/// The text of json-large: 100 lines of the shared sentence.
pub fn content() -> String {
    [SENTENCE.trim_end_matches('\n'); 100].join("\n")
}

pub fn assets() -> HashMap<u32, Asset> {
    let list: Vec<Asset> = serde_json::from_str(ASSETS).expect("assets.json holds assets");
    list.into_iter().map(|asset| (asset.id, asset)).collect()
}
