// Package ok issues voucher codes out of a DynamoDB table.
// It is right although PutItem is repeated after server faults: the item is written only if its code is not
// there, and a code that is there with our own request id was written by an attempt that seemed lost.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// ErrTaken means that somebody else has the code.
var ErrTaken = errors.New("code is taken")

// Vouchers issues codes.
type Vouchers struct {
	ddb   *dynamodb.Client
	table string
	tries int
}

// New leaves retries to Vouchers.
func New(cfg aws.Config, table string) *Vouchers {
	ddb := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { o.Retryer = aws.NopRetryer{} })
	return &Vouchers{ddb: ddb, table: table, tries: 4}
}

// Issue reserves a code for a request.
func (v *Vouchers) Issue(ctx context.Context, code, request string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for n := 1; ; n++ {
		err := v.put(ctx, code, request)
		if err == nil {
			return nil
		}
		if n == v.tries || ctx.Err() != nil || errors.Is(err, ErrTaken) || refused(err) {
			return fmt.Errorf("issue %s: %w", code, err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(n)*150*time.Millisecond + rand.N(150*time.Millisecond)):
		}
	}
}

func (v *Vouchers) put(ctx context.Context, code, request string) error {
	_, err := v.ddb.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String(v.table),
		Item: map[string]types.AttributeValue{
			"code":    &types.AttributeValueMemberS{Value: code},
			"request": &types.AttributeValueMemberS{Value: request},
		},
		ConditionExpression: aws.String("attribute_not_exists(code) OR #r = :r"),
		ExpressionAttributeNames: map[string]string{
			"#r": "request",
		},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":r": &types.AttributeValueMemberS{Value: request},
		},
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		return ErrTaken
	}
	return err
}

// refused reports whether the table has turned the request itself down.
func refused(err error) bool {
	var resp *smithyhttp.ResponseError
	return errors.As(err, &resp) && resp.HTTPStatusCode() < 500
}
