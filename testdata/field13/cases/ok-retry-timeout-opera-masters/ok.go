// Package ok downloads the master tapes of operas, tens of gigabytes each.
// The client has no Timeout and the tries have no deadline, which is right here: the transport
// limits the wait for the headers, a timer cuts off a body that stands still for half a minute,
// and the caller's context is the total. A slow tape that keeps coming is not cut off.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"time"
)

const stall = 30 * time.Second

var (
	errStalled = errors.New("tape stands still")
	errFinal   = errors.New("tape not available")
)

// Vault is a client of the tape server.
type Vault struct {
	hc    *http.Client
	base  string
	tries int
}

// NewVault returns a client for the server at base.
func NewVault(base string) *Vault {
	rt := http.DefaultTransport.(*http.Transport).Clone()
	rt.ResponseHeaderTimeout = 20 * time.Second
	return &Vault{hc: &http.Client{Transport: rt}, base: base, tries: 4}
}

// Save writes a tape to f, from the start on in each try. ctx limits the whole of it.
func (v *Vault) Save(ctx context.Context, tape string, f *os.File) error {
	for try := 1; ; try++ {
		err := v.once(ctx, tape, f)
		if err == nil {
			return nil
		}
		if try == v.tries || ctx.Err() != nil || errors.Is(err, errFinal) {
			return fmt.Errorf("save %s, try %d: %w", tape, try, err)
		}
		timer := time.NewTimer(time.Duration(try)*5*time.Second + rand.N(5*time.Second))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		}
	}
}

func (v *Vault) once(ctx context.Context, tape string, f *os.File) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	if err := f.Truncate(0); err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+"/tapes/"+url.PathEscape(tape), nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	resp, err := v.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return errors.New(resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: %s", errFinal, resp.Status)
	}
	watch := time.AfterFunc(stall, func() { cancel(errStalled) })
	defer watch.Stop()
	if _, err := io.Copy(f, &moving{resp.Body, watch}); err != nil {
		return errors.Join(err, context.Cause(ctx))
	}
	return nil
}

// moving puts the timer back whenever something was read.
type moving struct {
	r     io.Reader
	watch *time.Timer
}

func (m *moving) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if n > 0 {
		m.watch.Reset(stall)
	}
	return n, err
}
