package more

import (
	"context"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type landing struct{ Vessel string }

type numbered struct {
	Number string `bson:"_id"`
}

type Port struct{ c *mongo.Collection }

func elsewhere(e mongo.BulkWriteException) bool {
	for _, we := range e.WriteErrors {
		if we.Code != 133 {
			return false
		}
	}
	return true
}

// All inserts all of them again, and says how.
func (p *Port) All(ctx context.Context, day []landing) error {
	for n := 1; ; n++ {
		_, err := p.c.InsertMany(ctx, day, options.InsertMany().SetOrdered(false)) // want `is repeated by the loop .*for all items after an error that tells which of them failed`
		if err == nil {
			return nil
		}
		var partly mongo.BulkWriteException
		if !errors.As(err, &partly) || partly.WriteConcernError != nil || n == 4 || !elsewhere(partly) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Rest inserts what is left.
func (p *Port) Rest(ctx context.Context, day []landing) error {
	for n := 1; ; n++ {
		_, err := p.c.InsertMany(ctx, day, options.InsertMany().SetOrdered(false))
		if err == nil {
			return nil
		}
		var partly mongo.BulkWriteException
		if !errors.As(err, &partly) || n == 4 || !elsewhere(partly) {
			return err
		}
		var rest []landing
		for _, we := range partly.WriteErrors {
			rest = append(rest, day[we.Index])
		}
		day = rest
		time.Sleep(time.Second)
	}
}

// None inserts all of them again if none was taken.
func (p *Port) None(ctx context.Context, day []landing) error {
	for n := 1; ; n++ {
		_, err := p.c.InsertMany(ctx, day, options.InsertMany().SetOrdered(false))
		if err == nil {
			return nil
		}
		var partly mongo.BulkWriteException
		if !errors.As(err, &partly) || n == 4 || len(partly.WriteErrors) < len(day) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Open gets what is still open for each attempt.
func (p *Port) Open(ctx context.Context, day []landing, open func([]landing) []landing) error {
	for n := 1; ; n++ {
		_, err := p.c.InsertMany(ctx, open(day), options.InsertMany().SetOrdered(false))
		if err == nil {
			return nil
		}
		var partly mongo.BulkWriteException
		if !errors.As(err, &partly) || n == 4 || !elsewhere(partly) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Numbered inserts documents that are known by a number.
func (p *Port) Numbered(ctx context.Context, day []numbered) error {
	for n := 1; ; n++ {
		_, err := p.c.InsertMany(ctx, day, options.InsertMany().SetOrdered(false))
		if err == nil {
			return nil
		}
		var partly mongo.BulkWriteException
		if !errors.As(err, &partly) || n == 4 || !elsewhere(partly) {
			return err
		}
		time.Sleep(time.Second)
	}
}
