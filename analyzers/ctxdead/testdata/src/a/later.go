package a

import (
	"context"
	"time"

	"github.com/robfig/cron/v3"
)

type valve interface {
	Water(ctx context.Context, lawn string) error
	Lawns(ctx context.Context) ([]string, error)
}

// The jobs keep the context of the start.
func schedule(ctx context.Context, v valve) (*cron.Cron, error) {
	sctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	lawns, err := v.Lawns(sctx)
	if err != nil {
		return nil, err
	}
	c := cron.New()
	for _, l := range lawns {
		if _, err := c.AddFunc("@daily", func() { _ = v.Water(sctx, l) }); err != nil { // want `valve.Water runs when what .*AddFunc is given is due, under sctx, which the deferred call of cancel cancels when schedule returns; give it a context that lives as long as the jobs do`
			return nil, err
		}
	}
	c.Start()
	return c, nil
}

type gardener struct {
	cron  *cron.Cron
	valve valve
}

func (g *gardener) add(ctx context.Context, lawn string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	_, err := g.cron.AddFunc("@daily", func() {
		_ = g.valve.Water(ctx, lawn) // want `valve.Water runs when`
	})
	return err
}

func soon(ctx context.Context, v valve) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	time.AfterFunc(time.Second, func() {
		_ = v.Water(ctx, "front") // want `valve.Water runs when`
	})
}

// The jobs run on the service's context.
func scheduleRight(ctx context.Context, v valve) (*cron.Cron, error) {
	sctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	lawns, err := v.Lawns(sctx)
	if err != nil {
		return nil, err
	}
	c := cron.New()
	for _, l := range lawns {
		if _, err := c.AddFunc("@daily", func() { _ = v.Water(ctx, l) }); err != nil {
			return nil, err
		}
	}
	c.Start()
	return c, nil
}

// It stays until the end.
func scheduleAndStay(ctx context.Context, v valve) (*cron.Cron, error) {
	jobs, cancel := context.WithCancel(ctx)
	defer cancel()
	c := cron.New()
	if _, err := c.AddFunc("@daily", func() { _ = v.Water(jobs, "back") }); err != nil {
		return nil, err
	}
	c.Start()
	<-ctx.Done()
	return c, nil
}

func scheduleAndRun(ctx context.Context, v valve) (*cron.Cron, error) {
	jobs, cancel := context.WithCancel(ctx)
	defer cancel()
	c := cron.New()
	if _, err := c.AddFunc("@daily", func() { _ = v.Water(jobs, "back") }); err != nil {
		return nil, err
	}
	c.Run()
	return c, nil
}

// The timer is stopped, or has fired, before the function is left.
func watchdog(ctx context.Context, v valve) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	t := time.AfterFunc(time.Second, func() { _ = v.Water(ctx, "front") })
	defer t.Stop()
	return v.Water(ctx, "back")
}

func beside(ctx context.Context, v valve) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	time.AfterFunc(time.Second, func() { _ = v.Water(ctx, "front") })
	return v.Water(ctx, "back")
}
