// Package pubsub is a stub.
package pubsub

type Message struct{ Data []byte }

func (m *Message) Ack()  {}
func (m *Message) Nack() {}
