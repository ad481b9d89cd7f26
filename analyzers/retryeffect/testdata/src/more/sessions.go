package more

import (
	"context"

	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Told hears of a landing in each run, also in one whose commit fails: what carries the
// transaction of one library means nothing to another.
func (p *Port) Told(ctx context.Context, sess *mongo.Session, rdb *redis.Client, day []landing) error {
	_, err := sess.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		if _, err := p.c.InsertMany(ctx, day); err != nil {
			return nil, err
		}
		return nil, rdb.Incr(ctx, "landed").Err() // want `happens outside of the transaction in code that .* runs again after a conflict`
	})
	return err
}

// Only what the session rolls back.
func (p *Port) Stored(ctx context.Context, sess *mongo.Session, rdb *redis.Client, day []landing) error {
	_, err := sess.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		return p.c.InsertMany(ctx, day)
	})
	if err != nil {
		return err
	}
	return rdb.Incr(ctx, "landed").Err()
}
