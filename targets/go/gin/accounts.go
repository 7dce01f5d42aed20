package main

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
)

// mostBodyBytes is more than any account has.
const mostBodyBytes = 1 << 20

// account is a row as responses carry it.
type account struct {
	ID           int64     `json:"id"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
	RegisterDate time.Time `json:"register_date"`
	Name         string    `json:"name"`
	NickName     string    `json:"nick_name"`
	Introduction string    `json:"introduction"`
	Status       int16     `json:"status"`
}

// newAccount is what a client sends.
type newAccount struct {
	RegisterDate time.Time `json:"register_date" binding:"required"`
	Name         *string   `json:"name" binding:"required"` // an empty text is one
	Password     string    `json:"password"`
	NickName     string    `json:"nick_name"`
	Introduction string    `json:"introduction"`
	Status       int16     `json:"status"`
}

// accountStore is the table accounts, through whichever library the variant has.
type accountStore interface {
	insert(context.Context, newAccount) (account, error)
	list(context.Context) ([]account, error)
	// get answers errNotFound where there is no such row.
	get(ctx context.Context, id int64) (account, error)
}

// inColumn is an instant as a column of type datetime(3) keeps it.
func inColumn(instant time.Time) time.Time { return instant.UTC().Truncate(time.Millisecond) }

type accountRoutes struct {
	store accountStore
}

func (routes accountRoutes) insert(c *gin.Context) {
	var created newAccount
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, mostBodyBytes)
	if err := c.ShouldBindJSON(&created); err != nil {
		c.Error(badRequest("%v", err))
		return
	}
	created.RegisterDate = inColumn(created.RegisterDate)
	account, err := routes.store.insert(c.Request.Context(), created)
	if err != nil {
		c.Error(err)
		return
	}
	c.JSON(http.StatusCreated, account)
}

func (routes accountRoutes) list(c *gin.Context) {
	accounts, err := routes.store.list(c.Request.Context())
	if err != nil {
		c.Error(err)
		return
	}
	c.JSON(http.StatusOK, accounts)
}

func (routes accountRoutes) get(c *gin.Context) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		c.Error(errNotFound)
		return
	}
	account, err := routes.store.get(c.Request.Context(), id)
	if err != nil {
		c.Error(err)
		return
	}
	c.JSON(http.StatusOK, account)
}
