// Package good finishes the upload of a model's blobs at a registry.
// Each round is a function of its own, and closes its answer when it returns.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const rounds = 6

// Registry takes blobs.
type Registry struct {
	client *http.Client // with a timeout
	log    *slog.Logger
}

// Finish tells the registry that all parts of a blob are there.
func (g *Registry) Finish(ctx context.Context, session *url.URL, digest string) error {
	u := *session
	q := u.Query()
	q.Set("digest", digest)
	u.RawQuery = q.Encode()

	var err error
	for round := range rounds {
		if round > 0 {
			d := 250 * time.Millisecond << round
			select {
			case <-ctx.Done():
				return errors.Join(ctx.Err(), err)
			case <-time.After(d/2 + rand.N(d)):
			}
		}
		var again bool
		if again, err = g.put(ctx, u.String()); err == nil {
			return nil
		}
		if !again {
			break
		}
		g.log.Warn("blob not finished", "digest", digest, "round", round, "err", err)
	}
	return fmt.Errorf("finish %s: %w", digest, err)
}

func (g *Registry) put(ctx context.Context, u string) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, u, http.NoBody)
	if err != nil {
		return false, err
	}
	resp, err := g.client.Do(req)
	if err != nil {
		return ctx.Err() == nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusCreated {
		return false, nil
	}
	return resp.StatusCode >= 500, fmt.Errorf("registry answered %s", resp.Status)
}
