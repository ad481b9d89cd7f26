// Package good waits until a kiln is at its temperature.
// The condition asks under the poll's own context, a few seconds at a time.
package good

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

const (
	pollEvery = 2 * time.Second
	pollLimit = 20 * time.Second
	askLimit  = 5 * time.Second
)

// ErrCold means that the kiln did not get hot in time.
var ErrCold = errors.New("kiln is not hot")

// Probe reads a kiln's thermometer.
type Probe interface {
	Celsius(ctx context.Context, kiln string) (float64, error)
}

// Firing prepares kilns.
type Firing struct {
	probe Probe
	log   *slog.Logger
}

// WaitHot returns once the kiln is hot enough.
func (f *Firing) WaitHot(ctx context.Context, kiln string, want float64) error {
	var last error
	err := wait.PollUntilContextTimeout(ctx, pollEvery, pollLimit, true, func(ctx context.Context) (bool, error) {
		askCtx, cancel := context.WithTimeout(ctx, askLimit)
		defer cancel()
		got, err := f.probe.Celsius(askCtx, kiln)
		if err != nil {
			last = err
			f.log.Warn("thermometer silent", "kiln", kiln, "err", err)
			return false, nil
		}
		return got >= want, nil
	})
	if wait.Interrupted(err) && ctx.Err() == nil {
		return errors.Join(ErrCold, last)
	}
	return err
}
