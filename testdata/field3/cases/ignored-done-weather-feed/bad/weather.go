// Package bad serves weather warnings as server-sent events. The handler waits for the
// next warning and for nothing else: who closes the page in fair weather leaves a
// handler and a subscription behind until the next storm.
package bad

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"
)

// Warning is one message.
type Warning struct {
	Region string `json:"region"`
	Text   string `json:"text"`
}

// Feed hands out subscriptions. A channel is never closed while it is subscribed.
type Feed interface {
	Subscribe(region string) <-chan Warning
	Unsubscribe(ch <-chan Warning)
}

// API serves warnings.
type API struct {
	feed Feed
	log  *slog.Logger
}

// Routes mounts the handlers.
func (a *API) Routes(r chi.Router) {
	r.Get("/regions/{region}/warnings", a.stream)
}

func (a *API) stream(w http.ResponseWriter, r *http.Request) {
	region := chi.URLParam(r, "region")
	rc := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	if err := rc.Flush(); err != nil {
		a.log.ErrorContext(r.Context(), "no streaming", "err", err)
		return
	}

	warnings := a.feed.Subscribe(region)
	defer a.feed.Unsubscribe(warnings)
	for warning := range warnings { // EXPECT ignored-done
		if err := writeEvent(w, warning); err != nil {
			a.log.InfoContext(r.Context(), "reader left", "region", region, "err", err)
			return
		}
		if err := rc.Flush(); err != nil {
			return
		}
	}
}

func writeEvent(w io.Writer, v Warning) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "event: warning\ndata: %s\n\n", raw)
	return err
}
