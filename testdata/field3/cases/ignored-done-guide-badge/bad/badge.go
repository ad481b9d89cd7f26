// Package bad keeps the badges of museum guides in a NATS bucket. A guide's badge is to
// go when the shift's context ends; the function registered for that uses the shift's
// context, which has just ended. Guides who left stay on duty for ever.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Badge is what is kept.
type Badge struct {
	Guide string    `json:"guide"`
	Since time.Time `json:"since"`
	Langs []string  `json:"langs"`
}

// Desk keeps badges.
type Desk struct {
	bucket jetstream.KeyValue
	log    *slog.Logger
}

// OnDuty puts the badge up for as long as the shift lasts.
func (d *Desk) OnDuty(shift context.Context, b Badge) error {
	raw, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("encode badge: %w", err)
	}
	pctx, cancel := context.WithTimeout(shift, 3*time.Second)
	defer cancel()
	rev, err := d.bucket.Put(pctx, b.Guide, raw)
	if err != nil {
		return fmt.Errorf("put badge of %s: %w", b.Guide, err)
	}
	context.AfterFunc(shift, func() { // OR ignored-done
		d.remove(shift, b.Guide, rev) // OR ignored-done
	})
	return nil
}

func (d *Desk) remove(ctx context.Context, guide string, rev uint64) {
	err := d.bucket.Delete(ctx, guide, jetstream.LastRevision(rev)) // EXPECT ignored-done
	if err != nil {
		d.log.ErrorContext(ctx, "badge stays", "guide", guide, "err", err)
		return
	}
	d.log.InfoContext(ctx, "badge removed", "guide", guide)
}

// Guides lists who is on duty.
func (d *Desk) Guides(ctx context.Context) ([]string, error) {
	l, err := d.bucket.ListKeys(ctx)
	if err != nil {
		return nil, fmt.Errorf("list badges: %w", err)
	}
	defer l.Stop()
	var guides []string
	for k := range l.Keys() {
		guides = append(guides, k)
	}
	return guides, ctx.Err()
}
