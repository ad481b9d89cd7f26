// Package good waits until the scanner of a photo archive has finished a negative.
// Whether the ten minutes are over is asked of the context that carries them; a question that
// ran into its own timeout is put again at the next tick.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	scanTimeout   = 10 * time.Minute // a large negative at full resolution
	statusTimeout = 3 * time.Second
	statusPeriod  = 5 * time.Second
)

// Scan is the state of one job.
type Scan struct {
	Job    string `json:"job"`
	State  string `json:"state"`
	Result string `json:"result"`
}

// Scanner is a client of the scanner's job server.
type Scanner struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// Await returns the scan when it is finished.
func (s *Scanner) Await(ctx context.Context, job string) (*Scan, error) {
	ctx, cancel := context.WithTimeout(ctx, scanTimeout)
	defer cancel()
	tick := time.NewTicker(statusPeriod)
	defer tick.Stop()
	for {
		scan, err := s.status(ctx, job)
		switch {
		case err == nil && scan.State == "failed":
			return nil, fmt.Errorf("scan %s failed: %s", job, scan.Result)
		case err == nil && scan.State == "done":
			return scan, nil
		case err != nil && ctx.Err() != nil:
			return nil, fmt.Errorf("scan %s not finished in %s: %w", job, scanTimeout, err)
		case err != nil && !transient(err):
			return nil, fmt.Errorf("scan %s: %w", job, err)
		case err != nil:
			s.log.Info("scanner does not answer, asking again", "job", job, "err", err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("scan %s: %w", job, errors.Join(ctx.Err(), err))
		case <-tick.C:
		}
	}
}

func (s *Scanner) status(ctx context.Context, job string) (*Scan, error) {
	ctx, cancel := context.WithTimeout(ctx, statusTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/jobs/"+url.PathEscape(job), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("scanner answered %s", resp.Status)
	}
	var scan Scan
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&scan); err != nil {
		return nil, fmt.Errorf("decode state: %w", err)
	}
	return &scan, nil
}

// transient reports whether the scanner's network is to blame and not the job.
func transient(err error) bool {
	var ne net.Error
	return errors.As(err, &ne)
}
