// Package bad pulls layers from a registry.
// Whatever is not 200 is pulled again, five times with growing pauses: a layer that does not exist, or may
// not be read, costs half a minute before anybody is told.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

const pulls = 5

// Layers pulls from one repository.
type Layers struct {
	repo   string
	client *http.Client // with a timeout
}

type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprintf("registry answered %d", e.code) }

// Pull copies a layer to the file that create opens, from the start in each attempt.
func (l *Layers) Pull(ctx context.Context, digest string, create func() (io.WriteCloser, error)) error {
	pause := 2 * time.Second
	for n := 1; ; n++ { // OR retry-hygiene
		err := l.pull(ctx, digest, create) // OR retry-hygiene
		if err == nil {
			return nil
		}
		if n == pulls || ctx.Err() != nil { // EXPECT retry-hygiene
			return fmt.Errorf("pull %s: %w", digest, err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(pause + rand.N(pause/4)):
			pause *= 2
		}
	}
}

func (l *Layers) pull(ctx context.Context, digest string, create func() (io.WriteCloser, error)) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.repo+"/blobs/"+digest, nil)
	if err != nil {
		return err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return &statusError{resp.StatusCode}
	}
	dst, err := create()
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, resp.Body)
	return errors.Join(err, dst.Close())
}
