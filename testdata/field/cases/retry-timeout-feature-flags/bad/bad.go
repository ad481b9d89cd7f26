// Package bad reads feature flags from DynamoDB.
// The SDK client makes three attempts of its own by default, with back-off; five rounds around it
// are fifteen requests for a flag when the table is throttled.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Flags reads one table.
type Flags struct {
	ddb   *dynamodb.Client
	table string
	log   *slog.Logger
}

// Open returns the flags in table.
func Open(cfg aws.Config, table string, log *slog.Logger) *Flags {
	return &Flags{ddb: dynamodb.NewFromConfig(cfg), table: table, log: log} // OR retry-timeout
}

// Enabled reports whether a flag is on for a tenant.
func (f *Flags) Enabled(ctx context.Context, tenant, flag string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	in := &dynamodb.GetItemInput{
		TableName: aws.String(f.table),
		Key: map[string]types.AttributeValue{
			"tenant": &types.AttributeValueMemberS{Value: tenant},
			"flag":   &types.AttributeValueMemberS{Value: flag},
		},
	}
	var out *dynamodb.GetItemOutput
	var err error
	for round := 0; round < 5; round++ { // OR retry-timeout
		if out, err = f.ddb.GetItem(ctx, in); err == nil { // EXPECT retry-timeout
			break
		}
		f.log.Warn("flag not read", "flag", flag, "round", round, "err", err)
		if round == 4 {
			break
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(250*time.Millisecond<<round + rand.N(250*time.Millisecond)):
		}
	}
	if err != nil {
		return false, fmt.Errorf("flag %s of %s: %w", flag, tenant, err)
	}
	on, _ := out.Item["on"].(*types.AttributeValueMemberBOOL)
	return on != nil && on.Value, nil
}
