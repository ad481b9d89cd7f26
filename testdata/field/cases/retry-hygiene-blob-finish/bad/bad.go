// Package bad finishes the upload of a model's blobs at a registry.
// defer belongs to the function, not to the round: the answers of all failed rounds stay open, with
// their connections, until the last one is through.
package bad

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
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPut, u.String(), http.NoBody); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = g.client.Do(req); err != nil { // OR retry-hygiene
			continue
		}
		defer resp.Body.Close() // EXPECT retry-hygiene
		if resp.StatusCode == http.StatusCreated {
			return nil
		}
		err = fmt.Errorf("registry answered %s", resp.Status)
		if resp.StatusCode < 500 {
			break
		}
		g.log.Warn("blob not finished", "digest", digest, "round", round, "err", err)
	}
	return fmt.Errorf("finish %s: %w", digest, err)
}
