// Package good shows on a museum's tablets which lamps burn.
// Four questions and the pauses between them fit into the handler's five seconds.
package good

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/nats-io/nats.go"
)

const (
	handlerLimit = 5 * time.Second
	questions    = 4
	answerLimit  = 1 * time.Second
)

// Panel is a museum's switchboard.
type Panel struct {
	nc *nats.Conn
}

// Routes returns the panel's handlers.
func (p *Panel) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/rooms/{room}/lamps", p.show)
	return r
}

func (p *Panel) show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), handlerLimit)
	defer cancel()
	lamps, err := p.ask(ctx, "lamps.state."+chi.URLParam(r, "room"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusGatewayTimeout)
		return
	}
	_, _ = w.Write(lamps)
}

func (p *Panel) ask(ctx context.Context, subject string) ([]byte, error) {
	var last error
	for n := range questions {
		if n > 0 {
			t := time.NewTimer(200*time.Millisecond + rand.N(100*time.Millisecond))
			select {
			case <-ctx.Done():
				t.Stop()
				return nil, errors.Join(ctx.Err(), last)
			case <-t.C:
			}
		}
		askCtx, cancel := context.WithTimeout(ctx, answerLimit)
		msg, err := p.nc.RequestWithContext(askCtx, subject, nil)
		cancel()
		if err == nil {
			return msg.Data, nil
		}
		last = err
	}
	return nil, last
}
