package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/connstring"
)

// connectTimeout is how long a request waits for a database that cannot be reached.
const connectTimeout = 3 * time.Second

var errNoDatabase = errors.New("the environment names no such database")

// stores hold the databases that the environment names. Opening one connects to nothing, so that the server
// starts without its databases.
type stores struct {
	menus    menus
	accounts accounts
	users    users
}

func openStores() (stores, error) {
	poolSize, err := environmentInt("DB_POOL_SIZE", 16)
	if err != nil {
		return stores{}, err
	}
	var opened stores
	if os.Getenv("PGHOST") != "" {
		// pgx reads the address from the environment variables of libpq.
		config, err := pgxpool.ParseConfig("")
		if err != nil {
			return stores{}, err
		}
		config.MaxConns = int32(poolSize)
		config.ConnConfig.ConnectTimeout = connectTimeout
		if opened.menus.pool, err = pgxpool.NewWithConfig(context.Background(), config); err != nil {
			return stores{}, err
		}
	}
	database, err := openMySQL(poolSize)
	if err != nil {
		return stores{}, err
	}
	opened.accounts = newAccounts(database)
	if uri := os.Getenv("MONGODB_URI"); uri != "" {
		// The driver does not use the database that the URI names.
		parsed, err := connstring.ParseAndValidate(uri)
		if err != nil {
			return stores{}, err
		}
		client, err := mongo.Connect(options.Client().ApplyURI(uri).
			SetMaxPoolSize(uint64(poolSize)).
			SetServerSelectionTimeout(connectTimeout))
		if err != nil {
			return stores{}, err
		}
		opened.users.collection = client.Database(parsed.Database).Collection("users")
	}
	return opened, nil
}

// menu has its fields in the order of the query's columns.
type menu struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	ShowFlag   int16     `json:"show_flag"`
	CreateDate time.Time `json:"create_date"`
	Code       string    `json:"code"`
	ParentCode *string   `json:"parent_code"`
}

// menus is the table sys_menu of PostgreSQL.
type menus struct{ pool *pgxpool.Pool }

func (menus menus) first(ctx context.Context, limit int) ([]menu, error) {
	if menus.pool == nil {
		return nil, errNoDatabase
	}
	rows, err := menus.pool.Query(ctx,
		`select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1`, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[menu])
}

type user struct {
	ID        bson.ObjectID `bson:"_id" json:"id"`
	Username  string        `bson:"username" json:"username"`
	CreatedAt time.Time     `bson:"created_at" json:"created_at"`
	UpdatedAt time.Time     `bson:"updated_at" json:"updated_at"`
}

// users is the collection users of MongoDB.
type users struct{ collection *mongo.Collection }

func (users users) list(ctx context.Context) ([]user, error) {
	if users.collection == nil {
		return nil, errNoDatabase
	}
	cursor, err := users.collection.Find(ctx, bson.D{}, options.Find().SetSort(bson.D{{Key: "_id", Value: 1}}))
	if err != nil {
		return nil, err
	}
	list := []user{}
	err = cursor.All(ctx, &list)
	return list, err
}

// errNotFound says that there is no such row.
var errNotFound = errors.New("not found")

func noRows(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errNotFound
	}
	return err
}
