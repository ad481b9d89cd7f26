package a

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"
)

var errRetired = errors.New("retired")

var errAway = errors.New("away")

type refusal struct{ code int }

func (*refusal) Error() string { return "refused" }

type failure struct{ cause error }

func (*failure) Error() string { return "failed" }

type lit string

func (lit) Error() string { return "lit" }

const none = lit("none")

type rows struct{ db *sql.DB }

func (r rows) touch(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, "UPDATE rows SET seen = 1")
	return err
}

func (r rows) see(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return errAway
	case <-time.After(time.Minute):
	}
	return r.touch(ctx)
}

// What the loop ends by is another failure than the end of the context.
func keepsTouching(ctx context.Context, r rows) error {
	for failures := 0; ; failures++ {
		err := r.touch(ctx)
		if errors.Is(err, errRetired) {
			return err
		}
		nap(ctx, time.Second) // want `rows.touch fails at once then, and this pause takes no time`
	}
}

func keepsCase(ctx context.Context, r rows) error {
	for {
		err := r.touch(ctx)
		switch {
		case errors.Is(err, errRetired), err == sql.ErrNoRows:
			return err
		}
		_ = napOr(ctx, time.Second) // want `this pause takes no time`
	}
}

func keepsType(ctx context.Context, r rows) error {
	for {
		err := r.touch(ctx)
		var no *refusal
		if errors.As(err, &no) {
			return no
		}
		nap(ctx, time.Second) // want `this pause takes no time`
	}
}

func keepsConst(ctx context.Context, db *sql.DB) error {
	for {
		var n int
		err := db.QueryRowContext(ctx, "SELECT n FROM rows").Scan(&n)
		if err == none {
			return nil
		}
		nap(ctx, time.Second) // want `this pause takes no time`
	}
}

func keepsSelect(ctx context.Context, r rows) error {
	for {
		err := r.touch(ctx)
		if errors.Is(err, errRetired) {
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done(): // want `every way out of this case leads back`
		}
	}
}

func keepsAsking(ctx context.Context, req *http.Request) (*http.Response, error) {
	for {
		resp, err := http.DefaultClient.Do(req.WithContext(ctx))
		if err == nil {
			return resp, nil
		}
		nap(ctx, time.Second) // want `this pause takes no time`
	}
}

// An error that holds another may hold the context's.
func keepsWrapped(ctx context.Context, r rows) error {
	for {
		err := r.touch(ctx)
		var f *failure
		if errors.As(err, &f) {
			return f
		}
		nap(ctx, time.Second)
	}
}

// The package says by its own error that a context is over.
func keepsOwn(ctx context.Context, r rows) error {
	for {
		err := r.see(ctx)
		if errors.Is(err, errAway) {
			return err
		}
		nap(ctx, time.Second)
	}
}

func keepsCanceled(ctx context.Context, r rows) error {
	for {
		err := r.touch(ctx)
		if errors.Is(err, errRetired) || errors.Is(err, context.Canceled) {
			return err
		}
		nap(ctx, time.Second)
	}
}
