package a

import (
	"bytes"
	"errors"
	"net/http"
	"time"
)

// A refusal says that nothing was done.
func payRefused(c *http.Client, body []byte, login func() error) error {
	for range 3 {
		resp, err := c.Post("http://bank/pay", "application/json", bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == 401 || resp.StatusCode == 403 {
			if err := login(); err != nil {
				return err
			}
			continue
		}
		return nil
	}
	return errors.New("refused")
}

// A failure of the server does not.
func payFailed(c *http.Client, body []byte, login func() error) error {
	for range 3 {
		resp, err := c.Post("http://bank/pay", "application/json", bytes.NewReader(body)) // want `POST to .pay is repeated by the loop`
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == 401 || resp.StatusCode == 500 {
			if err := login(); err != nil {
				return err
			}
			continue
		}
		return nil
	}
	return errors.New("refused")
}

type limitError struct{ code, after string }

func (e *limitError) Error() string { return e.code }

type RateLimitedError struct{ after time.Duration }

func (e *RateLimitedError) Error() string { return "later" }

func post(c *http.Client, body []byte) error {
	resp, err := c.Post("http://bank/pay", "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// limited says how long to wait, and whether: what it leaves before is no limit.
func limited(err error) (time.Duration, bool) {
	var l *limitError
	errors.As(err, &l)
	if l.code != "M_LIMIT_EXCEEDED" {
		return 0, false
	}
	return time.Second, true
}

func payLimited(c *http.Client, body []byte) error {
	for {
		err := post(c, body)
		if err == nil {
			return nil
		}
		pause, ok := limited(err)
		if !ok {
			return err
		}
		time.Sleep(pause)
	}
}

// wait gives nil for a limit, after it.
func wait(err error) error {
	l, ok := err.(*RateLimitedError)
	if !ok {
		return err
	}
	time.Sleep(l.after)
	return nil
}

func payAfterWait(c *http.Client, body []byte) error {
	for {
		err := post(c, body)
		if err == nil {
			return nil
		}
		if err = wait(err); err != nil {
			return err
		}
	}
}

// calm gives nil for all that is not known to last.
func calm(err error) error {
	if errors.Is(err, errLasts) {
		return err
	}
	time.Sleep(time.Second)
	return nil
}

var errLasts = errors.New("lasts")

func payCalm(c *http.Client, body []byte) error {
	for {
		err := post(c, body) // want `is repeated by the loop`
		if err == nil {
			return nil
		}
		if err = calm(err); err != nil {
			return err
		}
	}
}
