// Package good resolves the volumes of a storage array for a backup operator.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

// ErrNoVolume is returned for volumes that the array does not have.
var ErrNoVolume = errors.New("no such volume")

// Volume is a volume of the array.
type Volume struct {
	ID    string
	Bytes int64
	Pool  string
}

// Array is the management interface of the array. It refuses calls while it elects a new controller,
// which takes a few seconds.
type Array interface {
	Volume(ctx context.Context, id string) (*Volume, error)
}

// Resolver resolves claims to volumes.
type Resolver struct {
	array Array
	limit time.Duration // of one call
}

// NewResolver asks array.
func NewResolver(array Array) *Resolver { return &Resolver{array: array, limit: 5 * time.Second} }

var lookup = wait.Backoff{
	Duration: time.Second,
	Factor:   1.6,
	Jitter:   0.3,
	Steps:    6,
	Cap:      10 * time.Second,
}

// Resolve returns the volume behind a claim.
func (r *Resolver) Resolve(ctx context.Context, id string) (*Volume, error) {
	var vol *Volume
	var last error
	err := wait.ExponentialBackoffWithContext(ctx, lookup, func(ctx context.Context) (bool, error) {
		ctx, cancel := context.WithTimeout(ctx, r.limit)
		defer cancel()
		vol, last = r.array.Volume(ctx, id)
		switch {
		case last == nil:
			return true, nil
		case errors.Is(last, ErrNoVolume):
			return false, last
		default:
			return false, nil
		}
	})
	if wait.Interrupted(err) && last != nil {
		err = fmt.Errorf("%w, last: %w", err, last)
	}
	if err != nil {
		return nil, fmt.Errorf("volume %s: %w", id, err)
	}
	return vol, nil
}
