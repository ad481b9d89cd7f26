// Package ok shows train delays in a station's hall.
// It is right although the page's deadline lies around a client that retries in another package: the client
// is set up for two tries of 600 ms, which with its pause fit into the page's two seconds.
package ok

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"faultfield/cases/ok-retry-timeout-page-budget/trains"
)

const pageLimit = 2 * time.Second

// Hall serves the display.
type Hall struct {
	client *trains.Client
	log    *slog.Logger
}

// New returns the display of a station.
func New(base string, log *slog.Logger) *Hall {
	return &Hall{client: trains.New(base, trains.WithTries(2), trains.WithTryLimit(600*time.Millisecond)), log: log}
}

// ServeHTTP implements http.Handler.
func (h *Hall) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageLimit)
	defer cancel()
	delays, err := h.client.Delays(ctx, r.PathValue("station"))
	if err != nil {
		h.log.Error("no delays", "err", err)
		http.Error(w, "no data", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(delays)
}
