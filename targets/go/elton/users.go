package main

import (
	"context"
	"os"
	"time"

	"github.com/vicanso/elton"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/connstring"
)

type user struct {
	ID        bson.ObjectID `bson:"_id" json:"id"`
	Username  string        `bson:"username" json:"username"`
	CreatedAt time.Time     `bson:"created_at" json:"created_at"`
	UpdatedAt time.Time     `bson:"updated_at" json:"updated_at"`
}

var byID = options.Find().SetSort(bson.D{{Key: "_id", Value: 1}})

// userStore reads the collection users; without one, every read fails.
type userStore struct {
	collection *mongo.Collection
}

func openUserStore(poolSize int) (userStore, error) {
	uri := os.Getenv("MONGODB_URI")
	if uri == "" {
		return userStore{}, nil
	}
	// The driver itself makes no use of the database that the URI names.
	parsed, err := connstring.ParseAndValidate(uri)
	if err != nil {
		return userStore{}, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(uri).
		SetMaxPoolSize(uint64(poolSize)).
		SetServerSelectionTimeout(connectTimeout))
	if err != nil {
		return userStore{}, err
	}
	return userStore{client.Database(parsed.Database).Collection("users")}, nil
}

func (store userStore) list(ctx context.Context) ([]user, error) {
	if store.collection == nil {
		return nil, missingDatabase("MONGODB_URI")
	}
	cursor, err := store.collection.Find(ctx, bson.D{}, byID)
	if err != nil {
		return nil, err
	}
	users := []user{}
	err = cursor.All(ctx, &users)
	return users, err
}

func (store userStore) answerList(c *elton.Context) error {
	users, err := store.list(c.Context())
	c.Body = users
	return err
}
