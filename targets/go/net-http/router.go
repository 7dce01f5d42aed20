package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
)

// mostBodyBytes is more than any account has.
const mostBodyBytes = 1 << 20

type status struct {
	Status int    `json:"status"`
	Msg    string `json:"msg"`
}

type menuList struct {
	status
	Data []menu `json:"data"`
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

func newRouter(data sharedData, stores stores) http.Handler {
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

	mux.Handle("GET /menus", handler(func(response http.ResponseWriter, request *http.Request) error {
		limit := 11
		if query := request.URL.Query(); query.Has("limit") {
			text := query.Get("limit")
			var err error
			if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 11 {
				return badRequest{fmt.Sprintf("limit: expected a number from 1 to 11, got %q", text)}
			}
		}
		rows, err := stores.menus.first(request.Context(), limit)
		if err != nil {
			return err
		}
		return answer(response, http.StatusOK, menuList{status{1, "success"}, rows})
	}))

	mux.Handle("POST /accounts", handler(func(response http.ResponseWriter, request *http.Request) error {
		var created newAccount
		err := json.NewDecoder(http.MaxBytesReader(response, request.Body, mostBodyBytes)).Decode(&created)
		if err == nil {
			err = created.validate()
		}
		if err != nil {
			return badRequest{err.Error()}
		}
		row, err := stores.accounts.insert(request.Context(), created)
		if err != nil {
			return err
		}
		return answer(response, http.StatusCreated, row)
	}))
	mux.Handle("GET /accounts", handler(func(response http.ResponseWriter, request *http.Request) error {
		rows, err := stores.accounts.list(request.Context())
		if err != nil {
			return err
		}
		return answer(response, http.StatusOK, rows)
	}))
	mux.Handle("GET /accounts/{id}", handler(func(response http.ResponseWriter, request *http.Request) error {
		id, err := strconv.ParseInt(request.PathValue("id"), 10, 64)
		if err != nil {
			return errNotFound
		}
		row, err := stores.accounts.get(request.Context(), id)
		if err != nil {
			return err
		}
		return answer(response, http.StatusOK, row)
	}))

	mux.Handle("GET /users", handler(func(response http.ResponseWriter, request *http.Request) error {
		list, err := stores.users.list(request.Context())
		if err != nil {
			return err
		}
		return answer(response, http.StatusOK, list)
	}))

	mux.Handle("/", handler(func(http.ResponseWriter, *http.Request) error { return errNotFound }))

	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		requests.Add(1)
		mux.ServeHTTP(response, request)
	})
}
