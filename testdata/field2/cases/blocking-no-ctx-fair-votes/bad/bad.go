// Package bad counts the votes of a fair from messages. A message carries a context that the
// router ends at shutdown; the handler passes on the vote alone, and the statement runs
// without it.
package bad

import (
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

func (s voteStore) put(v Vote) error {
	_, err := s.db.Exec(`INSERT INTO vote (voter, pie) VALUES ($1, $2) ON CONFLICT (voter) DO UPDATE SET pie = $2`, v.Voter, v.Pie) // OR blocking-no-ctx
	return err
}

// Add joins a router.
func (c *Counter) Add(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("votes", "fair.votes", sub, c.handle)
}

func (c *Counter) handle(msg *message.Message) error { // OR blocking-no-ctx
	var v Vote
	if err := json.Unmarshal(msg.Payload, &v); err != nil {
		return nil
	}
	if len(v.Voter) == 0 {
		return nil
	}
	if err := c.votes.put(v); err != nil { // EXPECT blocking-no-ctx
		return fmt.Errorf("vote of %s: %w", v.Voter, err)
	}
	return nil
}
