// Package bad starts build machines in whichever zone has room for them.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"faultfield6/cases/retry-effect-zone-fallback/bad/compute"
)

// Pool starts machines for builds.
type Pool struct {
	api   *compute.Client
	zones []string // the best first
	log   *slog.Logger
}

// NewPool starts machines in zones.
func NewPool(api *compute.Client, zones []string, log *slog.Logger) *Pool {
	return &Pool{api: api, zones: zones, log: log}
}

// Launch starts a machine and returns its address.
func (p *Pool) Launch(ctx context.Context, m compute.Machine) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	var errs []error
	for _, zone := range p.zones {
		addr, err := p.launchIn(ctx, zone, m) // EXPECT retry-effect
		if err == nil {
			p.log.Info("machine started", "machine", m.Name, "zone", zone)
			return addr, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", zone, err))
		if ctx.Err() != nil { // OR retry-effect
			break
		}
	}
	return "", fmt.Errorf("launch %s: %w", m.Name, errors.Join(errs...))
}

func (p *Pool) launchIn(ctx context.Context, zone string, m compute.Machine) (string, error) {
	op, err := p.api.Insert(ctx, zone, m) // OR retry-effect
	if err != nil {
		return "", err
	}
	return p.api.Wait(ctx, zone, op)
}
