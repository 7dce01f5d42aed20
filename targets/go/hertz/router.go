package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/cloudwego/hertz/pkg/app"
	"github.com/cloudwego/hertz/pkg/app/middlewares/server/recovery"
	"github.com/cloudwego/hertz/pkg/route"
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

// answerErrors turns the last error that a handler attached to its context into the response.
func answerErrors(ctx context.Context, c *app.RequestContext) {
	c.Next(ctx)
	last := c.Errors.Last()
	if last == nil {
		return
	}
	code := http.StatusInternalServerError
	if _, ok := errors.AsType[badRequest](last.Err); ok {
		code = http.StatusBadRequest
	} else if errors.Is(last.Err, errNotFound) {
		code = http.StatusNotFound
	}
	c.JSON(code, numbered{code, last.Error()})
}

// answer makes a handler of a function that returns a body or an error.
func answer[Body any](code int, body func(context.Context, *app.RequestContext) (Body, error)) app.HandlerFunc {
	return func(ctx context.Context, c *app.RequestContext) {
		found, err := body(ctx, c)
		if err != nil {
			c.Error(err)
			return
		}
		c.JSON(code, found)
	}
}

func addRoutes(router *route.Engine, data sharedData, stores stores) {
	var requests atomic.Int64
	count := func(context.Context, *app.RequestContext) { requests.Add(1) }
	router.Use(count, recovery.Recovery(), answerErrors)

	router.GET("/healthz", func(_ context.Context, c *app.RequestContext) { c.String(http.StatusOK, "ok") })

	router.GET("/plaintext", func(_ context.Context, c *app.RequestContext) {
		c.String(http.StatusOK, "Hello, World!")
	})

	router.GET("/json", func(_ context.Context, c *app.RequestContext) {
		c.JSON(http.StatusOK, status{1, "成功"})
	})

	router.GET("/json-large", func(_ context.Context, c *app.RequestContext) {
		c.JSON(http.StatusOK, large{data.content, 100, 10.12, true})
	})

	router.GET("/error", func(_ context.Context, c *app.RequestContext) { c.Error(badRequest{"abcd"}) })

	router.GET("/count", func(_ context.Context, c *app.RequestContext) {
		c.JSON(http.StatusOK, numbered{http.StatusOK, requests.Load()})
	})

	router.GET("/assets/:id", answer(http.StatusOK, func(_ context.Context, c *app.RequestContext) (asset, error) {
		id, err := strconv.Atoi(c.Param("id"))
		found, known := data.assets[id]
		if err != nil || !known {
			return asset{}, errNotFound
		}
		return found, nil
	}))

	router.GET("/menus", answer(http.StatusOK, func(ctx context.Context, c *app.RequestContext) (menuList, error) {
		limit := 11
		if text, found := c.GetQuery("limit"); found {
			var err error
			if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 11 {
				return menuList{}, badRequest{fmt.Sprintf("limit: expected a number from 1 to 11, got %q", text)}
			}
		}
		rows, err := stores.menus.first(ctx, limit)
		return menuList{status{1, "success"}, rows}, err
	}))

	router.POST("/accounts", answer(http.StatusCreated, func(ctx context.Context, c *app.RequestContext) (account, error) {
		var created newAccount
		err := c.BindJSON(&created)
		if err == nil {
			err = created.validate()
		}
		if err != nil {
			return account{}, badRequest{err.Error()}
		}
		return stores.accounts.insert(ctx, created)
	}))

	router.GET("/accounts", answer(http.StatusOK, func(ctx context.Context, _ *app.RequestContext) ([]account, error) {
		return stores.accounts.list(ctx)
	}))

	router.GET("/accounts/:id", answer(http.StatusOK, func(ctx context.Context, c *app.RequestContext) (account, error) {
		id, err := strconv.ParseInt(c.Param("id"), 10, 64)
		if err != nil {
			return account{}, errNotFound
		}
		return stores.accounts.get(ctx, id)
	}))

	router.GET("/users", answer(http.StatusOK, func(ctx context.Context, _ *app.RequestContext) ([]user, error) {
		return stores.users.list(ctx)
	}))

	router.NoRoute(func(_ context.Context, c *app.RequestContext) { c.Error(errNotFound) })
}
