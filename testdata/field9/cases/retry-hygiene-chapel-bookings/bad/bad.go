// Package bad stores the booking of a chapel when the parish office sends the form. The backoff
// is capped and jittered, and nothing in it ever says stop: while the calendar answers 503, the
// office's request goes round until the browser is closed.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/sethvargo/go-retry"
)

// Booking reserves the chapel for an hour.
type Booking struct {
	Hour   string `json:"hour"`
	Family string `json:"family"`
}

// Office forwards bookings to the calendar.
type Office struct {
	hc       *http.Client
	calendar string
	log      *slog.Logger
}

// NewOffice forwards to the calendar at base.
func NewOffice(calendar string, log *slog.Logger) *Office {
	return &Office{hc: &http.Client{Timeout: 4 * time.Second}, calendar: calendar, log: log}
}

// Routes returns the office's endpoints.
func (o *Office) Routes() http.Handler {
	r := chi.NewRouter()
	r.Put("/bookings/{id}", o.book)
	return r
}

func (o *Office) book(w http.ResponseWriter, r *http.Request) {
	var b Booking
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&b); err != nil {
		http.Error(w, "no booking", http.StatusBadRequest)
		return
	}
	raw, err := json.Marshal(b)
	if err != nil {
		http.Error(w, "no booking", http.StatusBadRequest)
		return
	}
	id := chi.URLParam(r, "id")
	err = retry.Do(r.Context(), policy(), func(ctx context.Context) error { // OR retry-hygiene
		return o.put(ctx, id, raw)
	})
	if err != nil {
		o.log.Error("booking not stored", "id", id, "err", err)
		http.Error(w, "calendar not available", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// policy is the way the office repeats calls to the calendar.
func policy() retry.Backoff {
	b := retry.NewExponential(200 * time.Millisecond)
	b = retry.WithCappedDuration(5*time.Second, b)
	return retry.WithJitterPercent(20, b) // EXPECT retry-hygiene
}

func (o *Office) put(ctx context.Context, id string, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, o.calendar+"/bookings/"+id, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := o.hc.Do(req)
	if err != nil {
		return retry.RetryableError(err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500:
		return retry.RetryableError(fmt.Errorf("calendar answered %s", resp.Status))
	}
	return fmt.Errorf("calendar refused: %s", resp.Status)
}
