// Package good pulls layers from a registry.
// A status that says that the request itself is wrong ends the pull at once.
package good

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

// final reports whether asking again cannot help.
func (e *statusError) final() bool {
	return e.code >= 400 && e.code < 500 && e.code != http.StatusRequestTimeout && e.code != http.StatusTooManyRequests
}

// Pull copies a layer to the file that create opens, from the start in each attempt.
func (l *Layers) Pull(ctx context.Context, digest string, create func() (io.WriteCloser, error)) error {
	pause := 2 * time.Second
	for n := 1; ; n++ {
		err := l.pull(ctx, digest, create)
		if err == nil {
			return nil
		}
		var status *statusError
		if n == pulls || ctx.Err() != nil || errors.As(err, &status) && status.final() {
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
