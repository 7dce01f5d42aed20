//! The data that all targets share.

use crate::env;
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, fs, path::Path};

#[derive(Deserialize, Serialize)]
pub struct Asset {
    id: u32,
    name: String,
    desc: String,
}

/// What the bodies are made of.
pub struct Shared {
    /// The text of json-large: 100 lines of the shared sentence.
    pub content: String,
    pub assets: HashMap<u32, Asset>,
}

impl Shared {
    pub fn read() -> Result<Self, String> {
        let folder = env::text("SHARED_DIR")
            .ok_or("SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set")?;
        let sentence = read(&folder, "sentence.txt")?;
        let list: Vec<Asset> = serde_json::from_str(&read(&folder, "assets.json")?)
            .map_err(|error| format!("{folder}/assets.json: expected assets: {error}"))?;
        Ok(Self {
            content: [sentence.trim_end_matches('\n'); 100].join("\n"),
            assets: list.into_iter().map(|asset| (asset.id, asset)).collect(),
        })
    }
}

fn read(folder: &str, name: &str) -> Result<String, String> {
    fs::read_to_string(Path::new(folder).join(name))
        .map_err(|error| format!("cannot read {folder}/{name}: {error}"))
}
