package a

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log"
	"net"
	"time"
)

type saidShelf interface {
	Next() (string, error)
	Fire(string) error
}

type saidStream interface {
	Context() context.Context
	Recv() (string, error)
}

func saidLooks(ctx context.Context, s saidShelf) error {
	for {
		select {
		case <-ctx.Done(): // want `the loop at said.go:\d+ goes on after ctx is over: all that is done about it here is a line in the log`
			log.Print("stopping")
		default:
		}
		load, err := s.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err := s.Fire(load); err != nil {
			return err
		}
	}
}

func saidList(ctx context.Context, loads []string, s saidShelf) error {
	for _, l := range loads {
		select {
		case <-ctx.Done(): // want `all that is done about it here is a line in the log`
			log.Print("stopping", ctx.Err())
		case <-time.After(time.Second):
		}
		if err := s.Fire(l); err != nil {
			return err
		}
	}
	return nil
}

func saidErr(ctx context.Context, s saidShelf) error {
	for {
		if ctx.Err() != nil { // want `all that is done about it here is a line in the log`
			log.Print("stopping")
		}
		load, err := s.Next()
		if err != nil {
			return err
		}
		_ = s.Fire(load)
	}
}

func saidAndLeft(ctx context.Context, s saidShelf) error {
	for {
		select {
		case <-ctx.Done():
			log.Print("stopping")
			return ctx.Err()
		default:
		}
		if _, err := s.Next(); err != nil {
			return err
		}
	}
}

// The query ends with the context.
func saidRows(ctx context.Context, db *sql.DB, s saidShelf) error {
	rows, err := db.QueryContext(ctx, "SELECT id FROM loads")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		select {
		case <-ctx.Done():
			log.Print("stopping")
		default:
		}
		if err := s.Fire("x"); err != nil {
			return err
		}
	}
	return rows.Err()
}

func saidStreamEnds(ctx context.Context, s saidStream) error {
	for {
		select {
		case <-ctx.Done():
			log.Print("stopping")
		default:
		}
		if _, err := s.Recv(); err != nil {
			return err
		}
	}
}

func saidClosed(ctx context.Context, c net.Conn) error {
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	b := make([]byte, 10)
	for {
		select {
		case <-ctx.Done():
			log.Print("stopping")
		default:
		}
		if _, err := c.Read(b); err != nil {
			return err
		}
	}
}

func saidHanded(ctx context.Context, loads []string, fire func(context.Context, string) error) error {
	for _, l := range loads {
		select {
		case <-ctx.Done():
			log.Print("late")
		default:
		}
		if err := fire(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// What is left on the channel is done all the same.
func saidDrain(ctx context.Context, loads <-chan string, s saidShelf) {
	for l := range loads {
		select {
		case <-ctx.Done():
			log.Print("draining")
		default:
		}
		_ = s.Fire(l)
	}
}

type saidReader interface {
	Fetch(ctx context.Context) (string, error)
	Close() error
}

func saidPause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func pauseDropped(ctx context.Context, r saidReader, s saidShelf) error {
	for {
		m, err := r.Fetch(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			log.Print(err)
			saidPause(ctx, time.Second)
			continue // want `when ctx is over, .*Fetch fails at once and this loop tries it again for ever`
		}
		if err := s.Fire(m); err != nil {
			return err
		}
	}
}

func pauseSleeps(ctx context.Context, r saidReader, s saidShelf) error {
	for {
		m, err := r.Fetch(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			time.Sleep(time.Second)
			continue // want `when ctx is over, .*Fetch fails at once and this loop tries it again for ever`
		}
		if err := s.Fire(m); err != nil {
			return err
		}
	}
}

func pauseAsked(ctx context.Context, r saidReader, s saidShelf) error {
	for {
		m, err := r.Fetch(ctx)
		if err != nil {
			if !saidPause(ctx, time.Second) {
				return ctx.Err()
			}
			continue
		}
		_ = s.Fire(m)
	}
}

var errSaidClosed = errors.New("closed")

// The reader may say that it is closed when the context ends.
func pauseClosed(ctx context.Context, r saidReader, s saidShelf) error {
	for {
		m, err := r.Fetch(ctx)
		if errors.Is(err, errSaidClosed) {
			return nil
		}
		if err != nil {
			saidPause(ctx, time.Second)
			continue
		}
		_ = s.Fire(m)
	}
}

func pauseLinked(ctx context.Context, r saidReader, s saidShelf) error {
	defer context.AfterFunc(ctx, func() { r.Close() })()
	for {
		m, err := r.Fetch(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		_ = s.Fire(m)
	}
}
