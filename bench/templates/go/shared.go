package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

type asset struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Desc string `json:"desc"`
}

// sharedData is what the bodies without a database are made of.
type sharedData struct {
	content string
	assets  map[int]asset
}

func readSharedData(folder string) (sharedData, error) {
	sentence, err := os.ReadFile(filepath.Join(folder, "sentence.txt"))
	if err != nil {
		return sharedData{}, fmt.Errorf("SHARED_DIR: %w", err)
	}
	line := strings.TrimRight(string(sentence), "\n")
	text, err := os.ReadFile(filepath.Join(folder, "assets.json"))
	if err != nil {
		return sharedData{}, fmt.Errorf("SHARED_DIR: %w", err)
	}
	var list []asset
	if err := json.Unmarshal(text, &list); err != nil {
		return sharedData{}, fmt.Errorf("assets.json: %w", err)
	}
	data := sharedData{strings.Repeat(line+"\n", 99) + line, make(map[int]asset, len(list))}
	for _, asset := range list {
		data.assets[asset.ID] = asset
	}
	return data, nil
}

// environmentInt reads a positive number; fallback stands for a variable that is not set.
func environmentInt(name string, fallback int) (int, error) {
	text := os.Getenv(name)
	if text == "" {
		return fallback, nil
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 {
		return 0, fmt.Errorf("%s: expected a positive number, got %q", name, text)
	}
	return number, nil
}
