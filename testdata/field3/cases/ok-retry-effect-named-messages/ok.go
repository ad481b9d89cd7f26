// Package ok announces trains on a stream. The publish is repeated after a lost answer; it is
// right because all tries carry the announcement's own id, by which the stream drops the
// second copy.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/sethvargo/go-retry"
)

// Arrival is an announcement.
type Arrival struct {
	Train    int       `json:"train"`
	Platform int       `json:"platform"`
	At       time.Time `json:"at"`
}

func (a Arrival) id() string { return strconv.Itoa(a.Train) + "@" + a.At.UTC().Format(time.RFC3339) }

// Speaker publishes arrivals.
type Speaker struct{ js jetstream.JetStream }

// Announce publishes a.
func (s *Speaker) Announce(ctx context.Context, a Arrival) error {
	raw, err := json.Marshal(a)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	subject := fmt.Sprintf("arrivals.%d", a.Platform)
	b := retry.WithMaxRetries(4, retry.WithJitter(50*time.Millisecond, retry.NewFibonacci(100*time.Millisecond)))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		_, err := s.js.Publish(ctx, subject, raw, jetstream.WithMsgID(a.id()))
		return retry.RetryableError(err)
	})
}
