package main

import (
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/bytedance/sonic"
	"github.com/gofiber/fiber/v3"
	recoverer "github.com/gofiber/fiber/v3/middleware/recover"
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

// answerError makes the body of an error. Fiber's own handler answers with plain text.
func answerError(c fiber.Ctx, err error) error {
	code := fiber.StatusInternalServerError
	if typed, ok := errors.AsType[*fiber.Error](err); ok {
		code = typed.Code
	}
	if errors.Is(err, errNotFound) {
		code = fiber.StatusNotFound
	}
	return c.Status(code).JSON(numbered{code, err.Error()})
}

func badRequest(format string, values ...any) error {
	return fiber.NewError(fiber.StatusBadRequest, fmt.Sprintf(format, values...))
}

func newRouter(data sharedData, stores stores) *fiber.App {
	var requests atomic.Int64
	router := fiber.New(fiber.Config{
		ErrorHandler: answerError,
		ReadTimeout:  readTimeout,
		IdleTimeout:  idleTimeout,
		UnescapePath: true,
		JSONEncoder:  sonic.ConfigStd.Marshal,
		JSONDecoder:  sonic.ConfigStd.Unmarshal,
	})
	// A response after SIGTERM ends its connection: Fiber itself would leave that to the client.
	router.Server().CloseOnShutdown = true
	router.Use(func(c fiber.Ctx) error {
		requests.Add(1)
		return c.Next()
	}, recoverer.New())

	router.Get("/healthz", func(c fiber.Ctx) error { return c.SendString("ok") })

	router.Get("/plaintext", func(c fiber.Ctx) error { return c.SendString("Hello, World!") })

	router.Get("/json", func(c fiber.Ctx) error { return c.JSON(status{1, "成功"}) })

	router.Get("/json-large", func(c fiber.Ctx) error {
		return c.JSON(large{data.content, 100, 10.12, true})
	})

	router.Get("/error", func(c fiber.Ctx) error { return badRequest("abcd") })

	router.Get("/count", func(c fiber.Ctx) error {
		return c.JSON(numbered{fiber.StatusOK, requests.Load()})
	})

	router.Get("/assets/:id", func(c fiber.Ctx) error {
		id, err := strconv.Atoi(c.Params("id"))
		asset, found := data.assets[id]
		if err != nil || !found {
			return errNotFound
		}
		return c.JSON(asset)
	})

	router.Get("/menus", func(c fiber.Ctx) error {
		limit := 11
		if text, found := c.Queries()["limit"]; found {
			var err error
			if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 11 {
				return badRequest("limit: expected a number from 1 to 11, got %q", text)
			}
		}
		rows, err := stores.menus.first(c.Context(), limit)
		if err != nil {
			return err
		}
		return c.JSON(menuList{status{1, "success"}, rows})
	})

	router.Post("/accounts", func(c fiber.Ctx) error {
		var created newAccount
		if err := c.Bind().JSON(&created); err != nil {
			return badRequest("%v", err)
		}
		if err := created.validate(); err != nil {
			return badRequest("%v", err)
		}
		row, err := stores.accounts.insert(c.Context(), created)
		if err != nil {
			return err
		}
		return c.Status(fiber.StatusCreated).JSON(row)
	})

	router.Get("/accounts", func(c fiber.Ctx) error {
		rows, err := stores.accounts.list(c.Context())
		if err != nil {
			return err
		}
		return c.JSON(rows)
	})

	router.Get("/accounts/:id", func(c fiber.Ctx) error {
		id, err := strconv.ParseInt(c.Params("id"), 10, 64)
		if err != nil {
			return errNotFound
		}
		row, err := stores.accounts.get(c.Context(), id)
		if err != nil {
			return err
		}
		return c.JSON(row)
	})

	router.Get("/users", func(c fiber.Ctx) error {
		list, err := stores.users.list(c.Context())
		if err != nil {
			return err
		}
		return c.JSON(list)
	})

	router.Use(func(fiber.Ctx) error { return errNotFound })

	return router
}
