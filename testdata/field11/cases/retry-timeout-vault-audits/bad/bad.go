// Package bad writes audit reports under a lease of one minute. The budget of 45 seconds is
// looked at only between attempts: one that starts just before its end runs for up to thirty
// seconds more, and by then the lease belongs to another auditor.
package bad

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	leaseTime = time.Minute // how long a vault is ours
	putBudget = 45 * time.Second
	putLimit  = 30 * time.Second
	maxTries  = 6
)

var errRejected = errors.New("archive rejected the report")

// Leases gives out vaults to one auditor at a time. A lease that has run out is given to
// the next auditor.
type Leases interface {
	Take(ctx context.Context, vault string, d time.Duration) (release func(), err error)
}

// Auditor writes a report for each vault into the archive.
type Auditor struct {
	leases  Leases
	archive string
	http    *http.Client
	log     *slog.Logger
}

// Audit replaces the report of a vault while it holds the vault's lease.
func (a *Auditor) Audit(ctx context.Context, vault string, report []byte) error {
	release, err := a.leases.Take(ctx, vault, leaseTime)
	if err != nil {
		return fmt.Errorf("lease of %s: %w", vault, err)
	}
	defer release()
	if err := a.put(ctx, vault, report); err != nil { // OR retry-timeout
		return fmt.Errorf("report of %s: %w", vault, err)
	}
	return nil
}

func (a *Auditor) put(ctx context.Context, vault string, report []byte) error {
	began := time.Now()
	for try := 1; ; try++ { // OR retry-timeout
		err := a.putOnce(ctx, vault, report) // EXPECT retry-timeout
		if err == nil {
			return nil
		}
		over := time.Since(began) >= putBudget // OR retry-timeout
		if over || try == maxTries || ctx.Err() != nil || errors.Is(err, errRejected) {
			return fmt.Errorf("%d tries: %w", try, err)
		}
		a.log.WarnContext(ctx, "archive", "vault", vault, "try", try, "err", err)
		pause := min(200*time.Millisecond<<try, 3*time.Second)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
	}
}

func (a *Auditor) putOnce(ctx context.Context, vault string, report []byte) error {
	ctx, cancel := context.WithTimeout(ctx, putLimit) // OR retry-timeout
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, a.archive+"/reports/"+vault, bytes.NewReader(report))
	if err != nil {
		return fmt.Errorf("%w: %w", errRejected, err)
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500:
		return fmt.Errorf("archive answered %s", resp.Status)
	default:
		return fmt.Errorf("%w: %s", errRejected, resp.Status)
	}
}
