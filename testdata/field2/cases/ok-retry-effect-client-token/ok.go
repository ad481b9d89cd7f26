// Package ok moves stock between stores. The move adds and subtracts, and is tried again after
// any failure; it is right, because all tries carry one token, by which the service carries the
// move out once.
package ok

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/cenkalti/backoff/v4"
)

// Stores moves stock.
type Stores struct {
	api   *dynamodb.Client
	table string
}

func (s *Stores) add(store, item string, n int) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: aws.String(s.table),
		Key: map[string]types.AttributeValue{
			"store": &types.AttributeValueMemberS{Value: store},
			"item":  &types.AttributeValueMemberS{Value: item},
		},
		UpdateExpression:          aws.String("ADD pieces :n"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":n": &types.AttributeValueMemberN{Value: fmt.Sprint(n)}},
	}}
}

// New returns stores; the client leaves trying again to them.
func New(cfg aws.Config, table string) *Stores {
	api := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { o.Retryer = aws.NopRetryer{} })
	return &Stores{api: api, table: table}
}

// Move is an order to move.
type Move struct {
	Order, Item, From, To string
	Pieces                int
}

// Carry carries a move out.
func (s *Stores) Carry(ctx context.Context, m Move) error {
	in := &dynamodb.TransactWriteItemsInput{
		ClientRequestToken: aws.String(m.Order),
		TransactItems:      []types.TransactWriteItem{s.add(m.From, m.Item, -m.Pieces), s.add(m.To, m.Item, m.Pieces)},
	}
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(30 * time.Second))
	return backoff.Retry(func() error {
		actx, cancel := context.WithTimeout(ctx, 4*time.Second)
		defer cancel()
		_, err := s.api.TransactWriteItems(actx, in)
		return err
	}, backoff.WithContext(b, ctx))
}
