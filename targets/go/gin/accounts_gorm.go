package main

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"gorm.io/driver/mysql"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// accountModel is the table as GORM knows it; gorm.Model has its id, created_at, updated_at and deleted_at.
type accountModel struct {
	gorm.Model
	RegisterDate time.Time
	Name         string
	Password     string
	NickName     string
	Introduction string
	Status       int16
}

func (accountModel) TableName() string { return "accounts" }

// gormAccounts reaches the table with GORM, on the same pool as sqlAccounts.
type gormAccounts struct {
	database *gorm.DB
}

func newGormAccounts(pool *sql.DB) (accountStore, error) {
	dialector := mysql.New(mysql.Config{
		Conn: pool,
		// Would ask the server for its version now, and the server may start later.
		SkipInitializeWithVersion: true,
	})
	database, err := gorm.Open(dialector, &gorm.Config{
		DisableAutomaticPing: true,
		// What GORM's page on performance advises.
		SkipDefaultTransaction: true,
		PrepareStmt:            true,
		NowFunc:                func() time.Time { return inColumn(time.Now()) },
		// Errors are answered, and slow queries are for the loader to see.
		Logger: logger.Discard,
	})
	return gormAccounts{database}, err
}

func (store gormAccounts) insert(ctx context.Context, created newAccount) (account, error) {
	row := accountModel{
		RegisterDate: created.RegisterDate,
		Name:         *created.Name,
		Password:     created.Password,
		NickName:     created.NickName,
		Introduction: created.Introduction,
		Status:       created.Status,
	}
	err := store.database.WithContext(ctx).Create(&row).Error
	return account{
		ID:           int64(row.ID),
		CreatedAt:    row.CreatedAt,
		UpdatedAt:    row.UpdatedAt,
		RegisterDate: row.RegisterDate,
		Name:         row.Name,
		NickName:     row.NickName,
		Introduction: row.Introduction,
		Status:       row.Status,
	}, err
}

// The reads scan into account, not accountModel: GORM then selects only the columns that account has.

func (store gormAccounts) list(ctx context.Context) ([]account, error) {
	accounts := []account{}
	err := store.database.WithContext(ctx).Model(&accountModel{}).Order("id").Find(&accounts).Error
	return accounts, err
}

func (store gormAccounts) get(ctx context.Context, id int64) (account, error) {
	var found account
	err := store.database.WithContext(ctx).Model(&accountModel{}).Take(&found, id).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return account{}, errNotFound
	}
	return found, err
}
