// Package good looks up the fitting of a dancer's shoes in DynamoDB.
// The SDK is the only layer that repeats a read, five times at most; its error is handed on.
package good

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
	db := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) {
		o.RetryMaxAttempts = 5
	})
	return &Fittings{db: db, table: table, log: log}
}

// Of returns the fitting of a dancer.
func (f *Fittings) Of(ctx context.Context, dancer string) (Fitting, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupBudget)
	defer cancel()

	fit, err := f.read(ctx, dancer)
	if err != nil && !errors.Is(err, ErrUnknown) {
		f.log.Warn("fitting not read", "dancer", dancer, "err", err)
		return Fitting{}, fmt.Errorf("fitting of %s: %w", dancer, err)
	}
	return fit, err
}

func (f *Fittings) read(ctx context.Context, dancer string) (Fitting, error) {
	out, err := f.db.GetItem(ctx, &dynamodb.GetItemInput{
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
