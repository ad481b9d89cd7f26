// Package good gives points to the players of a quiz.
// $inc is guarded by the answer's id, which is stored in the same update: a repetition finds it and
// changes nothing.
package good

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
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := b.add(ctx, a)
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
	_, err := b.players.UpdateOne(ctx,
		bson.M{"_id": a.Player, "answers": bson.M{"$ne": a.ID}},
		bson.M{"$inc": bson.M{"points": a.Points}, "$push": bson.M{"answers": a.ID}})
	return err
}
