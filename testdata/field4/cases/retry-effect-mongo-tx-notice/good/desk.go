// Package desk sells seats in lecture halls.
package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"faultfield4/cases/retry-effect-mongo-tx-notice/good/notice"
)

// ErrSoldOut means that no seat is left.
var ErrSoldOut = errors.New("sold out")

// Desk books seats.
type Desk struct {
	client   *mongo.Client
	halls    *mongo.Collection
	bookings *mongo.Collection
	notices  *notice.Sender
}

// New returns a Desk on db.
func New(client *mongo.Client, db string, notices *notice.Sender) *Desk {
	d := client.Database(db)
	return &Desk{client: client, halls: d.Collection("halls"), bookings: d.Collection("bookings"), notices: notices}
}

// Book takes a seat in hall for the guest and lets them know. The booking stands, and its number
// is returned, also when the guest could not be told.
func (d *Desk) Book(ctx context.Context, hall, guest string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()

	id := bson.NewObjectID().Hex()
	book := func(ctx context.Context) (any, error) {
		res, err := d.halls.UpdateOne(ctx,
			bson.D{{Key: "_id", Value: hall}, {Key: "free", Value: bson.D{{Key: "$gt", Value: 0}}}},
			bson.D{{Key: "$inc", Value: bson.D{{Key: "free", Value: -1}}}})
		if err != nil {
			return nil, err
		}
		if res.ModifiedCount == 0 {
			return nil, ErrSoldOut
		}
		doc := bson.D{{Key: "_id", Value: id}, {Key: "hall", Value: hall}, {Key: "guest", Value: guest}}
		if _, err := d.bookings.InsertOne(ctx, doc); err != nil {
			return nil, err
		}
		return nil, nil
	}
	err := d.client.UseSession(ctx, func(ctx context.Context) error {
		_, err := mongo.SessionFromContext(ctx).WithTransaction(ctx, book)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("book %s: %w", hall, err)
	}
	if err := d.notices.Booked(ctx, guest, id); err != nil {
		return id, fmt.Errorf("notice for %s: %w", guest, err)
	}
	return id, nil
}
