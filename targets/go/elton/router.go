package main

import (
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/vicanso/elton"
	"github.com/vicanso/elton/middleware"
	"github.com/vicanso/hes"
)

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

func newRouter(content string, assets map[int]asset, stores stores) *elton.Elton {
	router := elton.NewWithoutServer()
	router.NotFoundHandler = answerNotFound
	router.MethodNotAllowedHandler = answerNotAllowed

	var requests atomic.Int64
	// Pre, not Use: the middleware that runs before routing is the one that unknown routes pass too.
	router.Pre(func(*http.Request) { requests.Add(1) })
	router.Use(middleware.NewRecover(), middleware.NewDefaultResponder(), answerErrors)

	router.GET("/healthz", func(c *elton.Context) error {
		c.Body = "ok"
		return nil
	})

	router.GET("/plaintext", func(c *elton.Context) error {
		c.Body = "Hello, World!"
		return nil
	})

	router.GET("/json", func(c *elton.Context) error {
		c.Body = status{1, "成功"}
		return nil
	})

	router.GET("/json-large", func(c *elton.Context) error {
		c.Body = large{content, 100, 10.12, true}
		return nil
	})

	// hes.New makes an error of status 400.
	router.GET("/error", func(c *elton.Context) error { return hes.New("abcd") })

	router.GET("/count", func(c *elton.Context) error {
		c.Body = numbered{200, requests.Load()}
		return nil
	})

	router.GET("/assets/{id}", func(c *elton.Context) error {
		id, err := strconv.Atoi(c.Param("id"))
		asset, found := assets[id]
		if err != nil || !found {
			return errNotFound
		}
		c.Body = asset
		return nil
	})

	router.GET("/menus", stores.menus.answerFirst)

	accounts := stores.accounts
	router.POST("/accounts", middleware.NewDefaultBodyParser(), accounts.answerInsert)
	router.GET("/accounts", accounts.answerList)
	router.GET("/accounts/{id}", accounts.answerGet)

	router.GET("/users", stores.users.answerList)

	return router
}
