// Package ok waits for a new DynamoDB table to become active.
// It is right although a loop surrounds an SDK client that retries: the loop polls for a state. An error that
// is left after the SDK's own attempts ends it.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	every   = 3 * time.Second
	longest = 5 * time.Minute
)

// Tables sets tables up.
type Tables struct {
	ddb *dynamodb.Client
	log *slog.Logger
}

// New returns Tables.
func New(cfg aws.Config, log *slog.Logger) *Tables {
	return &Tables{ddb: dynamodb.NewFromConfig(cfg), log: log}
}

// Active returns when the table can be used.
func (t *Tables) Active(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for attempt := 1; ; attempt++ {
		state, err := t.state(ctx, name)
		if err != nil {
			return fmt.Errorf("table %s: %w", name, err)
		}
		if state == types.TableStatusActive {
			return nil
		}
		t.log.Info("table not active yet", "table", name, "state", state, "attempt", attempt)
		select {
		case <-ctx.Done():
			return fmt.Errorf("table %s is %s: %w", name, state, ctx.Err())
		case <-tick.C:
		}
	}
}

func (t *Tables) state(ctx context.Context, name string) (types.TableStatus, error) {
	out, err := t.ddb.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(name)})
	var missing *types.ResourceNotFoundException
	switch {
	case errors.As(err, &missing):
		return types.TableStatusCreating, nil // not visible yet
	case err != nil:
		return "", err
	}
	return out.Table.TableStatus, nil
}
