// Package sms sends texts through any of the carrier's gateways.
package sms

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Text is one message.
type Text struct {
	To   string `json:"to"`
	Body string `json:"body"`
}

// Carrier knows the gateways, the nearest first. All of them feed the same network.
type Carrier struct {
	gateways []string
	token    string
	http     *http.Client
	log      *slog.Logger
}

// NewCarrier returns a Carrier.
func NewCarrier(token string, log *slog.Logger, gateways ...string) *Carrier {
	return &Carrier{gateways: gateways, token: token, http: &http.Client{Timeout: 4 * time.Second}, log: log}
}

// Send hands the text to the first gateway that is there.
func (c *Carrier) Send(ctx context.Context, t Text) error {
	raw, err := json.Marshal(t)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	var failed error
	for _, gw := range c.gateways {
		err := c.hand(ctx, gw, raw)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		failed = errors.Join(failed, err)
		var op *net.OpError
		if !errors.As(err, &op) || op.Op != "dial" {
			return failed
		}
		c.log.Warn("gateway skipped", "gateway", gw, "err", err)
	}
	return fmt.Errorf("no gateway took the text: %w", failed)
}

func (c *Carrier) hand(ctx context.Context, gw string, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, gw+"/v2/texts", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return fmt.Errorf("gateway %s: %w", gw, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return &refusalError{gateway: gw, status: resp.Status}
	}
	return nil
}

type refusalError struct{ gateway, status string }

func (e *refusalError) Error() string { return "gateway " + e.gateway + ": " + e.status }
