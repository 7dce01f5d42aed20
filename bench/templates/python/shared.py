"""The data for the bodies."""

import json
from pathlib import Path


def read_content(shared_dir: str) -> str:
    """The text of json-large: 100 lines of the shared sentence."""
    sentence = Path(shared_dir, "sentence.txt").read_text("utf-8").rstrip()
    return "\n".join([sentence] * 100)


def read_assets(shared_dir: str) -> dict[str, dict]:
    """The assets by their id as a path spells it: a path that is not a number finds none."""
    assets = json.loads(Path(shared_dir, "assets.json").read_text("utf-8"))
    return {str(asset["id"]): asset for asset in assets}
