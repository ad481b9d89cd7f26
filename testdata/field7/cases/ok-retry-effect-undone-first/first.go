// Package ok sets up a booth for a fair visitor: the booth is created with a POST and must then
// come alive, which sometimes fails.
// It is right although the POST stands in a loop: a new booth is created only after the one of
// the attempt before has been deleted, and a POST without a clear answer ends the loop.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/go-resty/resty/v2"
)

var errDead = errors.New("booth did not come alive")

type booth struct {
	ID    string `json:"id"`
	Alive bool   `json:"alive"`
}

// Hall has booths.
type Hall struct {
	rc    *resty.Client // no retries
	tries int
	looks int
	pause time.Duration
}

// NewHall uses the service at base.
func NewHall(base string) *Hall {
	return &Hall{
		rc:    resty.New().SetBaseURL(base).SetTimeout(5 * time.Second),
		tries: 3,
		looks: 10,
		pause: 2 * time.Second,
	}
}

// SetUp returns the ID of a booth that is alive.
func (h *Hall) SetUp(ctx context.Context, visitor string) (string, error) {
	for n := 1; ; n++ {
		var b booth
		resp, err := h.rc.R().SetContext(ctx).SetBody(map[string]string{"visitor": visitor}).SetResult(&b).Post("/booths")
		if err != nil {
			return "", fmt.Errorf("create booth: %w", err)
		}
		if resp.IsError() {
			return "", fmt.Errorf("create booth: %s", resp.Status())
		}
		err = h.alive(ctx, b.ID)
		if err == nil {
			return b.ID, nil
		}
		if derr := h.remove(ctx, b.ID); derr != nil {
			return "", errors.Join(err, derr)
		}
		if !errors.Is(err, errDead) || n == h.tries {
			return "", err
		}
		if werr := h.wait(ctx); werr != nil {
			return "", errors.Join(err, werr)
		}
	}
}

func (h *Hall) alive(ctx context.Context, id string) error {
	for range h.looks {
		var b booth
		resp, err := h.rc.R().SetContext(ctx).SetPathParam("id", id).SetResult(&b).Get("/booths/{id}")
		if err != nil {
			return fmt.Errorf("look at booth %s: %w", id, err)
		}
		if resp.IsSuccess() && b.Alive {
			return nil
		}
		if err := h.wait(ctx); err != nil {
			return err
		}
	}
	return fmt.Errorf("booth %s: %w", id, errDead)
}

// remove also works when ctx has ended: no booth is to be left behind.
func (h *Hall) remove(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	resp, err := h.rc.R().SetContext(ctx).SetPathParam("id", id).Delete("/booths/{id}")
	if err != nil {
		return fmt.Errorf("remove booth %s: %w", id, err)
	}
	if resp.IsError() {
		return fmt.Errorf("remove booth %s: %s", id, resp.Status())
	}
	return nil
}

func (h *Hall) wait(ctx context.Context) error {
	t := time.NewTimer(h.pause + rand.N(h.pause/4))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
