package main

import (
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/gin-gonic/gin"
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

func newRouter(content string, assets map[int]asset, stores stores) *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	// A path with a slash too many is an unknown path here. Gin would redirect it before any
	// middleware runs, so the counter would miss the request.
	router.RedirectTrailingSlash = false

	var requests atomic.Int64
	router.Use(
		func(c *gin.Context) { requests.Add(1) },
		gin.Recovery(),
		answerErrors,
	)

	router.GET("/healthz", func(c *gin.Context) { c.String(http.StatusOK, "ok") })

	router.GET("/plaintext", func(c *gin.Context) { c.String(http.StatusOK, "Hello, World!") })

	router.GET("/json", func(c *gin.Context) { c.JSON(http.StatusOK, status{1, "成功"}) })

	router.GET("/json-large", func(c *gin.Context) { c.JSON(http.StatusOK, large{content, 100, 10.12, true}) })

	router.GET("/error", func(c *gin.Context) { c.Error(httpError{http.StatusBadRequest, "abcd"}) })

	router.GET("/count", func(c *gin.Context) { c.JSON(http.StatusOK, numbered{200, requests.Load()}) })

	router.GET("/assets/:id", func(c *gin.Context) {
		id, err := strconv.Atoi(c.Param("id"))
		asset, found := assets[id]
		if err != nil || !found {
			c.Error(errNotFound)
			return
		}
		c.JSON(http.StatusOK, asset)
	})

	router.GET("/menus", stores.menus.answerFirst)

	accounts := accountRoutes{stores.accounts}
	router.POST("/accounts", accounts.insert)
	router.GET("/accounts", accounts.list)
	router.GET("/accounts/:id", accounts.get)

	router.GET("/users", stores.users.answerList)

	router.NoRoute(func(c *gin.Context) { c.Error(errNotFound) })

	return router
}
