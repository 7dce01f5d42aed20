// Command server answers Pitwall's scenarios with fasthttp.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
)

// grace is how long requests in progress may take to finish after SIGTERM.
const grace = 2 * time.Second

// readTimeout is how long a request may take to be read: by default, for ever.
const readTimeout = 10 * time.Second

// idleTimeout is how long a connection may wait for its next request; if it were not set, readTimeout.
const idleTimeout = time.Hour

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "fasthttp:", err)
		os.Exit(1)
	}
}

func run() error {
	workers, err := environmentInt("WORKERS", runtime.NumCPU())
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(workers)
	data, err := readSharedData(os.Getenv("SHARED_DIR"))
	if err != nil {
		return err
	}
	stores, err := openStores()
	if err != nil {
		return err
	}
	port, err := environmentInt("PORT", 8080)
	if err != nil {
		return err
	}
	// ListenAndServe would take an IPv4 address only.
	listener, err := net.Listen("tcp", net.JoinHostPort(cmp.Or(os.Getenv("HOST"), "127.0.0.1"), fmt.Sprint(port)))
	if err != nil {
		return err
	}
	server := &fasthttp.Server{
		Handler:         newHandler(data, stores),
		CloseOnShutdown: true,
		ReadTimeout:     readTimeout,
		IdleTimeout:     idleTimeout,
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
	if err := server.ShutdownWithContext(deadline); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
