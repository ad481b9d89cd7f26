// Package bad posts the alerts of a monitoring system to a chat channel by incoming webhook.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	maxTries   = 4
	maxWaiting = 200
	between    = 10 * time.Second
)

var (
	errLimited = errors.New("webhook asks to slow down")
	errRefused = errors.New("webhook refused")
)

// Alert is one line for the people on call.
type Alert struct {
	Rule     string
	Severity string
	Summary  string
}

type delivery struct {
	rule string
	body []byte
	try  int
}

// Notifier posts alerts in the background.
type Notifier struct {
	hook   string
	client *http.Client
	alerts chan Alert
	log    *slog.Logger
}

// NewNotifier posts to the webhook at hook.
func NewNotifier(hook string, log *slog.Logger) *Notifier {
	return &Notifier{hook: hook, client: &http.Client{Timeout: 5 * time.Second}, alerts: make(chan Alert, 64), log: log}
}

// Notify takes an alert in, unless too many wait already.
func (n *Notifier) Notify(a Alert) error {
	select {
	case n.alerts <- a:
		return nil
	default:
		return fmt.Errorf("alert %s: queue full", a.Rule)
	}
}

// Run delivers alerts until ctx ends.
func (n *Notifier) Run(ctx context.Context) error {
	var waiting []delivery
	again := time.NewTimer(between)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case a := <-n.alerts:
			body, err := json.Marshal(map[string]string{"text": fmt.Sprintf("*%s* (%s): %s", a.Rule, a.Severity, a.Summary)})
			if err != nil {
				n.log.Error("alert dropped", "rule", a.Rule, "err", err)
				continue
			}
			waiting = n.deliver(ctx, delivery{rule: a.Rule, body: body}, waiting)
		case <-again.C:
			due := waiting
			waiting = nil
			for _, d := range due {
				waiting = n.deliver(ctx, d, waiting) // OR retry-effect
			}
			again.Reset(between + rand.N(between/2))
		}
	}
}

// deliver posts d and returns what has to wait for the next round.
func (n *Notifier) deliver(ctx context.Context, d delivery, waiting []delivery) []delivery {
	d.try++
	err := n.post(ctx, d.body) // OR retry-effect
	switch {
	case err == nil:
		return waiting
	case !errors.Is(err, errRefused) && d.try < maxTries && len(waiting) < maxWaiting:
		n.log.Warn("alert has to wait", "rule", d.rule, "try", d.try, "err", err)
		return append(waiting, d) // EXPECT retry-effect
	default:
		n.log.Error("alert dropped", "rule", d.rule, "try", d.try, "err", err)
		return waiting
	}
}

func (n *Notifier) post(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, n.hook, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := n.client.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		return nil
	case code == http.StatusTooManyRequests:
		return errLimited
	case code < 500:
		return fmt.Errorf("%w: %s", errRefused, resp.Status)
	default:
		return errors.New(resp.Status)
	}
}
