// Package good reads chain state from a list of RPC relays.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

const callBudget = 6 * time.Second

// Relays asks one relay after the other.
type Relays struct {
	urls   []string
	client *http.Client
	log    *slog.Logger
}

// NewRelays returns a client of the relays at urls, in order of preference.
func NewRelays(urls []string, log *slog.Logger) *Relays {
	return &Relays{urls: urls, client: &http.Client{Timeout: callBudget}, log: log}
}

// Head returns the number of the newest block.
func (r *Relays) Head(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callBudget)
	defer cancel()

	query := []byte(`{"jsonrpc":"2.0","id":1,"method":"chain_head","params":[]}`)
	var errs []error
	for i, u := range r.urls {
		var head string
		err := r.askWithin(ctx, len(r.urls)-i, u, query, &head)
		if err == nil {
			return head, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", u, err))
		r.log.Warn("relay failed", "relay", u, "left", len(r.urls)-i-1, "err", err)
		if ctx.Err() != nil {
			break
		}
	}
	return "", fmt.Errorf("no relay answered: %w", errors.Join(errs...))
}

// askWithin gives one relay its share of the time that is left for n.
func (r *Relays) askWithin(ctx context.Context, n int, u string, query []byte, result any) error {
	if until, ok := ctx.Deadline(); ok {
		share, cancel := context.WithTimeout(ctx, time.Until(until)/time.Duration(n))
		defer cancel()
		ctx = share
	}
	return r.ask(ctx, u, query, result)
}

func (r *Relays) ask(ctx context.Context, u string, query []byte, result any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u, bytes.NewReader(query))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	out := struct {
		Result any `json:"result"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}{Result: result}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&out); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	if out.Error != nil {
		return errors.New(out.Error.Message)
	}
	return nil
}
