// Package bad books bicycle repairs with a workshop.
// The desk books again when the workshop was unreachable. The client calls every failed
// exchange unreachable, also one in which the request had been sent and only the answer was
// lost: the repair is booked twice.
package bad

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"faultfield7/cases/retry-effect-bicycle-repairs/bad/workshop"
)

// Desk takes bicycles in.
type Desk struct {
	shop  *workshop.Client
	tries int
}

// NewDesk books with shop.
func NewDesk(shop *workshop.Client) *Desk {
	return &Desk{shop: shop, tries: 4}
}

// Book asks for a repair and returns its number.
func (d *Desk) Book(ctx context.Context, frame, complaint string) (string, error) {
	in := workshop.Repair{Frame: frame, Complaint: complaint}
	wait := 300 * time.Millisecond
	for n := 1; ; n++ { // OR retry-effect
		number, err := d.shop.Book(ctx, in) // EXPECT retry-effect
		// The workshop knows nothing of a request it did not get, so it is safe to ask again.
		if !errors.Is(err, workshop.ErrUnreachable) || n == d.tries { // OR retry-effect
			return number, err
		}
		t := time.NewTimer(wait + rand.N(wait))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return "", fmt.Errorf("book repair of %s: %w", frame, errors.Join(err, ctx.Err()))
		}
		wait *= 2
	}
}
