package main

import (
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/kataras/iris/v12"
	recoverer "github.com/kataras/iris/v12/middleware/recover"
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

// fail ends a request with the answer to an error.
func fail(ctx iris.Context, err error) {
	code := iris.StatusInternalServerError
	if _, ok := errors.AsType[badRequest](err); ok {
		code = iris.StatusBadRequest
	} else if errors.Is(err, errNotFound) {
		code = iris.StatusNotFound
	}
	ctx.StopWithPlainError(code, err)
}

// answerError answers a request that a handler stopped with an error, or that found no route.
func answerError(ctx iris.Context) {
	message := errNotFound.Error()
	if err := ctx.GetErr(); err != nil {
		message = err.Error()
	}
	ctx.JSON(numbered{ctx.GetStatusCode(), message})
}

// answer makes a handler of a function that returns a body or an error.
func answer[Body any](code int, body func(iris.Context) (Body, error)) iris.Handler {
	return func(ctx iris.Context) {
		found, err := body(ctx)
		if err != nil {
			fail(ctx, err)
			return
		}
		ctx.StatusCode(code)
		ctx.JSON(found)
	}
}

func newRouter(data sharedData, stores stores) *iris.Application {
	var requests atomic.Int64
	router := iris.New()
	// Runs before the router, so that a request which finds no route counts as well.
	router.UseRouter(func(ctx iris.Context) {
		requests.Add(1)
		ctx.Next()
	}, recoverer.New())

	router.Get("/healthz", func(ctx iris.Context) { ctx.WriteString("ok") })

	router.Get("/plaintext", func(ctx iris.Context) {
		// Without it, net/http guesses the type from each body.
		ctx.ContentType("text/plain")
		ctx.WriteString("Hello, World!")
	})

	router.Get("/json", func(ctx iris.Context) { ctx.JSON(status{1, "成功"}) })

	router.Get("/json-large", func(ctx iris.Context) { ctx.JSON(large{data.content, 100, 10.12, true}) })

	router.Get("/error", func(ctx iris.Context) { fail(ctx, badRequest{"abcd"}) })

	router.Get("/count", func(ctx iris.Context) { ctx.JSON(numbered{iris.StatusOK, requests.Load()}) })

	// The type is part of the route: what is no number finds none.
	router.Get("/assets/{id:int}", answer(iris.StatusOK, func(ctx iris.Context) (asset, error) {
		found, known := data.assets[ctx.Params().GetIntDefault("id", 0)]
		if !known {
			return asset{}, errNotFound
		}
		return found, nil
	}))

	router.Get("/menus", answer(iris.StatusOK, func(ctx iris.Context) (menuList, error) {
		limit := 11
		if ctx.URLParamExists("limit") {
			text := ctx.URLParam("limit")
			var err error
			if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 11 {
				return menuList{}, badRequest{fmt.Sprintf("limit: expected a number from 1 to 11, got %q", text)}
			}
		}
		rows, err := stores.menus.first(ctx.Request().Context(), limit)
		return menuList{status{1, "success"}, rows}, err
	}))

	limited := iris.LimitRequestBodySize(mostBodyBytes)
	router.Post("/accounts", limited, answer(iris.StatusCreated, func(ctx iris.Context) (account, error) {
		var created newAccount
		err := ctx.ReadJSON(&created)
		if err == nil {
			err = created.validate()
		}
		if err != nil {
			return account{}, badRequest{err.Error()}
		}
		return stores.accounts.insert(ctx.Request().Context(), created)
	}))

	router.Get("/accounts", answer(iris.StatusOK, func(ctx iris.Context) ([]account, error) {
		return stores.accounts.list(ctx.Request().Context())
	}))

	router.Get("/accounts/{id:int64}", answer(iris.StatusOK, func(ctx iris.Context) (account, error) {
		return stores.accounts.get(ctx.Request().Context(), ctx.Params().GetInt64Default("id", 0))
	}))

	router.Get("/users", answer(iris.StatusOK, func(ctx iris.Context) ([]user, error) {
		return stores.users.list(ctx.Request().Context())
	}))

	router.OnAnyErrorCode(answerError)

	return router
}
