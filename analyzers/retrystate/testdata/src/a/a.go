// Package a holds state that grows with each attempt, and state that does not.
package a

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

func again(f func() error) error {
	var err error
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func rows(ctx context.Context, db *sql.DB) ([]int, error) {
	var out []int
	err := again(func() error {
		rs, err := db.QueryContext(ctx, "SELECT n FROM t")
		if err != nil {
			return err
		}
		defer rs.Close()
		for rs.Next() {
			var n int
			if err := rs.Scan(&n); err != nil {
				return err
			}
			out = append(out, n) // want `each attempt appends to out, which is declared outside of it`
		}
		return rs.Err()
	})
	return out, err
}

func rowsReset(ctx context.Context, db *sql.DB) ([]int, error) {
	var out []int
	err := again(func() error {
		out = out[:0]
		rs, err := db.QueryContext(ctx, "SELECT n FROM t")
		if err != nil {
			return err
		}
		defer rs.Close()
		for rs.Next() {
			var n int
			if err := rs.Scan(&n); err != nil {
				return err
			}
			out = append(out, n)
		}
		return rs.Err()
	})
	return out, err
}

func rowsOwn(ctx context.Context, db *sql.DB) ([]int, error) {
	var out []int
	err := again(func() error {
		var own []int
		rs, err := db.QueryContext(ctx, "SELECT n FROM t")
		if err != nil {
			return err
		}
		defer rs.Close()
		for rs.Next() {
			var n int
			if err := rs.Scan(&n); err != nil {
				return err
			}
			own = append(own, n)
		}
		out = own
		return rs.Err()
	})
	return out, err
}

func sum(ctx context.Context, db *sql.DB) (int, error) {
	total := 0
	err := again(func() error {
		rs, err := db.QueryContext(ctx, "SELECT n FROM t")
		if err != nil {
			return err
		}
		defer rs.Close()
		for rs.Next() {
			var n int
			if err := rs.Scan(&n); err != nil {
				return err
			}
			total += n // want `each attempt changes total relative to its old value`
		}
		return rs.Err()
	})
	return total, err
}

type account struct{ points int }

func (a *account) save(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "UPDATE accounts SET points = $1", a.points)
	return err
}

func grant(ctx context.Context, db *sql.DB, a *account, n int) error {
	return again(func() error {
		a.points += n // want `each attempt changes a.points relative to its old value`
		_, err := db.ExecContext(ctx, "UPDATE accounts SET points = $1", a.points)
		return err
	})
}

func grantOnce(ctx context.Context, db *sql.DB, a *account) error {
	a.points += 10
	return again(func() error { return a.save(ctx, db) })
}

// log keeps what went wrong.
func log(get func() error) error {
	var errs []error
	for range 3 {
		err := get()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		time.Sleep(time.Second)
	}
	return errors.Join(errs...)
}

func tries(get func() error) (int, error) {
	n := 0
	err := again(func() error {
		n++
		return get()
	})
	return n, err
}

func text(hc *http.Client, url string) (string, error) {
	var b strings.Builder
	err := again(func() error {
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(&b, resp.Body) // want `each attempt writes into b, which keeps what attempts before it wrote`
		return err
	})
	return b.String(), err
}

func textReset(hc *http.Client, url string) (string, error) {
	var b strings.Builder
	err := again(func() error {
		b.Reset()
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(&b, resp.Body)
		return err
	})
	return b.String(), err
}

// bundles asks one place after the other: the first failure ends it.
func bundles(hc *http.Client, urls []string) ([]string, error) {
	var out []string
	for _, u := range urls {
		resp, err := hc.Get(u)
		if err != nil {
			return nil, err
		}
		raw, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 200 || resp.StatusCode >= 300 {
			return nil, errors.New(resp.Status)
		}
		for _, l := range strings.Split(string(raw), "\n") {
			out = append(out, l)
		}
	}
	return out, nil
}
