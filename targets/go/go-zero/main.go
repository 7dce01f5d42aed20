// Command server answers Pitwall's scenarios with go-zero.
package main

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/zeromicro/go-zero/core/conf"
	"github.com/zeromicro/go-zero/rest"
)

// idle is how long a connection may wait for its next request. go-zero says nothing of it, and net/http would then
// take the time for reading a request, which go-zero makes 2.4 s.
const idle = 2 * time.Minute

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "go-zero:", err)
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
	settings, err := serverSettings()
	if err != nil {
		return err
	}
	service := newService(data, stores)
	server, err := rest.NewServer(settings,
		rest.WithNotFoundHandler(service.count(answerNotFound)),
		rest.WithNotAllowedHandler(service.count(answerNotAllowed)))
	if err != nil {
		return err
	}
	defer server.Stop()
	server.Use(service.count)
	server.AddRoutes(service.routes())
	// Serves until SIGTERM or SIGINT.
	server.StartWithOpts(func(server *http.Server) { server.IdleTimeout = idle })
	return nil
}

// configuration is what a service has in etc/. It leaves go-zero's settings as they are, but for what the contract
// forbids: a line for each request, and an answer that is withheld because the processor is busy or because a database
// failed a moment ago.
const configuration = `
Name: go-zero
Port: 8080
CpuThreshold: 0
Log: { Level: error, Stat: false }
Middlewares: { Log: false, Shedding: false, Breaker: false }
Shutdown: { WaitTime: 2s }
`

// serverSettings reads the configuration. conf.FillDefault would fill optional parts too, and so open a second port for
// metrics and profiles.
func serverSettings() (rest.RestConf, error) {
	var settings rest.RestConf
	if err := conf.LoadFromYamlBytes([]byte(configuration), &settings); err != nil {
		return settings, err
	}
	var err error
	if settings.Port, err = environmentInt("PORT", settings.Port); err != nil {
		return settings, err
	}
	if settings.Host = cmp.Or(os.Getenv("HOST"), "127.0.0.1"); strings.Contains(settings.Host, ":") {
		settings.Host = "[" + settings.Host + "]"
	}
	return settings, nil
}
