package a

import (
	"context"
	"errors"
	"fmt"
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
