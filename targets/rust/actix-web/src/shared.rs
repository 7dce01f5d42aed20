//! The data that all targets share.

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
    pub fn read(folder: &Path) -> Result<Self, String> {
        let sentence = read(&folder.join("sentence.txt"))?;
        let assets = folder.join("assets.json");
        let list: Vec<Asset> = serde_json::from_str(&read(&assets)?)
            .map_err(|error| format!("{}: expected assets: {error}", assets.display()))?;
        Ok(Self {
            content: [sentence.trim_end_matches('\n'); 100].join("\n"),
            assets: list.into_iter().map(|asset| (asset.id, asset)).collect(),
        })
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
