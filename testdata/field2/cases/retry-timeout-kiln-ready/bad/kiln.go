// Package bad waits until a kiln is at its temperature.
// The poll is meant to end after twenty seconds. Its condition asks under the outer context with a
// limit of a minute for one answer, so a kiln that does not answer holds the poll three times as long.
package bad

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
	askLimit  = time.Minute
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
	err := wait.PollUntilContextTimeout(ctx, pollEvery, pollLimit, true, func(context.Context) (bool, error) { // OR retry-timeout
		askCtx, cancel := context.WithTimeout(ctx, askLimit) // EXPECT retry-timeout
		defer cancel()
		got, err := f.probe.Celsius(askCtx, kiln) // OR retry-timeout
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
