// Package events is a stub.
package events

type SQSEvent struct{}
