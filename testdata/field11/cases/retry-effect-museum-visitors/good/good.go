// Package good counts the visitors of museum rooms in Redis.
// A visit is a member of a set, named after the ticket; adding it again changes nothing, so the
// command may be repeated after a timeout, and the size of the set is the count.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/sethvargo/go-retry"
)

const countBudget = 10 * time.Second

// Visit is the passing of a door.
type Visit struct {
	Room   string
	Ticket string
	Day    string
}

func (v Visit) key() string { return "visits:" + v.Day + ":" + v.Room }

// Doors counts visits.
type Doors struct {
	rdb *redis.Client
}

// NewDoors connects to the server at addr; the client itself repeats nothing.
func NewDoors(addr string) *Doors {
	return &Doors{rdb: redis.NewClient(&redis.Options{
		Addr:         addr,
		DialTimeout:  time.Second,
		ReadTimeout:  300 * time.Millisecond,
		WriteTimeout: 300 * time.Millisecond,
		MaxRetries:   -1,
	})}
}

// Pass counts a visit and returns the number of visits of the room on that day.
func (d *Doors) Pass(ctx context.Context, v Visit) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, countBudget)
	defer cancel()

	pauses := retry.WithMaxRetries(4, retry.WithJitterPercent(30, retry.NewExponential(50*time.Millisecond)))
	var n int64
	err := retry.Do(ctx, pauses, func(ctx context.Context) error {
		var err error
		if err = d.rdb.SAdd(ctx, v.key(), v.Ticket).Err(); err != nil {
			return passing(err)
		}
		n, err = d.rdb.SCard(ctx, v.key()).Result()
		return passing(err)
	})
	if err != nil {
		return 0, fmt.Errorf("count visit of %s: %w", v.Room, err)
	}
	return n, nil
}

// passing marks faults of the connection as worth another try.
func passing(err error) error {
	var answer redis.Error
	if err == nil || errors.As(err, &answer) {
		return err
	}
	return retry.RetryableError(err)
}
