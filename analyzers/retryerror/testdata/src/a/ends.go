package a

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"time"
)

var errBusy = errors.New("busy")

// Right: the last attempt's failure is returned in the loop, what follows it is
// there for the compiler only.
func endsInside(ctx context.Context, d disk) error {
	const tries = 3
	for i := 0; i < tries; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		if errors.Is(err, errBusy) && i < tries-1 {
			time.Sleep(time.Second)
			continue
		}
		return fmt.Errorf("attach: %w", err)
	}
	return nil
}

func endsInsideOfRange(ctx context.Context, d disk, tries int) error {
	for i := range tries {
		err := d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		if i == tries-1 {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

// The last busy answer leads out of the loop as the others lead back.
func lastBusy(ctx context.Context, d disk) error {
	const tries = 3
	for i := 0; i < tries; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		if errors.Is(err, errBusy) {
			time.Sleep(time.Second)
			continue
		}
		return fmt.Errorf("attach: %w", err)
	}
	return nil // want `when all attempts of the loop have failed, the function returns nil here`
}

// One kind of failure is returned after the last attempt, the other is not.
func oneKindLost(ctx context.Context, d disk) error {
	const tries = 3
	for i := 0; i < tries; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		if errors.Is(err, errBusy) {
			if i == tries-1 {
				return err
			}
		}
		time.Sleep(time.Second)
	}
	return nil // want `when all attempts of the loop have failed, the function returns nil here`
}

// Right: none of several places has it; why each had not is of no use.
func findsMailer() (string, error) {
	for _, path := range []string{"/usr/sbin/sendmail", "/usr/bin/sendmail", "sendmail"} {
		found, err := exec.LookPath(path)
		if err == nil {
			return found, nil
		}
	}
	return "", errors.New("no sendmail found")
}

// The last attempt breaks out of the loop; what is returned inside of it is for a
// context that is over only.
func breaksAtLast(ctx context.Context, d disk) error {
	const tries = 3
	for i := 1; i <= tries; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		if i == tries {
			break
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w, last: %w", ctx.Err(), err)
		case <-time.After(time.Second):
		}
	}
	return nil // want `when all attempts of the loop have failed, the function returns nil here`
}

// Success breaks out as well; the line between is for it.
func breaksForBoth(ctx context.Context, d disk) (*disk, error) {
	for i := 0; i < 3; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			break
		}
		log.Printf("attempt %d: %v", i, err)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	log.Print("attached")
	return &d, nil // want `when all attempts of the loop have failed, the function returns nil here`
}

// Right: the last attempt returns.
func returnsAtLast(ctx context.Context, d disk) error {
	for i := 0; i < 3; i++ {
		err := d.Attach(ctx, "a")
		if err == nil {
			break
		}
		if i == 2 {
			return err
		}
		time.Sleep(time.Second)
	}
	log.Print("attached")
	return nil
}

// Right: that it was given up is told, and meant.
func saidSo(ctx context.Context, d disk) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = d.Attach(ctx, "a"); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if i == 2 {
			break
		}
		time.Sleep(time.Second)
	}
	log.Printf("goes on without the disk: %v", err)
	return nil
}

// Right: false says that it was not done.
func tried(ctx context.Context, d disk) (bool, error) {
	for i := 0; i < 3; i++ {
		if err := d.Attach(ctx, "a"); err == nil {
			return true, nil
		}
		time.Sleep(time.Second)
	}
	return false, nil
}

type keeper struct {
	d    disk
	last error
}

// Right: the object keeps it.
func (k *keeper) keeps(ctx context.Context) error {
	for i := 0; i < 3; i++ {
		err := k.d.Attach(ctx, "a")
		if err == nil {
			return nil
		}
		k.last = err
		if i == 2 {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil
}

// What the loop sets is another variable.
func asksOuter(ctx context.Context, d disk) error {
	var lastErr error
	for i := range 3 {
		lastErr := d.Attach(ctx, "a")
		if lastErr == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * time.Second)
	}
	if lastErr != nil {
		return fmt.Errorf("attach: %w", lastErr) // want `lastErr is always nil here`
	}
	return nil
}

const plainSize = 10

// Right: a default is taken instead, or what was there before.
func sizeOf(ctx context.Context, d disk) (int, error) {
	for range 3 {
		if err := d.Attach(ctx, "a"); err == nil {
			return 100, nil
		}
		time.Sleep(time.Second)
	}
	return plainSize, nil
}

func (k *keeper) lastSize(ctx context.Context) (error, error) {
	for range 3 {
		if err := k.d.Attach(ctx, "a"); err == nil {
			return nil, nil
		}
		time.Sleep(time.Second)
	}
	return k.last, nil
}

// An empty value is none.
func nameOf(ctx context.Context, d disk) (string, error) {
	for range 3 {
		if err := d.Attach(ctx, "a"); err == nil {
			return "a", nil
		}
		time.Sleep(time.Second)
	}
	return "", nil // want `when all attempts of the loop have failed, the function returns nil here`
}
