// Command server answers Pitwall's scenarios with Gin.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// grace is how long requests under way may take to finish after SIGTERM.
const grace = 2 * time.Second

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gin:", err)
		os.Exit(1)
	}
}

func run() error {
	config, err := readConfig()
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(config.workers)

	content, err := readContent(config.sharedDir)
	if err != nil {
		return err
	}
	assets, err := readAssets(config.sharedDir)
	if err != nil {
		return err
	}
	stores, err := openStores(config)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", config.address)
	if err != nil {
		return err
	}
	return serve(listener, newRouter(content, assets, stores))
}

// serve answers until SIGTERM or SIGINT.
func serve(listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler,
		// net/http itself would wait for ever for the end of a request's headers.
		ReadHeaderTimeout: 10 * time.Second,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()

	signalled, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	select {
	case err := <-failed:
		return err
	case <-signalled.Done():
	}

	deadline, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if err := server.Shutdown(deadline); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return server.Close()
}
