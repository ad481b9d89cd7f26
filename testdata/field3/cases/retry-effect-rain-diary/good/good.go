// Package good keeps a diary of rain in Mongo. The entry's id is made once, and a duplicate of
// it tells that an earlier try has done the work.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Entry is a document.
type Entry struct {
	ID       bson.ObjectID `bson:"_id"`
	Place    string        `bson:"place"`
	Millis   float64       `bson:"mm"`
	Observed time.Time     `bson:"observed"`
}

// Diary stores entries.
type Diary struct{ coll *mongo.Collection }

// New returns a diary on a client whose own retries are off.
func New(coll *mongo.Collection) *Diary { return &Diary{coll: coll} }

func (d *Diary) insert(ctx context.Context, e Entry) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := d.coll.InsertOne(ctx, e)
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}

// Note stores an entry.
func (d *Diary) Note(ctx context.Context, e Entry) error {
	e.ID = bson.NewObjectID()
	var err error
	for n := range 4 {
		if n > 0 {
			t := time.NewTimer(time.Duration(n)*200*time.Millisecond + rand.N(200*time.Millisecond))
			select {
			case <-t.C:
			case <-ctx.Done():
				t.Stop()
				return ctx.Err()
			}
		}
		err = d.insert(ctx, e)
		if err == nil || !(mongo.IsTimeout(err) || errors.Is(err, context.DeadlineExceeded)) || ctx.Err() != nil {
			return err
		}
	}
	return fmt.Errorf("note of %s: %w", e.Place, err)
}
