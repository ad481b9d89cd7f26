package types

type TransactWriteItem struct {
	Update *Update
	Put    *Put
}

type Update struct {
	TableName, UpdateExpression, ConditionExpression *string
}

type Put struct {
	TableName, ConditionExpression *string
}
