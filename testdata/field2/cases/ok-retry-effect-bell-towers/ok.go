// Package ok rings a signal on all towers of a valley. The same POST is sent in a loop that
// goes on after failures; it is right because each tower is another receiver that gets the
// signal once.
package ok

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Valley is all towers.
type Valley struct {
	hc     *http.Client
	towers []string
}

// New returns a valley.
func New(towers []string) *Valley {
	return &Valley{hc: &http.Client{Timeout: 5 * time.Second}, towers: towers}
}

// Ring sends signal everywhere and returns what failed.
func (v *Valley) Ring(ctx context.Context, signal []byte) error {
	var errs []error
	for _, tower := range v.towers {
		if err := ctx.Err(); err != nil {
			return errors.Join(append(errs, err)...)
		}
		if err := v.ring(ctx, tower, signal); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", tower, err))
			continue
		}
	}
	return errors.Join(errs...)
}

func (v *Valley) ring(ctx context.Context, tower string, signal []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, tower+"/ring", bytes.NewReader(signal))
	if err != nil {
		return err
	}
	resp, err := v.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return errors.New(resp.Status)
	}
	return nil
}
