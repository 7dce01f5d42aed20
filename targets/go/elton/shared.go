package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

type asset struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Desc string `json:"desc"`
}

// readContent makes the text of json-large: 100 lines of the shared sentence.
func readContent(sharedDir string) (string, error) {
	sentence, err := os.ReadFile(filepath.Join(sharedDir, "sentence.txt"))
	if err != nil {
		return "", err
	}
	line := strings.TrimRight(string(sentence), "\n")
	return strings.Repeat(line+"\n", 99) + line, nil
}

func readAssets(sharedDir string) (map[int]asset, error) {
	path := filepath.Join(sharedDir, "assets.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []asset
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	assets := make(map[int]asset, len(list))
	for _, asset := range list {
		assets[asset.ID] = asset
	}
	return assets, nil
}
