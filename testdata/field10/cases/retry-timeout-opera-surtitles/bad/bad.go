// Package bad reads the surtitles of an opera from DynamoDB, cue by cue.
// A client made with the SDK's defaults already makes three attempts of a call; the retry loop
// around it makes five of those, so one cue costs up to fifteen requests to a throttled table.
package bad

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

const (
	cueBudget   = 25 * time.Second
	callTimeout = 4 * time.Second
)

// ErrNoCue is returned for a cue that has no text.
var ErrNoCue = errors.New("no such cue")

// Surtitles reads the texts of a house's productions.
type Surtitles struct {
	db    *dynamodb.Client
	table string
}

// New returns Surtitles stored in table.
func New(cfg aws.Config, table string) *Surtitles {
	return &Surtitles{db: dynamodb.NewFromConfig(cfg), table: table} // OR retry-timeout
}

// Text returns what is shown at a cue.
func (s *Surtitles) Text(ctx context.Context, opera string, cue int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, cueBudget)
	defer cancel()
	text, err := retry.DoWithData( // OR retry-timeout
		func() (string, error) { return s.read(ctx, opera, cue) }, // OR retry-timeout
		retry.Context(ctx),
		retry.Attempts(5), // OR retry-timeout
		retry.Delay(150*time.Millisecond),
		retry.MaxDelay(time.Second),
		retry.RetryIf(transient),
	)
	if err != nil {
		return "", fmt.Errorf("cue %d of %s: %w", cue, opera, err)
	}
	return text, nil
}

func (s *Surtitles) read(ctx context.Context, opera string, cue int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	out, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{ // EXPECT retry-timeout
		TableName: aws.String(s.table),
		Key: map[string]types.AttributeValue{
			"opera": &types.AttributeValueMemberS{Value: opera},
			"cue":   &types.AttributeValueMemberN{Value: strconv.Itoa(cue)},
		},
	})
	if err != nil {
		return "", err
	}
	text, ok := out.Item["text"].(*types.AttributeValueMemberS)
	if !ok {
		return "", ErrNoCue
	}
	return text.Value, nil
}

func transient(err error) bool {
	var throttled *types.ProvisionedThroughputExceededException
	var resp *smithyhttp.ResponseError
	return errors.As(err, &throttled) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &resp) && resp.HTTPStatusCode() >= 500
}
