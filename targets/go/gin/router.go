package main

import (
	"fmt"
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

type menuList struct {
	status
	Data []menu `json:"data"`
}

func newRouter(content string, assets map[int]asset, menus menuStore) *gin.Engine {
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

	router.GET("/menus", func(c *gin.Context) {
		limit, err := menuLimit(c.DefaultQuery("limit", "11"))
		if err != nil {
			c.Error(err)
			return
		}
		data, err := menus.first(c.Request.Context(), limit)
		if err != nil {
			c.Error(err)
			return
		}
		c.JSON(http.StatusOK, menuList{status{1, "success"}, data})
	})

	router.NoRoute(func(c *gin.Context) { c.Error(errNotFound) })

	return router
}

func menuLimit(text string) (int, error) {
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > 11 {
		return 0, httpError{http.StatusBadRequest, fmt.Sprintf("limit: expected a number from 1 to 11, got %q", text)}
	}
	return limit, nil
}
