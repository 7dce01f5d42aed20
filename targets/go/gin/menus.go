package main

import (
	"context"
	"errors"
	"time"

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

// menuStore reads sys_menu. Without a pool, every read fails: the other scenarios need no database.
type menuStore struct {
	pool *pgxpool.Pool
}

func openMenuStore(config config) (menuStore, error) {
	if !config.hasDatabase {
		return menuStore{}, nil
	}
	// An empty connection string leaves everything to the libpq environment variables.
	options, err := pgxpool.ParseConfig("")
	if err != nil {
		return menuStore{}, err
	}
	options.MaxConns = int32(config.poolSize)
	options.ConnConfig.ConnectTimeout = 5 * time.Second
	// Connects at the first query, so that the server starts without its database.
	pool, err := pgxpool.NewWithConfig(context.Background(), options)
	return menuStore{pool}, err
}

func (store menuStore) first(ctx context.Context, limit int) ([]menu, error) {
	if store.pool == nil {
		return nil, errors.New("no database: PGHOST is not set")
	}
	rows, err := store.pool.Query(ctx, menusQuery, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[menu])
}
