// Package ok counts the stamps of collectors in MongoDB with upserts. Two first stamps of one
// collector can both try to insert, and the loser gets a duplicate key error. Doing it once
// more without any pause is right: the document is there now, and the update finds it.
package ok

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

const (
	upsertTries = 2
	storeLimit  = 5 * time.Second
)

// Albums keeps what collectors have.
type Albums struct {
	coll *mongo.Collection
}

// Open makes sure that a collector has one album only.
func Open(ctx context.Context, db *mongo.Database) (*Albums, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	coll := db.Collection("albums")
	_, err := coll.Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys:    bson.D{{Key: "collector", Value: 1}},
		Options: options.Index().SetUnique(true),
	})
	if err != nil {
		return nil, fmt.Errorf("albums index: %w", err)
	}
	return &Albums{coll: coll}, nil
}

// Stick puts a stamp into a collector's album; one that is in it already stays as it is.
func (a *Albums) Stick(ctx context.Context, collector, stamp string) error {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	filter := bson.D{{Key: "collector", Value: collector}}
	update := bson.D{{Key: "$addToSet", Value: bson.D{{Key: "stamps", Value: stamp}}}}
	var err error
	for range upsertTries {
		_, err = a.coll.UpdateOne(ctx, filter, update, options.UpdateOne().SetUpsert(true))
		if err == nil {
			return nil
		}
		if !mongo.IsDuplicateKeyError(err) {
			break
		}
	}
	return fmt.Errorf("album of %s: %w", collector, err)
}
