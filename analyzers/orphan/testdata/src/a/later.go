package a

import (
	"errors"
	"time"
)

// The second value is only offered: the first has room.
func inTime(fn func() error) error {
	errs, late := make(chan error, 1), make(chan struct{})
	go func() {
		err := fn()
		errs <- err
		select {
		case errs <- nil:
		case <-late:
			println(err.Error())
		}
	}()
	t := time.NewTimer(time.Second)
	defer t.Stop()
	select {
	case err := <-errs:
		return err
	case <-t.C:
		close(late)
		return errors.New("late")
	}
}

// Both are sent, whoever is there.
func inTimeTwice(fn func() error) error {
	errs := make(chan error, 1)
	go func() {
		errs <- fn() // want `2 values are sent, there is room for 1`
		errs <- nil
	}()
	t := time.NewTimer(time.Second)
	defer t.Stop()
	select {
	case err := <-errs:
		return err
	case <-t.C:
		return errors.New("late")
	}
}

// Two ways to be stuck for one reason are said once.
func copied(next func() (int, error), put func(int) error) error {
	done, rows := make(chan error), make(chan int)
	go func() {
		for n := range rows {
			if err := put(n); err != nil {
				done <- err // want `nothing receives from it once copied has left with an error`
				return
			}
		}
		done <- nil
	}()
	for range 10 {
		n, err := next()
		if err != nil {
			return err
		}
		select {
		case rows <- n:
		case err := <-done:
			return err
		}
	}
	close(rows)
	return <-done
}
