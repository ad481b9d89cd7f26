// Package bad translates cider labels with a metered service. The client keeps to two calls a
// second with a limiter whose Take sleeps and cannot be told to stop: under load the requests
// of clients that hung up long ago stand in line before those that still wait.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
	"go.uber.org/ratelimit"
)

// Translator is a client of the translation service.
type Translator struct {
	base string
	hc   *http.Client
	pace ratelimit.Limiter
}

// NewTranslator returns a client that makes at most perSecond calls a second.
func NewTranslator(base string, perSecond int) *Translator {
	return &Translator{
		base: base,
		hc:   &http.Client{Timeout: 6 * time.Second},
		pace: ratelimit.New(perSecond, ratelimit.WithoutSlack),
	}
}

// Label translates one text.
func (t *Translator) Label(ctx context.Context, lang, text string) (string, error) {
	query := url.Values{"to": {lang}, "q": {text}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/v1/label?"+query.Encode(), nil)
	if err != nil {
		return "", fmt.Errorf("label: %w", err)
	}
	t.pace.Take() // EXPECT blocking-no-ctx // OR ignored-done
	resp, err := t.hc.Do(req)
	if err != nil {
		return "", fmt.Errorf("label: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("label: status %d", resp.StatusCode)
	}
	var answer struct {
		Text string `json:"text"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return "", fmt.Errorf("label: %w", err)
	}
	return answer.Text, nil
}

// Routes returns the API of the press.
func Routes(t *Translator, log *slog.Logger) http.Handler {
	mux := chi.NewRouter()
	mux.Get("/labels/{lang}", func(w http.ResponseWriter, r *http.Request) {
		text, err := t.Label(r.Context(), chi.URLParam(r, "lang"), r.URL.Query().Get("text")) // OR blocking-no-ctx
		if err != nil {
			log.ErrorContext(r.Context(), "translate", "err", err)
			http.Error(w, "no translation", http.StatusBadGateway)
			return
		}
		fmt.Fprintln(w, text)
	})
	return mux
}
