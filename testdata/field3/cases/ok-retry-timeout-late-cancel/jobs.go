// Package ok prints the day's menus of several canteens. Two loops with time-outs stand in each other; the
// outer goes from canteen to canteen, and only the inner repeats anything.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sethvargo/go-retry"
)

// Canteen has a menu.
type Canteen struct {
	Name string
	URL  string
}

// Fetch gets a menu.
type Fetch func(ctx context.Context, url string) (string, error)

// ErrClosed means that a canteen has no menu today.
var ErrClosed = errors.New("closed today")

const perCanteen = 22 * time.Second

// Menus returns the menus by canteen, and what went wrong with the others.
func Menus(ctx context.Context, canteens []Canteen, fetch Fetch) (map[string]string, error) {
	menus := make(map[string]string, len(canteens))
	var errs []error
	for _, c := range canteens {
		menu, err := one(ctx, c, fetch)
		switch {
		case ctx.Err() != nil:
			return menus, errors.Join(append(errs, ctx.Err())...)
		case errors.Is(err, ErrClosed):
			continue
		case err != nil:
			errs = append(errs, fmt.Errorf("%s: %w", c.Name, err))
			continue
		}
		menus[c.Name] = menu
	}
	return menus, errors.Join(errs...)
}

func one(ctx context.Context, c Canteen, fetch Fetch) (menu string, err error) {
	ctx, cancel := context.WithTimeout(ctx, perCanteen)
	defer cancel()
	// Three tries of five seconds and two pauses of up to two and a half.
	b := retry.WithMaxRetries(2, retry.WithJitter(500*time.Millisecond, retry.NewConstant(2*time.Second)))
	err = retry.Do(ctx, b, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		menu, err = fetch(ctx, c.URL)
		if err != nil && !errors.Is(err, ErrClosed) {
			return retry.RetryableError(err)
		}
		return err
	})
	return menu, err
}
