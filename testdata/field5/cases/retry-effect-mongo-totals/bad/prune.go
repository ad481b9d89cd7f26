// Package bad prunes old recordings of a camera system.
package bad

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Report says what a run of Prune has removed.
type Report struct {
	Cameras int
	Clips   int64
	Bytes   int64
}

type usage struct {
	Clips int64 `bson:"clips"`
	Bytes int64 `bson:"bytes"`
}

// Archive is the store of recordings.
type Archive struct {
	client *mongo.Client
	clips  *mongo.Collection
	cams   *mongo.Collection
}

// Prune removes the clips of the given cameras that are older than before.
func (a *Archive) Prune(ctx context.Context, cameras []string, before time.Time) (Report, error) {
	var rep Report
	for _, cam := range cameras {
		if err := a.pruneOne(ctx, cam, before, &rep); err != nil {
			return rep, fmt.Errorf("prune camera %s: %w", cam, err)
		}
		rep.Cameras++
	}
	return rep, nil
}

func (a *Archive) pruneOne(ctx context.Context, cam string, before time.Time, rep *Report) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	sess, err := a.client.StartSession()
	if err != nil {
		return err
	}
	defer sess.EndSession(ctx)
	old := bson.D{{Key: "camera", Value: cam}, {Key: "taken", Value: bson.D{{Key: "$lt", Value: before}}}}
	_, err = sess.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		u, err := a.measure(ctx, old)
		if err != nil {
			return nil, err
		}
		res, err := a.clips.DeleteMany(ctx, old)
		if err != nil {
			return nil, err
		}
		rep.Clips += res.DeletedCount // EXPECT retry-effect
		rep.Bytes += u.Bytes          // OR retry-effect
		_, err = a.cams.UpdateByID(ctx, cam, bson.D{{Key: "$inc", Value: bson.D{{Key: "used", Value: -u.Bytes}}}})
		return nil, err
	})
	return err
}

func (a *Archive) measure(ctx context.Context, filter bson.D) (usage, error) {
	cur, err := a.clips.Aggregate(ctx, mongo.Pipeline{
		{{Key: "$match", Value: filter}},
		{{Key: "$group", Value: bson.D{
			{Key: "_id", Value: nil},
			{Key: "clips", Value: bson.D{{Key: "$sum", Value: 1}}},
			{Key: "bytes", Value: bson.D{{Key: "$sum", Value: "$size"}}},
		}}},
	})
	if err != nil {
		return usage{}, err
	}
	var all []usage
	if err := cur.All(ctx, &all); err != nil || len(all) == 0 {
		return usage{}, err
	}
	return all[0], nil
}
