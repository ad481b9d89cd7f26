// Package valves opens and shuts the irrigation valves of a farm.
package valves

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

// Command is what a valve gets.
type Command struct {
	Open bool      `json:"open"`
	Till time.Time `json:"till"`
}

// Field reaches the valves.
type Field struct {
	client mqtt.Client
	log    *slog.Logger
}

// NewField returns a field behind a connected client.
func NewField(client mqtt.Client, log *slog.Logger) *Field { return &Field{client: client, log: log} }

// Router returns the routes.
func (f *Field) Router() http.Handler {
	r := chi.NewRouter()
	r.Put("/valves/{valve}", f.set)
	return r
}

func (f *Field) set(w http.ResponseWriter, r *http.Request) {
	var cmd Command
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1024)).Decode(&cmd); err != nil {
		http.Error(w, "bad command", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if err := f.send(ctx, chi.URLParam(r, "valve"), cmd); err != nil {
		f.log.ErrorContext(ctx, "valve", "err", err)
		http.Error(w, "valve did not answer", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

func (f *Field) send(ctx context.Context, valve string, cmd Command) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	payload, err := json.Marshal(cmd)
	if err != nil {
		return err
	}
	token := f.client.Publish("farm/valves/"+valve, 1, false, payload)
	select {
	case <-token.Done():
	case <-ctx.Done():
		return fmt.Errorf("publish to %s: %w", valve, ctx.Err())
	}
	if err := token.Error(); err != nil {
		return fmt.Errorf("publish to %s: %w", valve, err)
	}
	return nil
}
