package dynamodb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type Client struct{}

type Options struct{}

type UpdateItemInput struct {
	TableName, UpdateExpression, ConditionExpression *string
}

type TransactWriteItemsInput struct {
	ClientRequestToken *string
	TransactItems      []types.TransactWriteItem
}

func (c *Client) UpdateItem(ctx context.Context, in *UpdateItemInput, opts ...func(*Options)) (*int, error) {
	return nil, nil
}

func (c *Client) TransactWriteItems(ctx context.Context, in *TransactWriteItemsInput, opts ...func(*Options)) (*int, error) {
	return nil, nil
}
