// Package bad reads the core temperature of bread through probes that often hang. A reading
// that timed out is counted as passing and tried again, but all tries share one deadline: the
// first that uses it up leaves nothing to the others, and no timed-out reading is ever repeated.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// ErrLoose says that the probe has no contact.
var ErrLoose = errors.New("probe is loose")

const longestPause = time.Second

// Bus talks to the probes of a bakery.
type Bus interface {
	Read(ctx context.Context, probe string) (float64, error)
}

// Panel shows temperatures.
type Panel struct {
	bus   Bus
	tries int
	limit time.Duration
	log   *slog.Logger
}

// NewPanel returns a panel over a bus.
func NewPanel(bus Bus, log *slog.Logger) *Panel {
	return &Panel{bus: bus, tries: 4, limit: 3 * time.Second, log: log}
}

// Temperature returns the temperature at a probe.
func (p *Panel) Temperature(ctx context.Context, probe string) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, p.limit) // EXPECT retry-timeout
	defer cancel()
	for n := 1; ; n++ { // OR retry-timeout
		degrees, err := p.bus.Read(ctx, probe) // OR retry-timeout
		if err == nil {
			return degrees, nil
		}
		if n == p.tries || !passing(err) {
			return 0, fmt.Errorf("probe %s, %d tries: %w", probe, n, err)
		}
		p.log.InfoContext(ctx, "probe did not answer", "probe", probe, "try", n, "err", err)
		if werr := pause(ctx, n); werr != nil { // OR retry-timeout
			return 0, fmt.Errorf("probe %s: %w", probe, errors.Join(werr, err))
		}
	}
}

// passing tells errors that another try may get around.
func passing(err error) bool {
	return errors.Is(err, ErrLoose) || errors.Is(err, context.DeadlineExceeded) // OR retry-timeout
}

func pause(ctx context.Context, n int) error {
	d := min(100*time.Millisecond<<min(n, 8), longestPause/2)
	t := time.NewTimer(d + rand.N(d))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
