package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/labstack/echo/v5"
	"github.com/labstack/echo/v5/middleware"
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

// answerError makes the body of an error. Echo's own handler has the key "message" alone.
func answerError(c *echo.Context, err error) {
	if response, _ := echo.UnwrapResponse(c.Response()); response != nil && response.Committed {
		// Its writing failed because the client is gone: nobody is left to answer.
		return
	}
	code, message := cmp.Or(echo.StatusCode(err), http.StatusInternalServerError), ""
	if errors.Is(err, errNotFound) || errors.Is(err, echo.ErrNotFound) {
		code, message = http.StatusNotFound, errNotFound.Error()
	} else if typed, ok := errors.AsType[*echo.HTTPError](err); ok {
		message = typed.Message
	} else {
		message = err.Error()
	}
	// Fails only if the client is gone.
	_ = c.JSON(code, numbered{code, message})
}

func badRequest(format string, values ...any) error {
	return echo.NewHTTPError(http.StatusBadRequest, fmt.Sprintf(format, values...))
}

func newRouter(data sharedData, stores stores) http.Handler {
	var requests atomic.Int64
	router := echo.New()
	router.HTTPErrorHandler = answerError
	// Pre, not Use: this middleware also runs for paths without a route.
	router.Pre(func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c *echo.Context) error {
			requests.Add(1)
			return next(c)
		}
	})
	router.Use(middleware.Recover())

	router.GET("/healthz", func(c *echo.Context) error { return c.String(http.StatusOK, "ok") })

	router.GET("/plaintext", func(c *echo.Context) error { return c.String(http.StatusOK, "Hello, World!") })

	router.GET("/json", func(c *echo.Context) error { return c.JSON(http.StatusOK, status{1, "成功"}) })

	router.GET("/json-large", func(c *echo.Context) error {
		return c.JSON(http.StatusOK, large{data.content, 100, 10.12, true})
	})

	router.GET("/error", func(c *echo.Context) error { return badRequest("abcd") })

	router.GET("/count", func(c *echo.Context) error {
		return c.JSON(http.StatusOK, numbered{http.StatusOK, requests.Load()})
	})

	router.GET("/assets/:id", func(c *echo.Context) error {
		id, err := strconv.Atoi(c.Param("id"))
		asset, found := data.assets[id]
		if err != nil || !found {
			return errNotFound
		}
		return c.JSON(http.StatusOK, asset)
	})

	router.GET("/menus", func(c *echo.Context) error {
		limit := 11
		if query := c.QueryParams(); query.Has("limit") {
			text := query.Get("limit")
			var err error
			if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 11 {
				return badRequest("limit: expected a number from 1 to 11, got %q", text)
			}
		}
		rows, err := stores.menus.first(c.Request().Context(), limit)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, menuList{status{1, "success"}, rows})
	})

	router.POST("/accounts", func(c *echo.Context) error {
		var created newAccount
		if err := c.Bind(&created); err != nil {
			return err
		}
		if err := created.validate(); err != nil {
			return badRequest("%v", err)
		}
		row, err := stores.accounts.insert(c.Request().Context(), created)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusCreated, row)
	}, middleware.BodyLimit(mostBodyBytes))

	router.GET("/accounts", func(c *echo.Context) error {
		rows, err := stores.accounts.list(c.Request().Context())
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, rows)
	})

	router.GET("/accounts/:id", func(c *echo.Context) error {
		id, err := strconv.ParseInt(c.Param("id"), 10, 64)
		if err != nil {
			return errNotFound
		}
		row, err := stores.accounts.get(c.Request().Context(), id)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, row)
	})

	router.GET("/users", func(c *echo.Context) error {
		list, err := stores.users.list(c.Request().Context())
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, list)
	})

	return router
}
