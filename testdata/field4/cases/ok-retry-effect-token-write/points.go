// Package points moves loyalty points between members.
package points

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"
)

const (
	attempts     = 4
	attemptLimit = 1500 * time.Millisecond
	total        = 10 * time.Second
)

// Book keeps the balances in one table.
type Book struct {
	db    *dynamodb.Client
	table string
}

// Open returns a Book; it repeats calls itself, the client does not.
func Open(cfg aws.Config, table string) *Book {
	db := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { o.Retryer = aws.NopRetryer{} })
	return &Book{db: db, table: table}
}

// Move takes points from one member and gives them to another.
func (b *Book) Move(ctx context.Context, from, to string, n int) error {
	in := &dynamodb.TransactWriteItemsInput{
		ClientRequestToken: aws.String(uuid.NewString()),
		TransactItems: []types.TransactWriteItem{
			{Update: b.add(from, -n, "points >= :least")},
			{Update: b.add(to, n, "attribute_exists(member)")},
		},
	}
	in.TransactItems[0].Update.ExpressionAttributeValues[":least"] = number(n)

	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()
	for try := 1; ; try++ {
		err := b.write(ctx, in)
		if err == nil {
			return nil
		}
		var cancelled *types.TransactionCanceledException
		if try == attempts || ctx.Err() != nil || errors.As(err, &cancelled) {
			return fmt.Errorf("move %d points: %w", n, err)
		}
		select {
		case <-time.After(time.Duration(try)*150*time.Millisecond + rand.N(150*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func (b *Book) write(ctx context.Context, in *dynamodb.TransactWriteItemsInput) error {
	ctx, cancel := context.WithTimeout(ctx, attemptLimit)
	defer cancel()
	_, err := b.db.TransactWriteItems(ctx, in)
	return err
}

func (b *Book) add(member string, n int, cond string) *types.Update {
	return &types.Update{
		TableName:                 aws.String(b.table),
		Key:                       map[string]types.AttributeValue{"member": &types.AttributeValueMemberS{Value: member}},
		UpdateExpression:          aws.String("ADD points :n"),
		ConditionExpression:       aws.String(cond),
		ExpressionAttributeValues: map[string]types.AttributeValue{":n": number(n)},
	}
}

func number(n int) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.Itoa(n)}
}
