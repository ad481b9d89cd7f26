// Package bad books tolls in a function behind a queue. It gets ten messages at a time; when one
// fails it returns the error, and all ten come again, those that were booked among them.
package bad

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
)

// Passage is a message.
type Passage struct {
	ID    string    `json:"id"`
	Plate string    `json:"plate"`
	Cents int       `json:"cents"`
	At    time.Time `json:"at"`
}

// Tolls books.
type Tolls struct{ db *sql.DB }

// Start serves the queue.
func Start(db *sql.DB) { lambda.Start((&Tolls{db: db}).handle) }

func (t *Tolls) handle(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records { // OR retry-effect
		if err := t.book(ctx, m.Body); err != nil { // OR retry-effect
			return fmt.Errorf("message %s: %w", m.MessageId, err) // OR retry-effect
		}
	}
	return nil
}

func (t *Tolls) book(ctx context.Context, body string) error {
	var p Passage
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		return fmt.Errorf("passage: %w", err)
	}
	_, err := t.db.ExecContext(ctx, `INSERT INTO toll (plate, cents, at) VALUES ($1, $2, $3)`, p.Plate, p.Cents, p.At) // EXPECT retry-effect
	return err
}
