// Package message is a stub.
package message

import "context"

type Message struct {
	UUID    string
	Payload []byte
}

func (m *Message) Context() context.Context { return nil }

type NoPublishHandlerFunc func(msg *Message) error
