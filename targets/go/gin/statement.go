package main

import (
	"context"
	"database/sql"
	"sync/atomic"
)

// statement is prepared at its first use, because the server may start before its database; database/sql
// then prepares it once on each connection.
type statement struct {
	database *sql.DB
	text     string
	prepared atomic.Pointer[sql.Stmt]
}

func (statement *statement) prepare(ctx context.Context) (*sql.Stmt, error) {
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
