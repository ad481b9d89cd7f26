// Package bad shows a meter's value in a technician's browser.
// Attempts(0) means "until it succeeds" to retry-go. A meter that was taken down is asked for as long as the
// technician's page stays open, once a minute, by every page.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/go-chi/chi/v5"
)

// Bus reads meters over a radio network.
type Bus interface {
	Read(ctx context.Context, meter string) (float64, error)
}

// ErrUnknown is returned for meters that the bus never heard of.
var ErrUnknown = errors.New("unknown meter")

// Page serves values.
type Page struct {
	bus Bus
}

// Router returns the routes of the page.
func Router(bus Bus) http.Handler {
	p := &Page{bus: bus}
	r := chi.NewRouter()
	r.Get("/meters/{meter}", p.meter)
	return r
}

func (p *Page) meter(w http.ResponseWriter, r *http.Request) {
	v, err := p.read(r.Context(), chi.URLParam(r, "meter")) // OR retry-hygiene
	switch {
	case errors.Is(err, ErrUnknown):
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, "meter does not answer", http.StatusGatewayTimeout)
	default:
		_, _ = fmt.Fprintf(w, "%.3f\n", v)
	}
}

func (p *Page) read(ctx context.Context, meter string) (float64, error) {
	return retry.DoWithData( // OR retry-hygiene
		func() (float64, error) {
			ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
			defer cancel()
			return p.bus.Read(ctx, meter)
		},
		retry.Context(ctx),
		retry.Attempts(0), // EXPECT retry-hygiene
		retry.Delay(500*time.Millisecond),
		retry.MaxDelay(time.Minute),
		retry.LastErrorOnly(true),
		retry.RetryIf(func(err error) bool { return !errors.Is(err, ErrUnknown) }),
	)
}
