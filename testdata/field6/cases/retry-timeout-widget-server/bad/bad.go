// Package bad serves the weather widget of a town's home page.
package bad

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"faultfield6/cases/retry-timeout-widget-server/bad/weather"
)

const writeTimeout = 8 * time.Second

type widget struct {
	service *weather.Client
	log     *slog.Logger
}

// NewServer returns the widget's server.
func NewServer(addr string, service *weather.Client, log *slog.Logger) *http.Server {
	w := &widget{service: service, log: log}
	r := chi.NewRouter()
	r.Get("/weather/{place}", w.show)
	return &http.Server{
		Addr:              addr,
		Handler:           r,
		ReadHeaderTimeout: 2 * time.Second,
		ReadTimeout:       3 * time.Second,
		WriteTimeout:      writeTimeout, // OR retry-timeout
		IdleTimeout:       time.Minute,
	}
}

func (w *widget) show(rw http.ResponseWriter, r *http.Request) {
	rep, err := w.service.Report(r.Context(), chi.URLParam(r, "place")) // EXPECT retry-timeout
	if err != nil {
		w.log.Error("no report", "err", err)
		http.Error(rw, "weather not available", http.StatusBadGateway)
		return
	}
	rw.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(rw).Encode(rep)
}
