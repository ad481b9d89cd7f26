package a

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"time"
)

func (c *cluster) setUp(ctx context.Context) error {
	pod, err := c.pods.Create(ctx, "p")
	if err != nil {
		return err
	}
	if err := c.pods.Wait(ctx, pod.Name); err != nil {
		if derr := c.pods.Delete(ctx, pod.Name); derr != nil { // want `Pods.Delete takes back what Pods.Create made when Pods.Wait fails, but under ctx, whose end may be that failure`
			log.Print(derr)
		}
		return fmt.Errorf("wait: %w", err)
	}
	return nil
}

func (c *cluster) setUpHelper(ctx context.Context) error {
	pod, err := c.pods.Create(ctx, "p")
	if err != nil {
		return err
	}
	err = c.pods.Wait(ctx, pod.Name)
	if err != nil {
		c.remove(ctx, pod.Name) // want `\(\*cluster\).remove takes back what Pods.Create made`
		return err
	}
	return nil
}

func (c *cluster) setUpRight(ctx context.Context) error {
	pod, err := c.pods.Create(ctx, "p")
	if err != nil {
		return err
	}
	if err := c.pods.Wait(ctx, pod.Name); err != nil {
		dctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = c.pods.Delete(dctx, pod.Name)
		return err
	}
	return nil
}

// The wait has a limit of its own; what takes back has the caller's.
func (c *cluster) setUpWithin(ctx context.Context) error {
	pod, err := c.pods.Create(ctx, "p")
	if err != nil {
		return err
	}
	wctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := c.pods.Wait(wctx, pod.Name); err != nil {
		_ = c.pods.Delete(ctx, pod.Name)
		return err
	}
	return nil
}

type shop struct {
	db *sql.DB
	s  Store
}

func (s *shop) print(ctx context.Context, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := s.s.Save(ctx, nil); err != nil {
		if _, merr := s.db.ExecContext(ctx, "UPDATE jobs SET state = 'failed' WHERE id = ?", id); merr != nil { // want `\(\*DB\).ExecContext should record that Store.Save failed, but runs under ctx, whose limit \(set at failed.go:\d+\) may be that failure`
			log.Print(merr)
		}
		return err
	}
	return nil
}

func (s *shop) printHelper(ctx context.Context, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := s.s.Save(ctx, nil)
	if err != nil {
		s.mark(ctx, id, err.Error()) // want `\(\*shop\).mark should record that Store.Save failed`
		return err
	}
	return s.mark(ctx, id, "")
}

func (s *shop) mark(ctx context.Context, id int, reason string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE jobs SET reason = ? WHERE id = ?", reason, id)
	return err
}

// The caller's own context: whether it is to be kept is the caller's business.
func (s *shop) printUnlimited(ctx context.Context, id int) error {
	if err := s.s.Save(ctx, nil); err != nil {
		s.mark(ctx, id, err.Error())
		return err
	}
	return nil
}

func (s *shop) printRight(ctx context.Context, id int) error {
	wctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := s.s.Save(wctx, nil); err != nil {
		s.mark(ctx, id, err.Error())
		return err
	}
	return nil
}

// Something else is tried instead.
func (s *shop) printElse(ctx context.Context, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := s.s.Save(ctx, nil); err != nil {
		return s.mark(ctx, id, err.Error())
	}
	return nil
}

// A read for the message changes nothing.
func (s *shop) printReads(ctx context.Context, id int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := s.s.Save(ctx, nil); err != nil {
		var name string
		_ = s.db.QueryRowContext(ctx, "SELECT name FROM failed_jobs WHERE id = ?", id).Scan(&name)
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// A ledger keeps how each job ended.
type ledger interface {
	Set(ctx context.Context, id, state string) error
	Do(ctx context.Context, id string) error
}

func keepsState(ctx context.Context, l ledger, id string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	defer func() {
		state := "done"
		if err != nil {
			state = "failed"
		}
		_ = l.Set(ctx, id, state) // want `ledger.Set is to keep how keepsState ended, but under ctx, whose limit \(made at failed.go:\d+\) may be what ended it`
	}()
	return l.Do(ctx, id)
}

func keepsText(parent context.Context, l ledger, id string) (err error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	defer func() {
		if serr := l.Set(ctx, id, fmt.Sprint(err)); serr != nil { // want `is to keep how keepsText ended`
			log.Print(serr)
		}
	}()
	err = l.Do(ctx, id)
	return err
}

// The limit is the work's alone.
func keepsStateRight(parent context.Context, l ledger, id string) (err error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	defer func() {
		state := "done"
		if err != nil {
			state = "failed"
		}
		_ = l.Set(parent, id, state)
	}()
	return l.Do(ctx, id)
}

// That it is over is all that is said.
func keepsNothing(ctx context.Context, l ledger, id string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	defer func() {
		_ = l.Set(ctx, id, "left")
	}()
	return l.Do(ctx, id)
}
