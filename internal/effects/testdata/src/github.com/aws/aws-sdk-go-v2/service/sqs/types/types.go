package types

type SendMessageBatchRequestEntry struct {
	Id, MessageBody, MessageDeduplicationId *string
}
