// Package gate limits how many scenes the render farm works on at once.
package gate

import (
	"context"
	"fmt"
	"time"
)

// Farm renders scenes.
type Farm interface {
	Render(ctx context.Context, scene string) (url string, err error)
}

// Limited is a farm with a fixed number of slots.
type Limited struct {
	farm  Farm
	slots chan struct{}
	limit time.Duration
}

var _ Farm = (*Limited)(nil)

// NewLimited returns a farm that renders n scenes at once, each within limit.
func NewLimited(farm Farm, n int, limit time.Duration) *Limited {
	return &Limited{farm: farm, slots: make(chan struct{}, n), limit: limit}
}

// Render waits for a slot and renders the scene.
func (l *Limited) Render(ctx context.Context, scene string) (string, error) {
	release, err := l.enter(ctx)
	if err != nil {
		return "", fmt.Errorf("scene %s: %w", scene, err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	url, err := l.farm.Render(ctx, scene)
	if err != nil {
		return "", fmt.Errorf("scene %s: %w", scene, err)
	}
	return url, nil
}

func (l *Limited) enter(ctx context.Context) (release func(), err error) {
	select {
	case l.slots <- struct{}{}:
		return func() { <-l.slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
