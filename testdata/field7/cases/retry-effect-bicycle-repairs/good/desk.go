// Package good books bicycle repairs with a workshop.
// The desk books again when the workshop was unreachable, and the client says so only when
// no connection could be made, that is, before anything was sent.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"faultfield7/cases/retry-effect-bicycle-repairs/good/workshop"
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
	for n := 1; ; n++ {
		number, err := d.shop.Book(ctx, in)
		// The workshop knows nothing of a request it did not get, so it is safe to ask again.
		if !errors.Is(err, workshop.ErrUnreachable) || n == d.tries {
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
