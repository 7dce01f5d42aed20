// Command server answers Pitwall's scenarios with Hertz.
package main

import (
	"cmp"
	"fmt"
	"net"
	"os"
	"runtime"
	"time"

	"github.com/cloudwego/hertz/pkg/app/server"
	"github.com/cloudwego/hertz/pkg/common/hlog"
)

// grace is how long requests in progress may take to finish after SIGTERM.
const grace = 2 * time.Second

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "hertz:", err)
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
	hlog.SetLevel(hlog.LevelError)
	router := server.New(
		server.WithHostPorts(net.JoinHostPort(cmp.Or(os.Getenv("HOST"), "127.0.0.1"), fmt.Sprint(port))),
		server.WithExitWaitTime(grace),
		server.WithRedirectTrailingSlash(false),
	)
	addRoutes(router.Engine, data, stores)
	// Spin serves until SIGTERM or SIGINT.
	router.Spin()
	return nil
}
