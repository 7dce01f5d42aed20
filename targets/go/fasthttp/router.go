package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/valyala/fasthttp"
)

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

// unending is the context of queries: that of a request ends with the server, before the requests that it still answers.
var unending = context.Background()

// handlers are the functions that routes lead to. Each answers, or returns an error for answerError.
type handlers struct {
	data   sharedData
	stores stores
	// requests counts them all.
	requests atomic.Int64
}

func newHandler(data sharedData, stores stores) fasthttp.RequestHandler {
	handlers := &handlers{data: data, stores: stores}
	return func(ctx *fasthttp.RequestCtx) {
		handlers.requests.Add(1)
		// fasthttp recovers from no panic: one would end the process.
		defer func() {
			if cause := recover(); cause != nil {
				answerError(ctx, fmt.Errorf("%v", cause))
			}
		}()
		if err := handlers.route(ctx); err != nil {
			answerError(ctx, err)
		}
	}
}

// route is a switch, as in fasthttp's README: fasthttp has no router.
func (handlers *handlers) route(ctx *fasthttp.RequestCtx) error {
	path := string(ctx.Path())
	if !ctx.IsGet() {
		if ctx.IsPost() && path == "/accounts" {
			return handlers.addAccount(ctx)
		}
		return errNotFound
	}
	switch path {
	case "/healthz":
		ctx.WriteString("ok")
		return nil
	case "/plaintext":
		ctx.WriteString("Hello, World!")
		return nil
	case "/json":
		return answer(ctx, fasthttp.StatusOK, status{1, "成功"})
	case "/json-large":
		return answer(ctx, fasthttp.StatusOK, large{handlers.data.content, 100, 10.12, true})
	case "/error":
		return badRequest{"abcd"}
	case "/count":
		return answer(ctx, fasthttp.StatusOK, numbered{fasthttp.StatusOK, handlers.requests.Load()})
	case "/menus":
		return handlers.menus(ctx)
	case "/accounts":
		rows, err := handlers.stores.accounts.list(unending)
		return answerRows(ctx, rows, err)
	case "/users":
		list, err := handlers.stores.users.list(unending)
		return answerRows(ctx, list, err)
	}
	if id, found := strings.CutPrefix(path, "/assets/"); found {
		return handlers.asset(ctx, id)
	}
	if id, found := strings.CutPrefix(path, "/accounts/"); found {
		return handlers.account(ctx, id)
	}
	return errNotFound
}

func (handlers *handlers) asset(ctx *fasthttp.RequestCtx, text string) error {
	id, err := strconv.Atoi(text)
	asset, found := handlers.data.assets[id]
	if err != nil || !found {
		return errNotFound
	}
	return answer(ctx, fasthttp.StatusOK, asset)
}

func (handlers *handlers) menus(ctx *fasthttp.RequestCtx) error {
	limit := 11
	if arguments := ctx.QueryArgs(); arguments.Has("limit") {
		text := string(arguments.Peek("limit"))
		var err error
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 11 {
			return badRequest{fmt.Sprintf("limit: expected a number from 1 to 11, got %q", text)}
		}
	}
	rows, err := handlers.stores.menus.first(unending, limit)
	return answerRows(ctx, menuList{status{1, "success"}, rows}, err)
}

func (handlers *handlers) addAccount(ctx *fasthttp.RequestCtx) error {
	var created newAccount
	err := json.Unmarshal(ctx.PostBody(), &created)
	if err == nil {
		err = created.validate()
	}
	if err != nil {
		return badRequest{err.Error()}
	}
	row, err := handlers.stores.accounts.insert(unending, created)
	if err != nil {
		return err
	}
	return answer(ctx, fasthttp.StatusCreated, row)
}

func (handlers *handlers) account(ctx *fasthttp.RequestCtx, text string) error {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return errNotFound
	}
	row, err := handlers.stores.accounts.get(unending, id)
	return answerRows(ctx, row, err)
}

// answerRows answers with what a database found, unless it failed.
func answerRows(ctx *fasthttp.RequestCtx, body any, err error) error {
	if err != nil {
		return err
	}
	return answer(ctx, fasthttp.StatusOK, body)
}

func answer(ctx *fasthttp.RequestCtx, code int, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	ctx.SetStatusCode(code)
	ctx.SetContentType("application/json")
	ctx.Response.SetBodyRaw(text)
	return nil
}

func answerError(ctx *fasthttp.RequestCtx, err error) {
	code := fasthttp.StatusInternalServerError
	if _, ok := errors.AsType[badRequest](err); ok {
		code = fasthttp.StatusBadRequest
	} else if errors.Is(err, errNotFound) {
		code = fasthttp.StatusNotFound
	}
	// Two fields of JSON's own kinds cannot fail.
	_ = answer(ctx, code, numbered{code, err.Error()})
}
