// Package sarama is a stub.
package sarama

import "context"

type ConsumerGroupSession interface{ Context() context.Context }
type ConsumerGroupClaim interface{ Messages() <-chan []byte }

type ConsumerGroupHandler interface {
	Setup(ConsumerGroupSession) error
	Cleanup(ConsumerGroupSession) error
	ConsumeClaim(ConsumerGroupSession, ConsumerGroupClaim) error
}
