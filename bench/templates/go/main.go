// Command server answers Pitwall's scenarios. It is written with net/http: replace that with __FRAMEWORK__.
package main

import (
	"cmp"
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

// grace is how long requests in progress may take to finish after SIGTERM.
const grace = 2 * time.Second

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "__FRAMEWORK__:", err)
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
	port, err := environmentInt("PORT", 8080)
	if err != nil {
		return err
	}
	server := &http.Server{
		Addr:    net.JoinHostPort(cmp.Or(os.Getenv("HOST"), "127.0.0.1"), fmt.Sprint(port)),
		Handler: newRouter(data),
		// net/http itself would wait forever for the end of a request's headers.
		ReadHeaderTimeout: 10 * time.Second,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()

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
