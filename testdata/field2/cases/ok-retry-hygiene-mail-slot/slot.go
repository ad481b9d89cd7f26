// Package ok takes letters from a queue. A receive without a letter has lasted twenty seconds at the
// server, so the loop starts over at once. After an error it pauses, longer each time.
package ok

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// API is the part of the client that is used.
type API interface {
	ReceiveMessage(ctx context.Context, in *sqs.ReceiveMessageInput, opts ...func(*sqs.Options)) (*sqs.ReceiveMessageOutput, error)
	DeleteMessage(ctx context.Context, in *sqs.DeleteMessageInput, opts ...func(*sqs.Options)) (*sqs.DeleteMessageOutput, error)
}

// Slot receives letters. Handle may see one twice.
type Slot struct {
	API    API
	Queue  string
	Handle func(ctx context.Context, m types.Message) error
	Log    *slog.Logger
}

// Run receives until ctx ends.
func (s *Slot) Run(ctx context.Context) {
	failures := 0
	for ctx.Err() == nil {
		out, err := s.API.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
			QueueUrl: aws.String(s.Queue), WaitTimeSeconds: 20, MaxNumberOfMessages: 10,
		})
		if err != nil {
			d := min(time.Second<<min(failures, 6), 30*time.Second)
			failures++
			s.Log.Error("receive", "err", err)
			t := time.NewTimer(d/2 + rand.N(d/2))
			select {
			case <-ctx.Done():
				t.Stop()
			case <-t.C:
			}
			continue
		}
		failures = 0
		if len(out.Messages) == 0 {
			continue
		}
		for _, m := range out.Messages {
			if err := s.one(ctx, m); err != nil {
				// The queue shows it again when its visibility time is over.
				s.Log.Error("letter", "id", aws.ToString(m.MessageId), "err", err)
			}
		}
	}
}

func (s *Slot) one(ctx context.Context, m types.Message) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := s.Handle(ctx, m); err != nil {
		return err
	}
	_, err := s.API.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(s.Queue), ReceiptHandle: m.ReceiptHandle})
	return err
}
