// Package good switches irrigation valves through an MQTT broker.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/go-chi/chi/v5"
)

const (
	exactlyOnce  = 2
	commandLimit = 4 * time.Second
)

type command struct {
	Open  bool      `json:"open"`
	Until time.Time `json:"until"`
}

// Field is one irrigated field.
type Field struct {
	client mqtt.Client
	prefix string
}

func (f *Field) send(ctx context.Context, valve string, cmd command) error {
	payload, err := json.Marshal(cmd)
	if err != nil {
		return err
	}
	token := f.client.Publish(f.prefix+"/valves/"+valve, exactlyOnce, false, payload)
	select {
	case <-token.Done():
	case <-ctx.Done():
		return fmt.Errorf("publish to valve %s: %w", valve, ctx.Err())
	}
	if err := token.Error(); err != nil {
		return fmt.Errorf("publish to valve %s: %w", valve, err)
	}
	return nil
}

// Water opens a valve for a while.
func (f *Field) Water(ctx context.Context, valve string, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return f.send(ctx, valve, command{Open: true, Until: time.Now().Add(d)})
}

// API is the HTTP interface of a farm.
type API struct {
	fields map[string]*Field
	log    *slog.Logger
}

// Routes mounts the API.
func (a *API) Routes(r chi.Router) {
	r.Post("/fields/{field}/valves/{valve}/water", a.water)
}

func (a *API) water(w http.ResponseWriter, r *http.Request) {
	field, ok := a.fields[chi.URLParam(r, "field")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	d, err := time.ParseDuration(r.FormValue("for"))
	if err != nil || d <= 0 || d > 2*time.Hour {
		http.Error(w, "for must be a duration of at most 2h", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), commandLimit)
	defer cancel()
	if err := field.Water(ctx, chi.URLParam(r, "valve"), d); err != nil {
		a.log.ErrorContext(ctx, "valve not opened", "err", err)
		http.Error(w, "broker does not answer", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
