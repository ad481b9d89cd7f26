// Package bad asks a workshop's planning system for the delivery date of a harp.
// The eight seconds are looked at only before a try begins: one that begins at 7.9 s may take its full six,
// and then the server's write timeout of ten seconds has cut the answer off.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	answerWithin = 8 * time.Second // OR retry-timeout
	tryLimit     = 6 * time.Second
	maxTries     = 4
)

var errBusy = errors.New("planning busy")

// Desk answers the shop's questions.
type Desk struct {
	planning string
	client   *http.Client
	log      *slog.Logger
}

// NewServer returns the server of the desk.
func NewServer(addr, planning string, log *slog.Logger) *http.Server {
	d := &Desk{planning: planning, client: &http.Client{Timeout: tryLimit}, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /harps/{model}/date", d.date)
	return &http.Server{Addr: addr, Handler: mux, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second} // OR retry-timeout
}

func (d *Desk) date(w http.ResponseWriter, r *http.Request) {
	model := r.PathValue("model")
	date, err := d.ask(r.Context(), model, time.Now().Add(answerWithin)) // OR retry-timeout
	if err != nil {
		d.log.Error("no delivery date", "model", model, "err", err)
		http.Error(w, "no date at the moment", http.StatusServiceUnavailable)
		return
	}
	if _, err := io.WriteString(w, date); err != nil {
		d.log.Debug("answer not sent", "err", err)
	}
}

// ask repeats the question until there is an answer or the deadline has passed.
func (d *Desk) ask(ctx context.Context, model string, deadline time.Time) (string, error) {
	for try := 1; ; try++ {
		date, err := d.once(ctx, model) // EXPECT retry-timeout
		if err == nil {
			return date, nil
		}
		wait := 100*time.Millisecond + rand.N(200*time.Millisecond)
		if try == maxTries || ctx.Err() != nil || !errors.Is(err, errBusy) || time.Now().Add(wait).After(deadline) { // OR retry-timeout
			return "", fmt.Errorf("date of %s, %d tries: %w", model, try, err)
		}
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(wait):
		}
	}
}

func (d *Desk) once(ctx context.Context, model string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.planning+"/dates?model="+url.QueryEscape(model), nil)
	if err != nil {
		return "", err
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errBusy, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusServiceUnavailable:
		return "", errBusy
	case resp.StatusCode != http.StatusOK:
		return "", fmt.Errorf("planning answered %s", resp.Status)
	}
	var out struct {
		Date string `json:"date"`
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 16<<10)).Decode(&out)
	return out.Date, err
}
