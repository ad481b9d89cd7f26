// Package bad gives points to the players of a quiz.
// $inc is repeated whenever the server did not answer in time, although it may have done its work: on a
// slow evening a right answer is worth two or three times its points.
package bad

import (
	"context"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Answer is a right answer.
type Answer struct {
	ID     bson.ObjectID
	Player string
	Points int
}

// Board keeps the score.
type Board struct {
	players *mongo.Collection
	perTry  time.Duration
}

// NewBoard stores the score in players.
func NewBoard(players *mongo.Collection) *Board {
	return &Board{players: players, perTry: 2 * time.Second}
}

// Award adds the points of an answer.
func (b *Board) Award(ctx context.Context, a Answer) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	_, err := backoff.Retry(ctx, func() (struct{}, error) { // OR retry-effect
		err := b.add(ctx, a) // OR retry-effect
		if err != nil && !mongo.IsTimeout(err) && !mongo.IsNetworkError(err) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithMaxTries(4))
	if err != nil {
		return fmt.Errorf("award %d points to %s: %w", a.Points, a.Player, err)
	}
	return nil
}

func (b *Board) add(ctx context.Context, a Answer) error {
	ctx, cancel := context.WithTimeout(ctx, b.perTry)
	defer cancel()
	_, err := b.players.UpdateOne(ctx, // EXPECT retry-effect
		bson.M{"_id": a.Player},
		bson.M{"$inc": bson.M{"points": a.Points}}) // OR retry-effect
	return err
}
