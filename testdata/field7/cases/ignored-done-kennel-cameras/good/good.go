// Package good keeps an eye on dogs by camera. Each watch runs until it is called off by the
// dog's name. When a dog gets another camera, Watch ends the old watch before the new one
// takes its place.
package good

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// Camera takes pictures.
type Camera interface {
	Still(ctx context.Context) ([]byte, error)
}

// Judge says whether a dog needs somebody.
type Judge interface {
	Restless(ctx context.Context, still []byte) (bool, error)
}

// Kennel watches dogs.
type Kennel struct {
	judge Judge
	every time.Duration
	bark  func(dog string)
	log   *slog.Logger

	mu      sync.Mutex
	stops   map[string]context.CancelFunc
	running sync.WaitGroup
}

// NewKennel returns a kennel that looks at each dog at an interval and barks for restless ones.
func NewKennel(judge Judge, every time.Duration, bark func(dog string), log *slog.Logger) *Kennel {
	return &Kennel{judge: judge, every: every, bark: bark, log: log, stops: make(map[string]context.CancelFunc)}
}

// Watch looks at the dog through cam until Leave or the end of ctx. It takes the place of an
// earlier watch of the same dog.
func (k *Kennel) Watch(ctx context.Context, dog string, cam Camera) {
	ctx, cancel := context.WithCancel(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	if stop, watched := k.stops[dog]; watched {
		stop()
	}
	k.stops[dog] = cancel
	k.running.Go(func() { k.look(ctx, dog, cam) })
}

// Leave ends the watch of a dog.
func (k *Kennel) Leave(dog string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if stop, watched := k.stops[dog]; watched {
		stop()
		delete(k.stops, dog)
	}
}

// Wait returns when all watches are over.
func (k *Kennel) Wait() { k.running.Wait() }

func (k *Kennel) look(ctx context.Context, dog string, cam Camera) {
	ticker := time.NewTicker(k.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		restless, err := k.once(ctx, cam)
		switch {
		case errors.Is(err, context.Canceled):
			return
		case err != nil:
			k.log.WarnContext(ctx, "no picture", "dog", dog, "err", err)
		case restless:
			k.bark(dog)
		}
	}
}

func (k *Kennel) once(ctx context.Context, cam Camera) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, k.every)
	defer cancel()
	still, err := cam.Still(ctx)
	if err != nil {
		return false, err
	}
	return k.judge.Restless(ctx, still)
}
