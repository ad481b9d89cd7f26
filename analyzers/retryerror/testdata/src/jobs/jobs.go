// Package jobs handles jobs of a queue.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
)

type mail struct{ To string }

var errBad = errors.New("bad job")

func send(ctx context.Context, m mail) error { return ctx.Err() }

func wrapped(ctx context.Context, t *asynq.Task) error {
	var m mail
	if err := json.Unmarshal(t.Payload(), &m); err != nil {
		return fmt.Errorf("%s: %w", t.Type(), err) // want `a job that cannot be decoded never can`
	}
	return send(ctx, m)
}

func bare(ctx context.Context, t *asynq.Task) error {
	var m mail
	err := json.Unmarshal(t.Payload(), &m)
	if err != nil {
		return err // want `a job that cannot be decoded never can`
	}
	return send(ctx, m)
}

type handler struct{}

func (handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var m mail
	if err := json.Unmarshal([]byte(t.Payload()), &m); err != nil {
		return fmt.Errorf("decode: %v", err) // want `a job that cannot be decoded never can`
	}
	return send(ctx, m)
}

func skips(ctx context.Context, t *asynq.Task) error {
	var m mail
	if err := json.Unmarshal(t.Payload(), &m); err != nil {
		return fmt.Errorf("decode: %v: %w", err, asynq.SkipRetry)
	}
	return send(ctx, m)
}

func aside(ctx context.Context, t *asynq.Task) error {
	var m mail
	if err := json.Unmarshal(t.Payload(), &m); err != nil {
		return nil
	}
	return send(ctx, m)
}

// What it decodes is not the job.
func fetched(ctx context.Context, t *asynq.Task, get func() []byte) error {
	var m mail
	if err := json.Unmarshal(get(), &m); err != nil {
		return err
	}
	return send(ctx, m)
}

// The sentinel may be known to whoever set the queue up.
func sentinel(ctx context.Context, t *asynq.Task) error {
	var m mail
	if err := json.Unmarshal(t.Payload(), &m); err != nil {
		return fmt.Errorf("%w: %w", errBad, err)
	}
	return send(ctx, m)
}
