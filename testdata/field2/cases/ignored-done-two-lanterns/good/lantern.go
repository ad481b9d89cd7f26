// Package good passes light signals to lantern keepers. Send ends with the caller's
// context or with the keeper's own.
package good

import (
	"context"
	"log/slog"
)

// Signal is a pattern of light.
type Signal struct {
	Pattern string
	Repeat  int
}

// Lamp shows signals.
type Lamp interface {
	Show(ctx context.Context, s Signal) error
	Close() error
}

// Keeper is one connected keeper. Its context ends when it hangs up.
type Keeper struct {
	Context context.Context
	hangUp  context.CancelFunc
	queue   chan Signal
	lamp    Lamp
	log     *slog.Logger
}

// NewKeeper connects a keeper for as long as ctx.
func NewKeeper(ctx context.Context, lamp Lamp, log *slog.Logger) *Keeper {
	ctx, hangUp := context.WithCancel(ctx)
	return &Keeper{Context: ctx, hangUp: hangUp, queue: make(chan Signal, 16), lamp: lamp, log: log}
}

// HangUp ends the keeper.
func (k *Keeper) HangUp() { k.hangUp() }

// Queue adds a signal, or drops it when the keeper is behind.
func (k *Keeper) Queue(s Signal) bool {
	select {
	case k.queue <- s:
		return true
	default:
		return false
	}
}

// Send shows the queued signals until ctx ends or the keeper hangs up.
func (k *Keeper) Send(ctx context.Context) {
	defer func() {
		if err := k.lamp.Close(); err != nil {
			k.log.WarnContext(ctx, "close lamp", "err", err)
		}
	}()
	for {
		if ctx.Err() != nil {
			break
		}
		select {
		case s := <-k.queue:
			if err := k.lamp.Show(ctx, s); err != nil {
				k.log.WarnContext(ctx, "show signal", "err", err)
				return
			}
		case <-ctx.Done():
			return
		case <-k.Context.Done():
			return
		}
	}
}
