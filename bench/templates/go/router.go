package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
)

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

// numbered is the body of errors, and of the counter, whose message is a number.
type numbered struct {
	Code    int `json:"code"`
	Message any `json:"message"`
}

// errNotFound says that there is no such path or row. The stores.go of other targets declares it too.
var errNotFound = errors.New("not found")

// badRequest is an error that is answered with status 400.
type badRequest struct{ message string }

func (err badRequest) Error() string { return err.message }

// handler is a handler whose error becomes the response.
type handler func(http.ResponseWriter, *http.Request) error

func (handle handler) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	err := handle(response, request)
	if err == nil {
		return
	}
	code := http.StatusInternalServerError
	if _, ok := errors.AsType[badRequest](err); ok {
		code = http.StatusBadRequest
	} else if errors.Is(err, errNotFound) {
		code = http.StatusNotFound
	}
	// Two fields of JSON's own kinds cannot fail.
	_ = answer(response, code, numbered{code, err.Error()})
}

func answer(response http.ResponseWriter, code int, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Content-Length", strconv.Itoa(len(text)))
	response.WriteHeader(code)
	// Fails only if the client is gone: nobody is left to answer.
	_, _ = response.Write(text)
	return nil
}

func answerText(text string) http.HandlerFunc {
	return func(response http.ResponseWriter, _ *http.Request) {
		// Without it, net/http guesses the type from each body.
		response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		// Fails only if the client is gone.
		_, _ = io.WriteString(response, text)
	}
}

func newRouter(data sharedData) http.Handler {
	var requests atomic.Int64
	mux := http.NewServeMux()

	mux.Handle("GET /healthz", answerText("ok"))
	mux.Handle("GET /plaintext", answerText("Hello, World!"))

	mux.Handle("GET /json", handler(func(response http.ResponseWriter, _ *http.Request) error {
		return answer(response, http.StatusOK, status{1, "成功"})
	}))
	mux.Handle("GET /json-large", handler(func(response http.ResponseWriter, _ *http.Request) error {
		return answer(response, http.StatusOK, large{data.content, 100, 10.12, true})
	}))
	mux.Handle("GET /error", handler(func(http.ResponseWriter, *http.Request) error {
		return badRequest{"abcd"}
	}))
	mux.Handle("GET /count", handler(func(response http.ResponseWriter, _ *http.Request) error {
		return answer(response, http.StatusOK, numbered{http.StatusOK, requests.Load()})
	}))
	mux.Handle("GET /assets/{id}", handler(func(response http.ResponseWriter, request *http.Request) error {
		id, err := strconv.Atoi(request.PathValue("id"))
		asset, found := data.assets[id]
		if err != nil || !found {
			return errNotFound
		}
		return answer(response, http.StatusOK, asset)
	}))

	mux.Handle("/", handler(func(http.ResponseWriter, *http.Request) error { return errNotFound }))

	// Count before routing, so that requests for every route count.
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		requests.Add(1)
		mux.ServeHTTP(response, request)
	})
}
