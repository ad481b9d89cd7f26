// Package bad reads digitised plates of stars over a weak link. The buffer belongs to the caller
// of the retry and is never emptied: a plate read at the second try has a part of the first
// before it.
package bad

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

var errNoPlate = errors.New("no such plate")

// Plates reads plates.
type Plates struct {
	hc   *http.Client
	base string
	ex   failsafe.Executor[any]
}

// New returns plates.
func New(base string) *Plates {
	p := retrypolicy.NewBuilder[any]().
		WithMaxRetries(3).
		WithBackoff(200*time.Millisecond, 4*time.Second).
		WithJitterFactor(0.2).
		AbortOnErrors(errNoPlate).
		Build()
	return &Plates{hc: &http.Client{Timeout: 30 * time.Second}, base: base, ex: failsafe.With[any](p)}
}

// Read returns a plate.
func (p *Plates) Read(ctx context.Context, id string) ([]byte, error) {
	var buf bytes.Buffer
	err := p.ex.WithContext(ctx).RunWithExecution(func(e failsafe.Execution[any]) error { // OR retry-effect
		req, err := http.NewRequestWithContext(e.Context(), http.MethodGet, p.base+"/plates/"+id, nil)
		if err != nil {
			return err
		}
		resp, err := p.hc.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 500 {
			return fmt.Errorf("plate %s: %s", id, resp.Status)
		}
		if resp.StatusCode != http.StatusOK {
			return errNoPlate
		}
		_, err = buf.ReadFrom(resp.Body) // EXPECT retry-effect
		return err
	})
	if err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
