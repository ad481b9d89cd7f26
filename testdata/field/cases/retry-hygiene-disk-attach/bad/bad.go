// Package bad attaches disks to virtual machines and waits for the hypervisor's lock if need be.
// Each round declares an err of its own. The one that Attach returns in the end was never set: a disk
// that could not be attached in seven rounds counts as attached.
package bad

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// ErrLocked means that another operation is going on with the machine.
var ErrLocked = errors.New("machine is locked")

// Hypervisor runs machines; attaching a disk that is attached already does nothing.
type Hypervisor interface {
	AttachDisk(ctx context.Context, machine, disk string) error
}

// Disks attaches disks.
type Disks struct {
	hv     Hypervisor
	rounds int
	pause  time.Duration
}

// NewDisks returns Disks with the usual patience.
func NewDisks(hv Hypervisor) *Disks {
	return &Disks{hv: hv, rounds: 7, pause: 500 * time.Millisecond}
}

// Attach returns nil when the disk is attached.
func (d *Disks) Attach(ctx context.Context, machine, disk string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("attach %s to %s: %w", disk, machine, err)
		}
	}()
	for round := 1; round <= d.rounds; round++ { // OR retry-hygiene
		err := d.attach(ctx, machine, disk) // OR retry-hygiene
		if err == nil {
			return nil
		}
		if !errors.Is(err, ErrLocked) {
			return err
		}
		if round == d.rounds {
			break
		}
		t := time.NewTimer(d.pause + rand.N(d.pause))
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
	return err // EXPECT retry-hygiene
}

func (d *Disks) attach(ctx context.Context, machine, disk string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return d.hv.AttachDisk(ctx, machine, disk)
}
