package a

import (
	"context"
	"net/http"
	"time"
)

type saver interface {
	Save(ctx context.Context, id string) error
}

type desk struct{ s saver }

// Right: the handler limits the time of all.
func (d *desk) limited(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	if err := d.through(ctx, r.PathValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (d *desk) through(ctx context.Context, id string) error { return d.keepSaving(ctx, id) }

func (d *desk) keepSaving(ctx context.Context, id string) error {
	for {
		err := d.s.Save(ctx, id)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func (d *desk) open(w http.ResponseWriter, r *http.Request) {
	if err := d.openBelow(r.Context(), r.PathValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (d *desk) openBelow(ctx context.Context, id string) error {
	for { // want `nothing limits the attempts of the loop`
		err := d.s.Save(ctx, id)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
