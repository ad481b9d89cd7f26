// Package good stores the landings of a fishing port in a sharded MongoDB. An unordered insert
// stores what it can and reports the rest; only the rest is inserted again.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Codes of shards that did not take a document at all.
const (
	noPrimary   = 133
	notWritable = 10107
)

// Landing is fish that came ashore.
type Landing struct {
	Vessel string    `bson:"vessel"`
	Kilos  int       `bson:"kilos"`
	At     time.Time `bson:"at"`
}

// Port stores landings.
type Port struct {
	landings *mongo.Collection
	rounds   int
	budget   time.Duration
	log      *slog.Logger
}

// NewPort stores into the collection.
func NewPort(landings *mongo.Collection, log *slog.Logger) *Port {
	return &Port{landings: landings, rounds: 4, budget: 30 * time.Second, log: log}
}

// Store stores a day's landings.
func (p *Port) Store(ctx context.Context, day []Landing) error {
	ctx, cancel := context.WithTimeout(ctx, p.budget)
	defer cancel()
	for round := 1; ; round++ {
		_, err := p.landings.InsertMany(ctx, day, options.InsertMany().SetOrdered(false))
		if err == nil {
			return nil
		}
		var partly mongo.BulkWriteException
		if !errors.As(err, &partly) || partly.WriteConcernError != nil || round == p.rounds || !unreachable(partly) {
			return fmt.Errorf("store %d landings: %w", len(day), err)
		}
		p.log.Warn("some landings not stored", "failed", len(partly.WriteErrors), "of", len(day), "round", round)
		var rest []Landing
		for _, we := range partly.WriteErrors {
			rest = append(rest, day[we.Index])
		}
		day = rest
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(round)*time.Second + rand.N(time.Second)):
		}
	}
}

// unreachable reports whether all refusals come from shards without a primary.
func unreachable(partly mongo.BulkWriteException) bool {
	for _, we := range partly.WriteErrors {
		if we.Code != noPrimary && we.Code != notWritable {
			return false
		}
	}
	return true
}
