// Package good clears the barges at a lock in one MongoDB transaction. The driver runs the
// callback again after a transient conflict; each run makes its own list and returns it.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

const (
	clearLimit = 30 * time.Second
	endLimit   = 3 * time.Second
)

// Slip is what the lock keeper gets.
type Slip struct {
	Lock   string
	Barges []string
	Tons   int
}

type barge struct {
	ID   string `bson:"_id"`
	Tons int    `bson:"tons"`
}

// Keeper clears barges.
type Keeper struct {
	client *mongo.Client
	barges *mongo.Collection
}

// Clear lets the waiting barges of a lock pass, if all of them have paid.
func (k *Keeper) Clear(ctx context.Context, lock string, waiting []string) (*Slip, error) {
	ctx, cancel := context.WithTimeout(ctx, clearLimit)
	defer cancel()
	session, err := k.client.StartSession()
	if err != nil {
		return nil, fmt.Errorf("clear lock %s: %w", lock, err)
	}
	defer func() {
		endCtx, stop := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
		defer stop()
		session.EndSession(endCtx)
	}()

	out, err := session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		slip := &Slip{Lock: lock}
		for _, id := range waiting {
			b, err := k.pass(ctx, id)
			if err != nil {
				return nil, err
			}
			slip.Barges = append(slip.Barges, b.ID)
			slip.Tons += b.Tons
		}
		return slip, nil
	})
	if err != nil {
		return nil, fmt.Errorf("clear lock %s: %w", lock, err)
	}
	slip, ok := out.(*Slip)
	if !ok {
		return nil, fmt.Errorf("clear lock %s: unexpected result %T", lock, out)
	}
	return slip, nil
}

// pass marks one paid barge as cleared.
func (k *Keeper) pass(ctx context.Context, id string) (*barge, error) {
	var b barge
	filter := bson.D{{Key: "_id", Value: id}, {Key: "paid", Value: true}}
	set := bson.D{{Key: "$set", Value: bson.D{{Key: "state", Value: "cleared"}}}}
	err := k.barges.FindOneAndUpdate(ctx, filter, set).Decode(&b)
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil, fmt.Errorf("barge %s has not paid", id)
	}
	if err != nil {
		return nil, fmt.Errorf("barge %s: %w", id, err)
	}
	return &b, nil
}
