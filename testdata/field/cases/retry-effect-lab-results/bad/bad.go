// Package bad releases laboratory results.
// WithTransaction runs its function again when the transaction was aborted. The notice in the
// outbox is written with the outer context, so it is not part of the transaction: each run adds one.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// ErrReleased means that somebody else has released the results.
var ErrReleased = errors.New("already released")

// Lab stores results.
type Lab struct {
	client  *mongo.Client
	results *mongo.Collection
	outbox  *mongo.Collection
}

// NewLab uses a database.
func NewLab(client *mongo.Client, database string) *Lab {
	db := client.Database(database)
	return &Lab{client: client, results: db.Collection("results"), outbox: db.Collection("outbox")}
}

// Release makes the results of a sample visible to the patient and queues a notice.
func (l *Lab) Release(ctx context.Context, sample, doctor string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	sess, err := l.client.StartSession()
	if err != nil {
		return fmt.Errorf("release %s: %w", sample, err)
	}
	defer sess.EndSession(context.WithoutCancel(ctx))

	_, err = sess.WithTransaction(ctx, func(txCtx context.Context) (any, error) { // OR retry-effect
		res, err := l.results.UpdateOne(txCtx,
			bson.M{"sample": sample, "released": false},
			bson.M{"$set": bson.M{"released": true, "by": doctor}})
		if err != nil {
			return nil, err
		}
		if res.ModifiedCount == 0 {
			return nil, ErrReleased
		}
		_, err = l.outbox.InsertOne(ctx, bson.M{"sample": sample, "kind": "released"}) // EXPECT retry-effect
		return nil, err
	})
	if err != nil {
		return fmt.Errorf("release %s: %w", sample, err)
	}
	return nil
}
