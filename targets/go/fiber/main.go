// Command server answers Pitwall's scenarios with Fiber.
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

	"github.com/gofiber/fiber/v3"
)

// grace is how long requests in progress may take to finish after SIGTERM.
const grace = 2 * time.Second

// readTimeout is how long a request may take to be read: by default, for ever.
const readTimeout = 10 * time.Second

// idleTimeout is how long a connection may wait for its next request; if it were not set, readTimeout.
const idleTimeout = time.Hour

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "fiber:", err)
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
	router := newRouter(data, stores)
	failed := make(chan error, 1)
	go func() {
		address := net.JoinHostPort(cmp.Or(os.Getenv("HOST"), "127.0.0.1"), fmt.Sprint(port))
		failed <- router.Listen(address, fiber.ListenConfig{
			DisableStartupMessage: true,
			ListenerNetwork:       fiber.NetworkTCP, // IPv6 as well
		})
	}()

	signalled, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	select {
	case err := <-failed:
		return err
	case <-signalled.Done():
	}
	if err := router.ShutdownWithTimeout(grace); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
