// Package bad sends crash dumps to whichever collector of a list accepts them.
// All collectors are offered the same reader. The first one that fails half-way has read from it, and
// the next one gets the rest, or nothing, and says thank you.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

// Sender tries collectors in order.
type Sender struct {
	collectors []string
	client     *http.Client // with a timeout
	log        *slog.Logger
}

// Upload sends one dump under its id, which collectors use to drop what they have seen.
func (s *Sender) Upload(ctx context.Context, id string, dump io.Reader) error {
	var errs []error
	for _, c := range s.collectors { // OR retry-effect
		err := s.put(ctx, c+"/dumps/"+id, dump) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", c, err))
		if ctx.Err() != nil {
			break
		}
		s.log.Warn("collector failed", "collector", c, "dump", id, "err", err)
	}
	return fmt.Errorf("upload dump %s: %w", id, errors.Join(errs...))
}

func (s *Sender) put(ctx context.Context, url string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, io.NopCloser(body)) // OR retry-effect
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/octet-stream")
	resp, err := s.client.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return nil
}
