// Package rerun holds handlers that are themselves run again when they fail.
package rerun

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"cloud.google.com/go/pubsub"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"
)

type args struct {
	ID     string
	Amount int
}

type svc struct {
	db   *sql.DB
	rdb  *redis.Client
	sqs  *sqs.Client
	tell func(ctx context.Context, who string) error
}

func (s *svc) book(ctx context.Context, a args) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO fees (who, amount) VALUES ($1, $2)", a.ID, a.Amount) // want `INSERT INTO fees, which inserts a row, is made again when river runs \(\*svc\).Work again: s.tell \(rerun.go:\d+\) may fail after it`
	return err
}

// Work tells somebody after it has booked.
func (s *svc) Work(ctx context.Context, job *river.Job[args]) error {
	if job.Args.Amount <= 0 {
		return river.JobCancel(errors.New("nothing to book"))
	}
	if err := s.book(ctx, job.Args); err != nil {
		return err
	}
	return s.tell(ctx, job.Args.ID)
}

// Task counts, then tells.
func (s *svc) Task(ctx context.Context, t *asynq.Task) error {
	var a args
	if err := json.Unmarshal(t.Payload(), &a); err != nil {
		return fmt.Errorf("payload: %w: %w", err, asynq.SkipRetry)
	}
	if err := s.rdb.Incr(ctx, "n").Err(); err != nil { // want `is made again when asynq runs`
		return err
	}
	if err := s.tell(ctx, a.ID); err != nil {
		return fmt.Errorf("tell: %w", err)
	}
	return nil
}

// Water raises a sum and then tells.
func (s *svc) Water(msg *message.Message) error {
	ctx := msg.Context()
	_, err := s.db.ExecContext(ctx, "UPDATE sums SET n = n + 1 WHERE id = $1", string(msg.Payload)) // want `is made again when watermill runs`
	if err != nil {
		return err
	}
	return s.tell(ctx, string(msg.Payload))
}

// Rows inserts one row after the other.
func (s *svc) Rows(ctx context.Context, t *asynq.Task) error {
	var all []args
	if err := json.Unmarshal(t.Payload(), &all); err != nil {
		return fmt.Errorf("%w", asynq.SkipRetry)
	}
	for _, a := range all {
		if _, err := s.db.ExecContext(ctx, "INSERT INTO lines (who, amount) VALUES ($1, $2)", a.ID, a.Amount); err != nil { // want `it is made for one item after the other, and a later one may fail`
			return err
		}
	}
	return nil
}

func (s *svc) credit(ctx context.Context, a args) error {
	if _, err := s.db.ExecContext(ctx, "UPDATE accounts SET n = n + $2 WHERE id = $1", a.ID, a.Amount); err != nil { // want `UPDATE accounts, which adds to n, is made again when NATS JetStream runs`
		return err
	}
	return s.tell(ctx, a.ID)
}

// Stream turns back what failed.
func (s *svc) Stream(ctx context.Context) jetstream.MessageHandler {
	return func(msg jetstream.Msg) {
		var a args
		if err := json.Unmarshal(msg.Data(), &a); err != nil {
			_ = msg.Term()
			return
		}
		if err := s.credit(ctx, a); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	}
}

// Sub turns back by Nack.
func (s *svc) Sub(ctx context.Context, sub *pubsub.Subscription) error {
	return sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if _, err := s.db.ExecContext(ctx, "INSERT INTO events (body) VALUES ($1)", m.Data); err != nil { // want `is made again when Google Pub/Sub runs`
			m.Nack()
			return
		}
		if err := s.tell(ctx, string(m.Data)); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
}

func (s *svc) one(ctx context.Context, body []byte) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO parcels (body) VALUES ($1)", body); err != nil { // want `is made again when what delivers the message runs`
		return err
	}
	return s.tell(ctx, string(body))
}

// Consume turns deliveries back into their queue.
func (s *svc) Consume(ctx context.Context, ds <-chan amqp.Delivery) {
	for {
		select {
		case <-ctx.Done():
			return
		case d, ok := <-ds:
			if !ok {
				return
			}
			if err := s.one(ctx, d.Body); err != nil {
				_ = d.Nack(false, true)
				continue
			}
			_ = d.Ack(false)
		}
	}
}

// WorkKeyed gives the row the job's key.
func (s *svc) workKeyed(ctx context.Context, job *river.Job[args]) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO fees (job, who) VALUES ($1, $2) ON CONFLICT (job) DO NOTHING", job.ID, job.Args.ID)
	if err != nil {
		return err
	}
	return s.tell(ctx, job.Args.ID)
}

// workLast books when all else has been done.
func (s *svc) workLast(ctx context.Context, job *river.Job[args]) error {
	if err := s.tell(ctx, job.Args.ID); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "INSERT INTO fees (who, amount) VALUES ($1, $2)", job.Args.ID, job.Args.Amount)
	return err
}

func (s *svc) done(ctx context.Context, id string) (bool, error) { return false, nil }

// workLooked asks whether it has run before.
func (s *svc) workLooked(ctx context.Context, job *river.Job[args]) error {
	done, err := s.done(ctx, job.Args.ID)
	if err != nil {
		return err
	}
	if !done {
		if _, err := s.db.ExecContext(ctx, "INSERT INTO fees (who, amount) VALUES ($1, $2)", job.Args.ID, job.Args.Amount); err != nil {
			return err
		}
	}
	return s.tell(ctx, job.Args.ID)
}

// workTx notes the run and books in one transaction.
func (s *svc) workTx(ctx context.Context, job *river.Job[args]) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, "INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING", job.ID)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 1 {
		if _, err := tx.ExecContext(ctx, "UPDATE accounts SET n = n + 1 WHERE id = $1", job.Args.ID); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return s.tell(ctx, job.Args.ID)
}

// workFinal gives up when the second step fails.
func (s *svc) workFinal(ctx context.Context, job *river.Job[args]) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO fees (who, amount) VALUES ($1, $2)", job.Args.ID, job.Args.Amount); err != nil {
		return err
	}
	if err := s.tell(ctx, job.Args.ID); err != nil {
		return river.JobCancel(err)
	}
	return nil
}

// workTold bears that nobody is told.
func (s *svc) workTold(ctx context.Context, job *river.Job[args]) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO fees (who, amount) VALUES ($1, $2)", job.Args.ID, job.Args.Amount); err != nil {
		return err
	}
	if err := s.tell(ctx, job.Args.ID); err != nil {
		fmt.Println("tell:", err)
	}
	return nil
}

// workUndone takes the row back.
func (s *svc) workUndone(ctx context.Context, job *river.Job[args]) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO fees (who, amount) VALUES ($1, $2)", job.Args.ID, job.Args.Amount); err != nil {
		return err
	}
	if err := s.tell(ctx, job.Args.ID); err != nil {
		_, _ = s.db.ExecContext(ctx, "DELETE FROM fees WHERE who = $1", job.Args.ID)
		return err
	}
	return nil
}

// dropped throws away what failed.
func (s *svc) dropped(ctx context.Context, ds <-chan amqp.Delivery) {
	for d := range ds {
		if err := s.plain(ctx, d.Body); err != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

func (s *svc) plain(ctx context.Context, body []byte) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO parcels (body) VALUES ($1)", body); err != nil {
		return err
	}
	return s.tell(ctx, string(body))
}

func (s *svc) parcel(ctx context.Context, body string) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO parcels (body) VALUES ($1)", body); err != nil { // want `is made again when what delivers the message runs`
		return err
	}
	return s.tell(ctx, body)
}

// Poll leaves what failed in the queue.
func (s *svc) Poll(ctx context.Context, queue *string) error {
	for ctx.Err() == nil {
		out, err := s.sqs.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: queue})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if err := s.parcel(ctx, *m.Body); err != nil {
				fmt.Println("parcel:", err)
				continue
			}
			if _, err := s.sqs.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: queue, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *svc) early(ctx context.Context, body string) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO parcels (body) VALUES ($1)", body); err != nil {
		return err
	}
	return s.tell(ctx, body)
}

// pollEarly deletes before it works.
func (s *svc) pollEarly(ctx context.Context, queue *string) error {
	for {
		out, err := s.sqs.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: queue})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if _, err := s.sqs.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: queue, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
			if err := s.early(ctx, *m.Body); err != nil {
				fmt.Println("parcel:", err)
				continue
			}
		}
	}
}

type order struct{ Status string }

// workStatus reads how far the order is.
func (s *svc) workStatus(ctx context.Context, job *river.Job[args]) error {
	var status string
	if err := s.db.QueryRowContext(ctx, "SELECT status FROM orders WHERE id = $1", job.Args.ID).Scan(&status); err != nil {
		return err
	}
	if status == "paid" {
		return nil
	}
	if _, err := s.db.ExecContext(ctx, "UPDATE accounts SET n = n - $1 WHERE id = $2", job.Args.Amount, job.Args.ID); err != nil {
		return err
	}
	return s.tell(ctx, job.Args.ID)
}

// workOrder reads it into a field.
func (s *svc) workOrder(ctx context.Context, job *river.Job[args]) error {
	var o order
	if err := s.db.QueryRowContext(ctx, "SELECT status FROM orders WHERE id = $1", job.Args.ID).Scan(&o.Status); err != nil {
		return err
	}
	if o.Status == "paid" {
		return nil
	}
	if _, err := s.db.ExecContext(ctx, "UPDATE accounts SET n = n - $1 WHERE id = $2", job.Args.Amount, job.Args.ID); err != nil {
		return err
	}
	return s.tell(ctx, job.Args.ID)
}

// Marked notes the run where something may go wrong as well: the error is that
// of the call before it in the chain.
func (s *svc) Marked(ctx context.Context, t *asynq.Task) error {
	if err := s.rdb.Incr(ctx, "m").Err(); err != nil { // want `is made again when asynq runs \(\*svc\).Marked again`
		return err
	}
	if err := s.rdb.Set(ctx, "done", 1, 0).Err(); err != nil {
		return err
	}
	return nil
}
