package main

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const (
	accountInsert = `insert into accounts (created_at, updated_at, register_date, name, password, nick_name, introduction, status) values (?, ?, ?, ?, ?, ?, ?, ?)`
	accountsQuery = `select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts order by id`
	accountQuery  = `select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts where id = ?`
)

// sqlAccounts reaches the table with nothing but database/sql.
type sqlAccounts struct {
	insertOne, selectAll, selectOne *statement
}

func newSQLAccounts(database *sql.DB) sqlAccounts {
	return sqlAccounts{
		insertOne: &statement{database: database, text: accountInsert},
		selectAll: &statement{database: database, text: accountsQuery},
		selectOne: &statement{database: database, text: accountQuery},
	}
}

func (store sqlAccounts) insert(ctx context.Context, created newAccount) (account, error) {
	statement, err := store.insertOne.prepare(ctx)
	if err != nil {
		return account{}, err
	}
	now := inColumn(time.Now())
	result, err := statement.ExecContext(ctx, now, now, created.RegisterDate,
		*created.Name, created.Password, created.NickName, created.Introduction, created.Status)
	if err != nil {
		return account{}, err
	}
	id, err := result.LastInsertId()
	return account{
		ID:           id,
		CreatedAt:    now,
		UpdatedAt:    now,
		RegisterDate: created.RegisterDate,
		Name:         *created.Name,
		NickName:     created.NickName,
		Introduction: created.Introduction,
		Status:       created.Status,
	}, err
}

func (store sqlAccounts) list(ctx context.Context) ([]account, error) {
	statement, err := store.selectAll.prepare(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := statement.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	accounts := []account{}
	for rows.Next() {
		row, err := scanAccount(rows.Scan)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, row)
	}
	return accounts, rows.Err()
}

func (store sqlAccounts) get(ctx context.Context, id int64) (account, error) {
	statement, err := store.selectOne.prepare(ctx)
	if err != nil {
		return account{}, err
	}
	found, err := scanAccount(statement.QueryRowContext(ctx, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return account{}, errNotFound
	}
	return found, err
}

// scanAccount takes the columns in the order in which both queries name them.
func scanAccount(scan func(...any) error) (account, error) {
	var row account
	err := scan(&row.ID, &row.CreatedAt, &row.UpdatedAt, &row.RegisterDate,
		&row.Name, &row.NickName, &row.Introduction, &row.Status)
	return row, err
}
