package main

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/vicanso/elton"
	"github.com/vicanso/hes"
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

// newAccount is what a client sends.
type newAccount struct {
	RegisterDate time.Time `json:"register_date"`
	Name         *string   `json:"name"`
	Password     string    `json:"password"`
	NickName     string    `json:"nick_name"`
	Introduction string    `json:"introduction"`
	Status       int16     `json:"status"`
}

func readNewAccount(body []byte) (newAccount, error) {
	var created newAccount
	if err := json.Unmarshal(body, &created); err != nil {
		return created, hes.NewWithError(err)
	}
	if created.Name == nil {
		return created, hes.New("name: expected a text")
	}
	if created.RegisterDate.IsZero() {
		return created, hes.New("register_date: expected an instant")
	}
	created.RegisterDate = inColumn(created.RegisterDate)
	return created, nil
}

// inColumn is an instant as a column of type datetime(3) keeps it.
func inColumn(instant time.Time) time.Time { return instant.UTC().Truncate(time.Millisecond) }

func (store accountStore) answerInsert(c *elton.Context) error {
	created, err := readNewAccount(c.RequestBody)
	if err != nil {
		return err
	}
	account, err := store.insert(c.Context(), created)
	c.Created(account)
	return err
}

func (store accountStore) answerList(c *elton.Context) error {
	accounts, err := store.list(c.Context())
	c.Body = accounts
	return err
}

func (store accountStore) answerGet(c *elton.Context) error {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return errNotFound
	}
	account, err := store.get(c.Context(), id)
	c.Body = account
	return err
}
