// Command server answers Pitwall's scenarios. It is written with net/http: replace that with __FRAMEWORK__.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// grace is how long requests in flight may take to finish after SIGTERM.
const grace = 2 * time.Second

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "__FRAMEWORK__:", err)
		os.Exit(1)
	}
}

func run() error {
	workers, err := strconv.Atoi(environment("WORKERS", strconv.Itoa(runtime.NumCPU())))
	if err != nil {
		return fmt.Errorf("WORKERS: %w", err)
	}
	runtime.GOMAXPROCS(workers)
	handler, err := newHandler(os.Getenv("SHARED_DIR"))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(environment("HOST", "127.0.0.1"), environment("PORT", "8080")))
	if err != nil {
		return err
	}
	return serve(listener, handler)
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
	if server.Shutdown(deadline) != nil {
		return server.Close()
	}
	return nil
}

// httpError is an error with the status that answers it.
type httpError struct {
	status  int
	message string
}

func (e httpError) Error() string { return e.message }

var errNotFound = httpError{http.StatusNotFound, "not found"}

type asset struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Desc string `json:"desc"`
}

// numbered is the envelope of errors, and of the counter, whose message is a number.
type numbered struct {
	Code    int `json:"code"`
	Message any `json:"message"`
}

type status struct {
	Status int    `json:"status"`
	Msg    string `json:"msg"`
}

type large struct {
	Content string  `json:"content"`
	Size    int     `json:"size"`
	Price   float64 `json:"price"`
	VIP     bool    `json:"vip"`
}

// answering is a handler that returns its answer: a text, a value to encode, or an error.
type answering func(*http.Request) (any, error)

func newHandler(sharedDir string) (http.Handler, error) {
	content, err := readContent(sharedDir)
	if err != nil {
		return nil, err
	}
	assets, err := readAssets(sharedDir)
	if err != nil {
		return nil, err
	}
	var requests atomic.Int64
	router := http.NewServeMux()
	route := func(pattern string, handler answering) { router.HandleFunc(pattern, handler.answer) }

	route("GET /healthz", func(*http.Request) (any, error) { return "ok", nil })
	route("GET /plaintext", func(*http.Request) (any, error) { return "Hello, World!", nil })
	route("GET /json", func(*http.Request) (any, error) { return status{1, "成功"}, nil })
	route("GET /json-large", func(*http.Request) (any, error) { return large{content, 100, 10.12, true}, nil })
	route("GET /error", func(*http.Request) (any, error) { return nil, httpError{http.StatusBadRequest, "abcd"} })
	route("GET /count", func(*http.Request) (any, error) { return numbered{200, requests.Load()}, nil })
	route("GET /assets/{id}", func(request *http.Request) (any, error) {
		id, err := strconv.Atoi(request.PathValue("id"))
		found, known := assets[id]
		if err != nil || !known {
			return nil, errNotFound
		}
		return found, nil
	})
	route("/", func(*http.Request) (any, error) { return nil, errNotFound })

	// Count before routing, so that requests for every route count.
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		requests.Add(1)
		router.ServeHTTP(response, request)
	}), nil
}

func (handler answering) answer(response http.ResponseWriter, request *http.Request) {
	value, err := handler(request)
	code := http.StatusOK
	if err != nil {
		code = http.StatusInternalServerError
		if typed, ok := err.(httpError); ok {
			code = typed.status
		}
		value = numbered{code, err.Error()}
	}
	if text, ok := value.(string); ok {
		response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprint(response, text)
		return
	}
	body, err := json.Marshal(value)
	if err != nil {
		http.Error(response, err.Error(), http.StatusInternalServerError)
		return
	}
	response.Header().Set("Content-Type", "application/json; charset=utf-8")
	response.WriteHeader(code)
	response.Write(body)
}

// readContent builds the text of json-large: 100 lines of the shared sentence.
func readContent(sharedDir string) (string, error) {
	sentence, err := os.ReadFile(filepath.Join(sharedDir, "sentence.txt"))
	line := strings.TrimRight(string(sentence), "\n")
	return strings.Repeat(line+"\n", 99) + line, err
}

func readAssets(sharedDir string) (map[int]asset, error) {
	text, err := os.ReadFile(filepath.Join(sharedDir, "assets.json"))
	if err != nil {
		return nil, err
	}
	var list []asset
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	assets := make(map[int]asset, len(list))
	for _, one := range list {
		assets[one.ID] = one
	}
	return assets, nil
}

func environment(name, fallback string) string {
	if text := os.Getenv(name); text != "" {
		return text
	}
	return fallback
}
