// Package bad moves the vents of a greenhouse to the position a gardener has set.
// The loop knows nothing of the context: when the gardener's request is cancelled, every further
// attempt fails with "context canceled" and the loop sleeps and repeats until its six are over.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	moveTimeout = 3 * time.Second
	moveBudget  = 30 * time.Second
)

// ErrNoVent is returned by a controller that does not drive the vent.
var ErrNoVent = errors.New("no such vent")

// Controller drives the motors. Setting a position again changes nothing.
type Controller interface {
	SetPosition(ctx context.Context, vent string, percent int) error
}

// Panel is the gardeners' web page.
type Panel struct {
	controller Controller
	log        *slog.Logger
}

// Routes returns the handlers of the panel.
func (p *Panel) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /vents/{vent}/position/{percent}", p.position)
	return mux
}

func (p *Panel) position(w http.ResponseWriter, r *http.Request) {
	percent, err := strconv.Atoi(r.PathValue("percent"))
	if err != nil || percent < 0 || percent > 100 {
		http.Error(w, "position must be 0 to 100", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), moveBudget)
	defer cancel()
	err = p.move(ctx, r.PathValue("vent"), percent)
	switch {
	case errors.Is(err, ErrNoVent):
		http.NotFound(w, r)
	case err != nil:
		p.log.Error("vent not moved", "vent", r.PathValue("vent"), "err", err)
		http.Error(w, "controller not available", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func (p *Panel) move(ctx context.Context, vent string, percent int) error {
	err := retry.Do(func() error { // EXPECT retry-hygiene // OR ignored-done
		callCtx, cancel := context.WithTimeout(ctx, moveTimeout)
		defer cancel()
		return p.controller.SetPosition(callCtx, vent, percent) // OR retry-hygiene
	},
		retry.Attempts(6), // OR retry-hygiene
		retry.Delay(300*time.Millisecond),
		retry.MaxDelay(2*time.Second),
		retry.RetryIf(func(err error) bool { return !errors.Is(err, ErrNoVent) }), // OR retry-hygiene
		retry.OnRetry(func(n uint, err error) {
			p.log.Warn("vent not moved yet", "vent", vent, "try", n+1, "err", err)
		}),
	)
	if err != nil {
		return fmt.Errorf("move %s to %d %%: %w", vent, percent, err)
	}
	return nil
}
