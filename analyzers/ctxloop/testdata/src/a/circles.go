package a

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log"
	"time"
)

func untilOK(ctx context.Context, c conn) {
	for {
		_, err := c.Receive(ctx) // want `when ctx is over, conn.Receive fails at once and this loop tries it again for ever: nothing in the loop at circles.go:\d+ looks at ctx; return when ctx.Err\(\) is not nil`
		if err == nil {
			return
		}
		log.Print(err)
	}
}

func untilOKSlower(ctx context.Context, c conn) {
	wait := time.Second
	for attempt := 0; ; attempt++ {
		if _, err := c.Receive(ctx); err == nil { // want `when ctx is over, conn.Receive fails at once and this loop tries it again for ever`
			break
		}
		time.Sleep(wait)
		wait *= 2
	}
}

func toTheBottom(ctx context.Context, c conn) {
	for {
		s, err := c.Receive(ctx) // want `when ctx is over, conn.Receive fails at once`
		if err == nil {
			handle(s)
		} else {
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
}

func whileFailed(ctx context.Context, c conn) {
	err := errors.New("first")
	for err != nil {
		_, err = c.Receive(ctx) // want `when ctx is over, conn.Receive fails at once`
	}
}

func whileFlag(ctx context.Context, c conn) {
	for failed := true; failed; {
		_, err := c.Receive(ctx) // want `when ctx is over, conn.Receive fails at once`
		failed = err != nil
	}
}

func inCondition(ctx context.Context, ping func(context.Context) error) {
	for ping(ctx) != nil { // want `when ctx is over, ping fails at once`
		time.Sleep(time.Second)
	}
}

func cases(ctx context.Context, c conn) {
	for {
		s, err := c.Receive(ctx) // want `when ctx is over, conn.Receive fails at once`
		switch {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			log.Print(err)
		default:
			handle(s)
		}
	}
}

func tagged(ctx context.Context, c conn) {
	for {
		_, err := c.Receive(ctx) // want `when ctx is over, conn.Receive fails at once`
		switch err {
		case nil:
			return
		default:
			log.Print(err)
		}
	}
}

func ownLimit(parent context.Context, c conn) {
	for {
		ctx, cancel := context.WithTimeout(parent, time.Second)
		s, err := c.Receive(ctx) // want `when parent is over, conn.Receive fails at once`
		cancel()
		if err != nil {
			log.Print(err)
			continue
		}
		handle(s)
	}
}

func rowOf(ctx context.Context, db *sql.DB) {
	for {
		var n int
		err := db.QueryRowContext(ctx, "select 1").Scan(&n) // want `when ctx is over, \(\*DB\).QueryRowContext fails at once`
		if err == nil {
			return
		}
		log.Print(err)
	}
}

// The failure may end it.
func attempts(ctx context.Context, c conn) {
	for n := 0; ; n++ {
		if _, err := c.Receive(ctx); err == nil {
			return
		}
		if n > 3 {
			return
		}
	}
}

func someAttempts(ctx context.Context, c conn) {
	err := errors.New("first")
	for n := 0; err != nil && n < 3; n++ {
		_, err = c.Receive(ctx)
	}
}

// On some ways only.
func sometimes(ctx context.Context, c conn, more bool) {
	err := errors.New("first")
	for err != nil {
		if more {
			_, err = c.Receive(ctx)
		} else {
			err = nil
		}
	}
}

// It may say that the context is over.
func asksAnother(ctx context.Context, c conn, fatal func(error) bool) {
	for {
		_, err := c.Receive(ctx)
		if err == nil || fatal(err) {
			return
		}
		log.Print(err)
	}
}

func ownName(ctx context.Context, c conn) {
	for {
		_, err := c.Receive(ctx)
		switch {
		case errors.Is(err, errStopped):
			return
		case err != nil:
			log.Print(err)
		}
	}
}

var errStopped = errors.New("stopped")

// What is called may end the process.
func gives(ctx context.Context, c conn, up func(error)) {
	for {
		_, err := c.Receive(ctx)
		if err == nil {
			return
		}
		up(err)
	}
}

// Nobody's end.
func detachedAttempts(ctx context.Context, c conn) {
	for {
		tctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		_, err := c.Receive(tctx)
		cancel()
		if err == nil {
			return
		}
		log.Print(err)
	}
}

func looksBelow(ctx context.Context, c conn) error {
	for {
		_, err := c.Receive(ctx)
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

// The loop skips what is left.
func skips(ctx context.Context, in chan string) {
	for s := range in {
		select {
		case <-ctx.Done():
			break
		default:
			handle(s)
		}
	}
}

func skipsList(ctx context.Context, list []string) {
	for _, s := range list {
		select {
		case <-ctx.Done():
			break
		default:
			handle(s)
		}
	}
}

func skipsNothing(ctx context.Context, list []string) {
	for _, s := range list {
		select {
		case <-ctx.Done():
			break // want `break leaves only the select`
		default:
		}
		handle(s)
	}
}

type watcher interface {
	Watch(ctx context.Context) (watched, error)
}

type watched interface {
	Context() context.Context
	Recv() (string, error)
}

// A stream is no context, and that of a turn fails by the call that opens it.
func streams(ctx context.Context, w watcher) {
	for {
		st, err := w.Watch(ctx)
		if err != nil {
			log.Print(err)
			continue // want `when ctx is over, watcher.Watch fails at once`
		}
		for {
			s, err := st.Recv()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				break
			}
			handle(s)
		}
	}
}

// What runs until it is told to stop says that all is well.
func supervises(ctx context.Context, c conn, t *time.Ticker) {
	for {
		err := runs(ctx, c, t)
		if err == nil {
			return
		}
		log.Print(err)
	}
}

func runs(ctx context.Context, c conn, t *time.Ticker) error {
	for {
		if _, err := c.Receive(ctx); err != nil {
			return nil
		}
		<-t.C
	}
}

type runner interface {
	Run(ctx context.Context) error
}

func supervisesRunner(ctx context.Context, r runner) {
	for {
		err := r.Run(ctx)
		if err == nil {
			return
		}
		log.Print(err)
	}
}

func receives(ctx context.Context, c conn) error {
	s, err := c.Receive(ctx)
	if err != nil {
		return err
	}
	handle(s)
	return nil
}

func untilReceived(ctx context.Context, c conn) {
	for {
		err := receives(ctx, c) // want `when ctx is over, receives fails at once`
		if err == nil {
			return
		}
		log.Print(err)
	}
}
