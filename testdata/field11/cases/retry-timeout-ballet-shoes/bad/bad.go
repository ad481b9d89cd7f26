// Package bad looks up the fitting of a dancer's shoes in DynamoDB.
// The client keeps the SDK's own retries, ten attempts at a call, and the loop here makes the call
// up to five times: a throttled table gets fifty reads for one question.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// ErrUnknown is returned for a dancer without a fitting.
var ErrUnknown = errors.New("no fitting on record")

const lookupBudget = 25 * time.Second

// Fitting is the last and the width of a pair of shoes.
type Fitting struct{ Last, Width string }

// Fittings reads the fitting book.
type Fittings struct {
	db    *dynamodb.Client
	table string
	log   *slog.Logger
}

// NewFittings reads the book kept in table.
func NewFittings(cfg aws.Config, table string, log *slog.Logger) *Fittings {
	db := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { // OR retry-timeout
		o.RetryMaxAttempts = 10 // OR retry-timeout
	})
	return &Fittings{db: db, table: table, log: log}
}

// Of returns the fitting of a dancer.
func (f *Fittings) Of(ctx context.Context, dancer string) (Fitting, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupBudget)
	defer cancel()

	var last error
	for try := 1; try <= 5; try++ { // OR retry-timeout
		fit, err := f.read(ctx, dancer) // EXPECT retry-timeout
		if err == nil || errors.Is(err, ErrUnknown) {
			return fit, err
		}
		last = err
		if try == 5 || ctx.Err() != nil {
			break
		}
		f.log.Warn("fitting not read", "dancer", dancer, "try", try, "err", err)
		d := 200 * time.Millisecond << try
		select {
		case <-ctx.Done():
			return Fitting{}, fmt.Errorf("fitting of %s: %w", dancer, errors.Join(ctx.Err(), last))
		case <-time.After(d/2 + rand.N(d)):
		}
	}
	return Fitting{}, fmt.Errorf("fitting of %s: %w", dancer, last)
}

func (f *Fittings) read(ctx context.Context, dancer string) (Fitting, error) {
	out, err := f.db.GetItem(ctx, &dynamodb.GetItemInput{ // OR retry-timeout
		TableName: aws.String(f.table),
		Key:       map[string]types.AttributeValue{"dancer": &types.AttributeValueMemberS{Value: dancer}},
	})
	if err != nil {
		return Fitting{}, err
	}
	if len(out.Item) == 0 {
		return Fitting{}, ErrUnknown
	}
	return Fitting{Last: text(out.Item["last"]), Width: text(out.Item["width"])}, nil
}

func text(v types.AttributeValue) string {
	if s, ok := v.(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}
