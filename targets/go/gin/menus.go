package main

import (
	"context"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const menusQuery = `select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1`

// menu has its fields in the order of the query's columns.
type menu struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	ShowFlag   int16     `json:"show_flag"`
	CreateDate time.Time `json:"create_date"`
	Code       string    `json:"code"`
	ParentCode *string   `json:"parent_code"`
}

type menuList struct {
	status
	Data []menu `json:"data"`
}

// menuStore reads sys_menu; without a pool, every read fails.
type menuStore struct {
	pool *pgxpool.Pool
}

func openMenuStore(poolSize int) (menuStore, error) {
	if os.Getenv("PGHOST") == "" {
		return menuStore{}, nil
	}
	// An empty connection string leaves everything to the libpq environment variables.
	options, err := pgxpool.ParseConfig("")
	if err != nil {
		return menuStore{}, err
	}
	options.MaxConns = int32(poolSize)
	options.ConnConfig.ConnectTimeout = connectTimeout
	pool, err := pgxpool.NewWithConfig(context.Background(), options)
	return menuStore{pool}, err
}

func (store menuStore) first(ctx context.Context, limit int) ([]menu, error) {
	if store.pool == nil {
		return nil, missingDatabase("PGHOST")
	}
	rows, err := store.pool.Query(ctx, menusQuery, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[menu])
}

func (store menuStore) answerFirst(c *gin.Context) {
	text := c.DefaultQuery("limit", "11")
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > 11 {
		c.Error(badRequest("limit: expected a number from 1 to 11, got %q", text))
		return
	}
	data, err := store.first(c.Request.Context(), limit)
	if err != nil {
		c.Error(err)
		return
	}
	c.JSON(http.StatusOK, menuList{status{1, "success"}, data})
}
