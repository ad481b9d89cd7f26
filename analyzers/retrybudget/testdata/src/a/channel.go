package a

import (
	"context"
	"errors"
	"time"
)

// A limit that is a channel, looked at between attempts.

func (a *app) channel() error {
	timeout := time.After(10 * time.Second)
	for {
		select {
		case <-timeout:
			return errors.New("timeout")
		default:
		}
		if err := a.db.Ping(); err == nil { // want `the limit of 10s is looked at only between attempts, and nothing limits \(\*sql.DB\).Ping`
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (a *app) channelBesides() error {
	timeout := time.NewTimer(10 * time.Second)
	defer timeout.Stop()
	for {
		if err := a.db.Ping(); err == nil { // want `the limit of 10s is looked at only between attempts`
			return nil
		}
		select {
		case <-timeout.C:
			return errors.New("timeout")
		case <-time.After(time.Second):
		}
	}
}

// Each attempt has a limit of its own.
func (a *app) channelEach(ctx context.Context) error {
	timeout := time.After(10 * time.Second)
	for {
		select {
		case <-timeout:
			return errors.New("timeout")
		default:
		}
		try, cancel := context.WithTimeout(ctx, time.Second)
		err := a.db.PingContext(try)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// The attempt runs beside the loop, which does not wait for it.
func (a *app) channelAside() error {
	timeout := time.After(10 * time.Second)
	for {
		done := make(chan error, 1)
		go func() { done <- a.db.Ping() }()
		select {
		case <-timeout:
			return errors.New("timeout")
		case err := <-done:
			if err == nil {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
}
