// Package good waits until a cast bell has cooled.
// The condition keeps the thermometer's error for the end and says "not yet".
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

// Pit is where bells cool.
type Pit interface {
	Celsius(ctx context.Context, bell string) (int, error)
}

// Foundry casts bells.
type Foundry struct {
	pit Pit
	log *slog.Logger
}

// Cooled returns when the bell is below the limit. The pit's radio loses readings now and then.
func (f *Foundry) Cooled(ctx context.Context, bell string, limit int) error {
	f.log.Info("bell cools", "bell", bell)
	var lost error
	err := wait.PollUntilContextTimeout(ctx, time.Minute, 30*time.Hour, true, f.below(bell, limit, &lost))
	if err != nil {
		return fmt.Errorf("bell %s: %w", bell, errors.Join(err, lost))
	}
	return nil
}

func (f *Foundry) below(bell string, limit int, lost *error) wait.ConditionWithContextFunc {
	return func(ctx context.Context) (bool, error) {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		c, err := f.pit.Celsius(ctx, bell)
		if *lost = err; err != nil {
			f.log.Warn("reading lost", "bell", bell, "err", err)
			return false, nil
		}
		return c < limit, nil
	}
}
