// Package errs has predicates on errors.
package errs

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
)

type pgError struct {
	Code       string
	Constraint string
}

func (e *pgError) Error() string    { return e.Code }
func (e *pgError) SQLState() string { return e.Code }

type myError struct{ Number uint16 }

func (e *myError) Error() string { return "" }

type respError struct{ code int }

func (e *respError) Error() string       { return "" }
func (e *respError) HTTPStatusCode() int { return e.code }

const serialization = "40001"

// class: conflict
func conflict(err error) bool {
	var pg *pgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// class: status
func conflictOrMore(err error) bool {
	var pg *pgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "08006")
}

// class: any
func anything(err error) bool { return err != nil }

// class: conflict
func byMethod(err error) bool {
	var st interface{ SQLState() string }
	return errors.As(err, &st) && st.SQLState() == serialization
}

// class: conflict
func bySwitch(err error) bool {
	var pg *pgError
	if !errors.As(err, &pg) {
		return false
	}
	switch pg.Code {
	case "40001", "40P01":
		return true
	}
	return false
}

// class: conflict
func byList(err error) bool {
	var pg *pgError
	return errors.As(err, &pg) && slices.Contains([]string{"40001", "40P01"}, pg.Code)
}

// class: conflict
func unique(err error) bool {
	var pg *pgError
	return errors.As(err, &pg) && pg.Code == "23505" && pg.Constraint == "key"
}

// class: conflict
func byNumber(err error) bool {
	var my *myError
	return errors.As(err, &my) && (my.Number == 1213 || my.Number == 1205)
}

// class: unsent
func refused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }

// class: unsent
func dialing(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" || errors.Is(err, syscall.ECONNREFUSED)
}

// class: unsent
func badConn(err error) bool { return errors.Is(err, driver.ErrBadConn) }

// class: unknown
func network(err error) bool {
	var op *net.OpError
	return errors.As(err, &op)
}

// class: timeout
func timedOut(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// class: timeout
func netTimeout(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

// class: status
func serverFault(err error) bool {
	var re *respError
	return errors.As(err, &re) && re.HTTPStatusCode() >= 500
}

// class: unsent
func throttled(err error) bool {
	var re *respError
	return errors.As(err, &re) && re.HTTPStatusCode() == http.StatusTooManyRequests
}

// class: refused
func throttledOrFault(err error) bool {
	var re *respError
	return errors.As(err, &re) && (re.HTTPStatusCode() == 429 || re.HTTPStatusCode() == 503)
}

// class: conflict
func nested(err error) bool { return conflict(err) }

// class: unsent
func conflictOrUnsent(err error) bool { return conflict(err) || refused(err) }

// class: unknown
func byFlag(err error) bool {
	ok := network(err)
	return ok
}

// class: conflict
func locked(err error) bool { return err != nil && strings.Contains(err.Error(), "database is locked") }

var errOutdated = errors.New("outdated")
var errFull = errors.New("full")
var errMixed = errors.New("mixed")

func patch(resp *http.Response) error {
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusPreconditionFailed:
		return errOutdated
	case http.StatusTooManyRequests:
		return fmt.Errorf("patch: %w", errFull)
	case http.StatusConflict:
		return errMixed
	}
	if resp.StatusCode >= 500 {
		return errMixed
	}
	return errors.New(resp.Status)
}

// class: conflict
func outdated(err error) bool { return errors.Is(err, errOutdated) }

// class: unsent
func full(err error) bool { return errors.Is(err, errFull) }

// class: status
func mixed(err error) bool { return errors.Is(err, errMixed) }

type turnedAway struct{ after int }

func (t *turnedAway) Error() string { return "" }

func ask(resp *http.Response) error {
	if resp.StatusCode == http.StatusTooManyRequests {
		return &turnedAway{3}
	}
	return nil
}

// class: unsent
func away(err error) bool {
	var t *turnedAway
	return errors.As(err, &t)
}

// class: unknown
func notOfErrors(n int) bool { return n > 3 }

// class: unknown
func counted(err error, n int) bool { return errors.Is(err, errors.ErrUnsupported) && n < 3 }
