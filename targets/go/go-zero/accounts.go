package main

import (
	"context"
	"database/sql"
	"net"
	"os"
	"sync/atomic"
	"time"

	"github.com/go-sql-driver/mysql"
)

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

// newAccount is what a client sends. go-zero refuses a body that lacks a field.
type newAccount struct {
	RegisterDate time.Time `json:"register_date"`
	Name         string    `json:"name"`
	Password     string    `json:"password"`
	NickName     string    `json:"nick_name"`
	Introduction string    `json:"introduction"`
	Status       int16     `json:"status"`
}

// openMySQL returns nil if the environment names no MySQL.
func openMySQL(poolSize int) (*sql.DB, error) {
	host := os.Getenv("MYSQL_HOST")
	if host == "" {
		return nil, nil
	}
	config := mysql.NewConfig()
	config.Net, config.Addr = "tcp", net.JoinHostPort(host, os.Getenv("MYSQL_PORT"))
	config.User, config.Passwd = os.Getenv("MYSQL_USER"), os.Getenv("MYSQL_PASSWORD")
	config.DBName = os.Getenv("MYSQL_DATABASE")
	config.Timeout = connectTimeout
	config.ParseTime, config.Loc = true, time.UTC
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	database := sql.OpenDB(connector)
	database.SetMaxOpenConns(poolSize)
	database.SetMaxIdleConns(poolSize)
	// The driver's README advises this: a connection ends before a server or a network would end it.
	database.SetConnMaxLifetime(3 * time.Minute)
	return database, nil
}

// accounts is the table accounts of MySQL.
type accounts struct{ insertOne, selectAll, selectOne *statement }

func newAccounts(database *sql.DB) accounts {
	const columns = `id, created_at, updated_at, register_date, name, nick_name, introduction, status`
	return accounts{
		insertOne: &statement{database: database, text: `insert into accounts
			(created_at, updated_at, register_date, name, password, nick_name, introduction, status)
			values (?, ?, ?, ?, ?, ?, ?, ?)`},
		selectAll: &statement{database: database, text: `select ` + columns + ` from accounts order by id`},
		selectOne: &statement{database: database, text: `select ` + columns + ` from accounts where id = ?`},
	}
}

func (accounts accounts) insert(ctx context.Context, created newAccount) (account, error) {
	statement, err := accounts.insertOne.prepare(ctx)
	if err != nil {
		return account{}, err
	}
	// The columns are of type datetime(3).
	now := time.Now().UTC().Truncate(time.Millisecond)
	registered := created.RegisterDate.UTC().Truncate(time.Millisecond)
	result, err := statement.ExecContext(ctx, now, now, registered, created.Name, created.Password,
		created.NickName, created.Introduction, created.Status)
	if err != nil {
		return account{}, err
	}
	id, err := result.LastInsertId()
	return account{id, now, now, registered, created.Name, created.NickName, created.Introduction,
		created.Status}, err
}

func (accounts accounts) list(ctx context.Context) ([]account, error) {
	statement, err := accounts.selectAll.prepare(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := statement.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []account{}
	for rows.Next() {
		row, err := scanAccount(rows.Scan)
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}

// get returns errNotFound if there is no such row.
func (accounts accounts) get(ctx context.Context, id int64) (account, error) {
	statement, err := accounts.selectOne.prepare(ctx)
	if err != nil {
		return account{}, err
	}
	found, err := scanAccount(statement.QueryRowContext(ctx, id).Scan)
	return found, noRows(err)
}

func scanAccount(scan func(...any) error) (account, error) {
	var row account
	err := scan(&row.ID, &row.CreatedAt, &row.UpdatedAt, &row.RegisterDate, &row.Name, &row.NickName,
		&row.Introduction, &row.Status)
	return row, err
}

// statement is prepared at its first use, because the server may start before its database; database/sql
// then prepares it once on each connection.
type statement struct {
	database *sql.DB
	text     string
	prepared atomic.Pointer[sql.Stmt]
}

func (statement *statement) prepare(ctx context.Context) (*sql.Stmt, error) {
	if statement.database == nil {
		return nil, errNoDatabase
	}
	if prepared := statement.prepared.Load(); prepared != nil {
		return prepared, nil
	}
	prepared, err := statement.database.PrepareContext(ctx, statement.text)
	if err != nil {
		return nil, err
	}
	if !statement.prepared.CompareAndSwap(nil, prepared) {
		// Another request was first.
		prepared.Close()
	}
	return statement.prepared.Load(), nil
}
