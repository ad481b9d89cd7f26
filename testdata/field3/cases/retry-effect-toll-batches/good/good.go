// Package good books tolls in a function behind a queue. Only what failed is given back, and a
// passage that was booked is not booked again.
package good

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

func (t *Tolls) handle(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
	var out events.SQSEventResponse
	for _, m := range ev.Records {
		if err := t.book(ctx, m.Body); err != nil {
			out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
	}
	return out, nil
}

func (t *Tolls) book(ctx context.Context, body string) error {
	var p Passage
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		return fmt.Errorf("passage: %w", err)
	}
	_, err := t.db.ExecContext(ctx, `INSERT INTO toll (id, plate, cents, at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`, p.ID, p.Plate, p.Cents, p.At)
	return err
}
