// Package good pushes appointments to a calendar server. The pauses between attempts end at
// ten seconds; a server that asks for more than a minute ends the push with an error, and the
// appointment is left to the next run.
package good

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	attempts = 4
	longest  = 10 * time.Second
	patience = time.Minute // for a pause the server asks for
)

// Appointment is an iCalendar object.
type Appointment struct {
	UID  string
	ICal []byte
}

// later is the answer of a server that wants to be left alone for a while.
type later struct {
	status string
	after  time.Duration // zero if it did not say
}

func (l *later) Error() string { return "server answered " + l.status }

// Calendar is one remote calendar. Its turn makes pushes go one by one.
type Calendar struct {
	hc   *http.Client // with a timeout
	url  string
	turn chan struct{}
}

// NewCalendar returns the calendar at u.
func NewCalendar(hc *http.Client, u string) *Calendar {
	return &Calendar{hc: hc, url: u, turn: make(chan struct{}, 1)}
}

// Push stores an appointment under its UID.
func (c *Calendar) Push(ctx context.Context, a Appointment) error {
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	for n := 1; ; n++ {
		err := c.put(ctx, a)
		var l *later
		if err == nil || !errors.As(err, &l) || n == attempts {
			return err
		}
		if l.after > patience {
			return fmt.Errorf("asked to wait %s: %w", l.after, err)
		}
		timer := time.NewTimer(pause(n, l.after))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		}
	}
}

// pause is what the server asked for or, if it did not, an interval that grows.
func pause(n int, asked time.Duration) time.Duration {
	if asked > 0 {
		return asked + rand.N(time.Second)
	}
	d := min(time.Second<<n, longest)
	return d/2 + rand.N(d/2)
}

func (c *Calendar) put(ctx context.Context, a Appointment) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.url+"/"+url.PathEscape(a.UID)+".ics", bytes.NewReader(a.ICal))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "text/calendar")
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode == http.StatusServiceUnavailable:
		secs, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return &later{status: resp.Status, after: time.Duration(secs) * time.Second}
	}
	return fmt.Errorf("put %s: %s", a.UID, resp.Status)
}
