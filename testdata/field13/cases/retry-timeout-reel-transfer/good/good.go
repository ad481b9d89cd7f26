// Package good copies film reels out of a vault over HTTP. A reel may take ten minutes, and
// each try gets that much; the client only limits what comes before the body.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

const (
	reelLimit = 10 * time.Minute // one try at one reel
	reelTries = 3
)

// errFinal marks what another try would not change.
var errFinal = errors.New("not tried again")

// Vault copies reels to a directory.
type Vault struct {
	base string
	dir  string
	web  *http.Client
}

// NewVault returns a Vault that writes below dir.
func NewVault(base, dir string) *Vault {
	transport := &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: 20 * time.Second,
	}
	return &Vault{base: base, dir: dir, web: &http.Client{Transport: transport}}
}

// Copy brings one reel here.
func (v *Vault) Copy(ctx context.Context, reel string) error {
	ctx, stop := context.WithTimeout(ctx, reelTries*reelLimit+time.Minute)
	defer stop()
	var last error
	for try := range reelTries {
		if try > 0 {
			select {
			case <-time.After(2*time.Second<<try + rand.N(time.Second)):
			case <-ctx.Done():
				return fmt.Errorf("reel %s: %w", reel, errors.Join(ctx.Err(), last))
			}
		}
		tryCtx, cancel := context.WithTimeout(ctx, reelLimit)
		last = v.transfer(tryCtx, reel)
		cancel()
		if last == nil || ctx.Err() != nil || errors.Is(last, errFinal) {
			break
		}
	}
	if last != nil {
		return fmt.Errorf("reel %s: %w", reel, last)
	}
	return nil
}

func (v *Vault) transfer(ctx context.Context, reel string) (err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+"/reels/"+url.PathEscape(reel), nil)
	if err != nil {
		return err
	}
	resp, err := v.web.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("vault answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%w: vault answered %s", errFinal, resp.Status)
	}
	out, err := os.Create(filepath.Join(v.dir, filepath.Base(reel)))
	if err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, resp.Body)
	return err
}
