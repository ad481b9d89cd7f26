package a

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"time"
)

type patient struct {
	db    *sql.DB
	tries int
}

// The last attempt returns its error; what follows the loop is for no attempts at all.
func (p *patient) lastReturns(ctx context.Context) error {
	for try := 1; try <= p.tries; try++ {
		err := p.db.PingContext(ctx)
		var broken net.Error
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil, !errors.As(err, &broken):
			return err
		case try == p.tries:
			return fmt.Errorf("%d tries: %w", try, err)
		}
		time.Sleep(time.Second)
	}
	return errors.New("no tries allowed")
}

func (p *patient) runsOut(ctx context.Context) error {
	for try := 1; try <= p.tries; try++ {
		err := p.db.PingContext(ctx)
		var broken net.Error
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil, !errors.As(err, &broken):
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("too many tries") // want `says nothing of why it failed`
}
