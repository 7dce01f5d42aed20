package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/go-sql-driver/mysql"
)

func openMySQL(poolSize int) (*sql.DB, error) {
	host := os.Getenv("MYSQL_HOST")
	if host == "" {
		return sql.OpenDB(noMySQL{}), nil
	}
	port, err := environmentInt("MYSQL_PORT", 3306, 65535)
	if err != nil {
		return nil, err
	}
	options := mysql.NewConfig()
	options.Net = "tcp"
	options.Addr = net.JoinHostPort(host, strconv.Itoa(port))
	options.User = os.Getenv("MYSQL_USER")
	options.Passwd = os.Getenv("MYSQL_PASSWORD")
	options.DBName = os.Getenv("MYSQL_DATABASE")
	options.Timeout = connectTimeout
	options.ParseTime = true
	options.Loc = time.UTC
	connector, err := mysql.NewConnector(options)
	if err != nil {
		return nil, err
	}
	database := sql.OpenDB(connector)
	database.SetMaxOpenConns(poolSize)
	database.SetMaxIdleConns(poolSize)
	// The driver's advice: a connection ends before a server or a network would end it.
	database.SetConnMaxLifetime(3 * time.Minute)
	return database, nil
}

// noMySQL connects to nothing.
type noMySQL struct{}

func (noMySQL) Connect(context.Context) (driver.Conn, error) {
	return nil, missingDatabase("MYSQL_HOST")
}

func (noMySQL) Driver() driver.Driver { return mysql.MySQLDriver{} }
