// Package good reads feature flags from DynamoDB.
// The SDK client is told to make five attempts; there is no second loop around it.
package good

import (
	"context"
	"fmt"
	"log/slog"
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
	ddb := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { o.RetryMaxAttempts = 5 })
	return &Flags{ddb: ddb, table: table, log: log}
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
	out, err := f.ddb.GetItem(ctx, in)
	if err != nil {
		f.log.Warn("flag not read", "flag", flag, "err", err)
		return false, fmt.Errorf("flag %s of %s: %w", flag, tenant, err)
	}
	on, _ := out.Item["on"].(*types.AttributeValueMemberBOOL)
	return on != nil && on.Value, nil
}
