// Command server answers Pitwall's scenarios with Iris.
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

	"github.com/kataras/iris/v12"
)

// grace is how long requests in progress may take to finish after SIGTERM.
const grace = 2 * time.Second

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "iris:", err)
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
	listener, err := net.Listen("tcp", net.JoinHostPort(cmp.Or(os.Getenv("HOST"), "127.0.0.1"), fmt.Sprint(port)))
	if err != nil {
		return err
	}
	router := newRouter(data, stores)
	failed := make(chan error, 1)
	go func() {
		failed <- router.Run(iris.Listener(listener, limitHeaders), iris.WithLogLevel("error"),
			iris.WithoutBanner, iris.WithoutInterruptHandler)
	}()

	signalled, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	select {
	case err := <-failed:
		return err
	case <-signalled.Done():
	}
	deadline, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if err := router.Shutdown(deadline); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

func limitHeaders(host *iris.Supervisor) {
	// net/http itself would wait for ever for the end of a request's headers.
	host.Server.ReadHeaderTimeout = 10 * time.Second
}
