// Package ok unloads crates from the claims of a consumer group. When the group rebalances, the
// session's context ends, and ConsumeClaim has to return nil as soon as it can: what is not
// marked comes again, to whoever gets the claim next.
package ok

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"
)

// Message is one record.
type Message struct {
	Partition int32
	Offset    int64
	Value     []byte
}

// Session is one generation of the group.
type Session interface {
	Context() context.Context
	MarkMessage(m *Message)
}

// Claim is a partition of the session.
type Claim interface {
	Messages() <-chan *Message
	HighWaterMark() int64
}

// Handler is called once for each claim of a session.
type Handler interface {
	ConsumeClaim(s Session, c Claim) error
}

// Crate is the content of a message.
type Crate struct {
	Ship string `json:"ship"`
	Kind string `json:"kind"`
}

// Warehouse takes crates.
type Warehouse interface {
	Store(ctx context.Context, c Crate) error
}

// Unloader is the handler.
type Unloader struct {
	warehouse Warehouse
	limit     time.Duration
	log       *slog.Logger
}

var _ Handler = (*Unloader)(nil)

// ConsumeClaim implements Handler.
func (u *Unloader) ConsumeClaim(s Session, c Claim) error {
	for {
		select {
		case m, open := <-c.Messages():
			if !open {
				return nil
			}
			if err := u.one(s.Context(), m); err != nil {
				if s.Context().Err() != nil {
					return nil
				}
				return err
			}
			s.MarkMessage(m)
			if left := c.HighWaterMark() - m.Offset; left > 10_000 {
				u.log.Warn("unloading lags", "partition", m.Partition, "left", left)
			}
		case <-s.Context().Done():
			return nil
		}
	}
}

func (u *Unloader) one(ctx context.Context, m *Message) error {
	var c Crate
	if err := json.Unmarshal(m.Value, &c); err != nil {
		u.log.WarnContext(ctx, "crate without label", "offset", m.Offset, "err", err)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, u.limit)
	defer cancel()
	return u.warehouse.Store(ctx, c)
}
