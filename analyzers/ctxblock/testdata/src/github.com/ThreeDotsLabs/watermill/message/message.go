// Package message is a stub.
package message

import "context"

type Message struct{}

func (m *Message) Context() context.Context { return nil }

type HandlerFunc func(msg *Message) ([]*Message, error)
type NoPublishHandlerFunc func(msg *Message) error
