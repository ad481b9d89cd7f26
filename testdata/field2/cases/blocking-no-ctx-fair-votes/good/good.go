// Package good counts the votes of a fair from messages. The statement runs under the message's
// context.
package good

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/ThreeDotsLabs/watermill/message"
)

// Vote is a payload.
type Vote struct {
	Pie   string `json:"pie"`
	Voter string `json:"voter"`
}

// Counter counts.
type Counter struct{ votes voteStore }

type voteStore struct{ db *sql.DB }

// NewCounter returns a counter.
func NewCounter(db *sql.DB) *Counter { return &Counter{votes: voteStore{db: db}} }

func (s voteStore) put(ctx context.Context, v Vote) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO vote (voter, pie) VALUES ($1, $2) ON CONFLICT (voter) DO UPDATE SET pie = $2`, v.Voter, v.Pie)
	return err
}

// Add joins a router.
func (c *Counter) Add(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("votes", "fair.votes", sub, c.handle)
}

func (c *Counter) handle(msg *message.Message) error {
	var v Vote
	if err := json.Unmarshal(msg.Payload, &v); err != nil {
		return nil
	}
	if len(v.Voter) == 0 {
		return nil
	}
	if err := c.votes.put(msg.Context(), v); err != nil {
		return fmt.Errorf("vote of %s: %w", v.Voter, err)
	}
	return nil
}
