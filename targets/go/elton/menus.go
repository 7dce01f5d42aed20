package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/vicanso/elton"
	"github.com/vicanso/hes"
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

func (store menuStore) answerFirst(c *elton.Context) error {
	limit := 11
	if text, given := c.Query()["limit"]; given {
		var err error
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 11 {
			return hes.New(fmt.Sprintf("limit: expected a number from 1 to 11, got %q", text))
		}
	}
	data, err := store.first(c.Context(), limit)
	c.Body = menuList{status{1, "success"}, data}
	return err
}
