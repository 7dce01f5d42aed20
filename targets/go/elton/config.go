package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
)

// config is what the environment says about where and with what to serve. Where the databases are, each
// store reads for itself.
type config struct {
	address   string
	workers   int
	poolSize  int
	sharedDir string
}

func readConfig() (config, error) {
	port, err := environmentInt("PORT", 8080, 65535)
	if err != nil {
		return config{}, err
	}
	workers, err := environmentInt("WORKERS", runtime.NumCPU(), 1024)
	if err != nil {
		return config{}, err
	}
	poolSize, err := environmentInt("DB_POOL_SIZE", 16, 10000)
	if err != nil {
		return config{}, err
	}
	sharedDir := os.Getenv("SHARED_DIR")
	if sharedDir == "" {
		return config{}, errors.New("SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set")
	}
	return config{
		address:   net.JoinHostPort(environmentText("HOST", "127.0.0.1"), strconv.Itoa(port)),
		workers:   workers,
		poolSize:  poolSize,
		sharedDir: sharedDir,
	}, nil
}

// environmentText reads a text; fallback stands for a variable that is not set.
func environmentText(name, fallback string) string {
	if text := os.Getenv(name); text != "" {
		return text
	}
	return fallback
}

// environmentInt reads a number from 1 to most; fallback stands for a variable that is not set.
func environmentInt(name string, fallback, most int) (int, error) {
	text := os.Getenv(name)
	if text == "" {
		return fallback, nil
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > most {
		return 0, fmt.Errorf("%s: expected a number from 1 to %d, got %q", name, most, text)
	}
	return number, nil
}
