// Package bad warns orchards of frost. A consumer of station messages asks a forecast service
// through a function field that knows no context; the message's own context, cut before the
// redelivery, is never used for the call.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Station is one message.
type Station struct {
	Orchard string  `json:"orchard"`
	Degrees float64 `json:"degrees"`
}

// Warner reads stations.
type Warner struct {
	lowest func(orchard string) (float64, error)
	raise  func(ctx context.Context, orchard string, low float64) error
	log    *slog.Logger
}

type forecasts struct {
	hc   *http.Client
	base string
}

func (f *forecasts) lowest(orchard string) (float64, error) {
	resp, err := f.hc.Get(f.base + "/night?place=" + url.QueryEscape(orchard)) // OR blocking-no-ctx
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var out struct{ Low float64 }
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return 0, fmt.Errorf("forecast: %w", err)
	}
	return out.Low, nil
}

// NewWarner returns a warner that asks base.
func NewWarner(base string, raise func(context.Context, string, float64) error, log *slog.Logger) *Warner {
	f := &forecasts{hc: &http.Client{Timeout: 2 * time.Minute}, base: base}
	return &Warner{lowest: f.lowest, raise: raise, log: log}
}

// Consume starts consuming under ctx.
func (w *Warner) Consume(ctx context.Context, cons jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return cons.Consume(func(msg jetstream.Msg) {
		mctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		if err := w.handle(mctx, msg.Data()); err != nil {
			w.log.Warn("station", "err", err)
			_ = msg.NakWithDelay(time.Minute)
			return
		}
		_ = msg.Ack()
	})
}

func (w *Warner) handle(ctx context.Context, raw []byte) error {
	var s Station
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	if s.Degrees > 6 {
		return nil
	}
	low, err := w.lowest(s.Orchard) // EXPECT blocking-no-ctx
	if err != nil || low > 0 {
		return err
	}
	return w.raise(ctx, s.Orchard, low)
}
