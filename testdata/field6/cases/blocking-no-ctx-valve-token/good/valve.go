// Package good opens and closes the valves of an irrigation system.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// Command is what a valve is to do.
type Command struct {
	Valve string `json:"valve"`
	Open  bool   `json:"open"`
}

// Controller turns requests into messages for the valves.
type Controller struct {
	client mqtt.Client
	prefix string
	log    *slog.Logger
}

// NewController returns a controller on a connected client.
func NewController(c mqtt.Client, prefix string, log *slog.Logger) *Controller {
	return &Controller{client: c, prefix: prefix, log: log}
}

// ServeHTTP sends one command.
func (c *Controller) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var cmd Command
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1024)).Decode(&cmd); err != nil {
		http.Error(w, "malformed command", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if err := c.send(ctx, cmd); err != nil {
		c.log.ErrorContext(ctx, "valve command", "valve", cmd.Valve, "err", err)
		http.Error(w, "valve not reached", http.StatusGatewayTimeout)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

func (c *Controller) send(ctx context.Context, cmd Command) error {
	payload, err := json.Marshal(cmd)
	if err != nil {
		return err
	}
	c.log.DebugContext(ctx, "valve command", "valve", cmd.Valve, "open", cmd.Open)
	token := c.client.Publish(c.prefix+"/"+cmd.Valve+"/set", 1, false, payload)
	select {
	case <-token.Done():
	case <-ctx.Done():
		return fmt.Errorf("publish: %w", ctx.Err())
	}
	if err := token.Error(); err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	return nil
}
