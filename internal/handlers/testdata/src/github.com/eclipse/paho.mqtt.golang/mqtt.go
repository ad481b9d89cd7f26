// Package mqtt is a stub.
package mqtt

type Client interface{ IsConnected() bool }
type Message interface{ Payload() []byte }
type MessageHandler func(Client, Message)
