// Package bad keeps a diary of rain in Mongo. An entry gets two seconds and is inserted again
// when they are over; the driver draws a new id each time, so an entry whose insert was only
// slow is there twice.
package bad

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Entry is a document.
type Entry struct {
	Place    string    `bson:"place"`
	Millis   float64   `bson:"mm"`
	Observed time.Time `bson:"observed"`
}

// Diary stores entries.
type Diary struct{ coll *mongo.Collection }

// New returns a diary on a client whose own retries are off.
func New(coll *mongo.Collection) *Diary { return &Diary{coll: coll} }

func (d *Diary) insert(ctx context.Context, e Entry) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := d.coll.InsertOne(ctx, e) // OR retry-effect
	return err
}

// Note stores an entry.
func (d *Diary) Note(ctx context.Context, e Entry) error {
	var err error
	for n := range 4 { // OR retry-effect
		if n > 0 {
			t := time.NewTimer(time.Duration(n)*200*time.Millisecond + rand.N(200*time.Millisecond))
			select {
			case <-t.C:
			case <-ctx.Done():
				t.Stop()
				return ctx.Err()
			}
		}
		err = d.insert(ctx, e) // EXPECT retry-effect
		if err == nil || !(mongo.IsTimeout(err) || errors.Is(err, context.DeadlineExceeded)) || ctx.Err() != nil {
			return err
		}
	}
	return fmt.Errorf("note of %s: %w", e.Place, err)
}
