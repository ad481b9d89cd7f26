package lasting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/sethvargo/go-retry"
)

type register struct{ client *http.Client }

type statusError struct {
	code int
	text string
}

func (e *statusError) Error() string { return fmt.Sprint(e.code, e.text) }

type answer int

func (a answer) Error() string { return fmt.Sprint(int(a)) }

func pauses() retry.Backoff { return nil }

// Every status but success is marked.
func (r *register) get(ctx context.Context, id string) error {
	resp, err := r.client.Get("http://register/" + id)
	if err != nil {
		return retry.RetryableError(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		detail, _ := io.ReadAll(resp.Body)
		return retry.RetryableError(&statusError{code: resp.StatusCode, text: string(detail)}) // want `every status but success is marked as one to be repeated`
	}
	return nil
}

func (r *register) marked(ctx context.Context, id string) error {
	return retry.Do(ctx, retry.WithMaxRetries(5, retry.NewConstant(time.Second)), func(ctx context.Context) error { return r.get(ctx, id) })
}

// Only what passes is marked.
func (r *register) getRight(ctx context.Context, id string) error {
	resp, err := r.client.Get("http://register/" + id)
	if err != nil {
		return retry.RetryableError(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests {
		return retry.RetryableError(&statusError{code: resp.StatusCode})
	}
	if resp.StatusCode != http.StatusOK {
		return &statusError{code: resp.StatusCode}
	}
	return nil
}

func (r *register) markedRight(ctx context.Context, id string) error {
	return retry.Do(ctx, retry.WithMaxRetries(5, retry.NewConstant(time.Second)), func(ctx context.Context) error { return r.getRight(ctx, id) })
}

// What is marked is asked for before.
func (r *register) getAsked(ctx context.Context, id string) error {
	resp, err := r.client.Get("http://register/" + id)
	if err != nil {
		return retry.RetryableError(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		if gone(resp) {
			return errors.New("gone")
		}
		return retry.RetryableError(&statusError{code: resp.StatusCode})
	}
	return nil
}

func gone(resp *http.Response) bool { return resp.StatusCode == http.StatusGone }

func (r *register) markedAsked(ctx context.Context, id string) error {
	return retry.Do(ctx, retry.WithMaxRetries(5, retry.NewConstant(time.Second)), func(ctx context.Context) error { return r.getAsked(ctx, id) })
}

// Half a second in all.
func (r *register) markedShort(ctx context.Context, id string) error {
	return retry.Do(ctx, retry.WithMaxRetries(5, retry.NewConstant(100*time.Millisecond)), func(ctx context.Context) error { return r.getPlain(ctx, id) })
}

func (r *register) getPlain(ctx context.Context, id string) error {
	resp, err := r.client.Get("http://register/" + id)
	if err != nil {
		return retry.RetryableError(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return retry.RetryableError(&statusError{code: resp.StatusCode})
	}
	return nil
}

// It waits until the register is there.
func (r *register) waitForRegister(ctx context.Context, id string) error {
	return retry.Do(ctx, retry.WithMaxRetries(50, retry.NewConstant(time.Second)), func(ctx context.Context) error { return r.getPlain(ctx, id) })
}

// Success leaves before, and a limit of time ends the attempts.
func (r *register) put(ctx context.Context, id string) error {
	resp, err := r.client.Get("http://register/" + id)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 == 2 {
		return nil
	}
	text, _ := io.ReadAll(resp.Body)
	return fmt.Errorf("register answered %s: %s", resp.Status, text) // want `backoff.Retry repeats every status but success`
}

func (r *register) forMinutes(ctx context.Context, id string) error {
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(2 * time.Minute))
	return backoff.Retry(func() error { return r.put(ctx, id) }, backoff.WithContext(b, ctx))
}

// Another way out looks at the answer.
func (r *register) putOtherwise(ctx context.Context, id string) error {
	resp, err := r.client.Get("http://register/" + id)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 == 2 {
		return nil
	}
	var problem struct{ Final bool }
	if json.NewDecoder(resp.Body).Decode(&problem) == nil && problem.Final {
		return backoff.Permanent(errors.New("final"))
	}
	return fmt.Errorf("register answered %s", resp.Status)
}

func (r *register) otherwise(ctx context.Context, id string) error {
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(2 * time.Minute))
	return backoff.Retry(func() error { return r.putOtherwise(ctx, id) }, backoff.WithContext(b, ctx))
}

// The connection stays as long as it delivers: it is to be found again whatever it says.
func (r *register) follow(ctx context.Context, up func()) error {
	resp, err := r.client.Get("http://register/events")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("register answered %s", resp.Status)
	}
	dec := json.NewDecoder(resp.Body)
	for {
		var v string
		if err := dec.Decode(&v); err != nil {
			return err
		}
		up()
	}
}

func (r *register) following(ctx context.Context) error {
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(2 * time.Minute))
	return backoff.Retry(func() error { return r.follow(ctx, b.Reset) }, backoff.WithContext(b, ctx))
}

// The status is the error, of a number's type: a policy out of sight may ask for it.
func (r *register) beat(id string) error {
	resp, err := r.client.Get("http://register/" + id)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return answer(resp.StatusCode)
	}
	return nil
}

func (r *register) beats(id string) (err error) {
	for range 4 {
		if err = r.beat(id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (r *register) beatsRight(id string) (err error) {
	for range 4 {
		err = r.beat(id)
		var a answer
		if err == nil || errors.As(err, &a) && a < 500 {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// A function makes the error of the answer, and names refusals.
var (
	errDenied = errors.New("denied")
	errNone   = errors.New("none")
)

func refusal(resp *http.Response) error {
	switch resp.StatusCode {
	case http.StatusUnauthorized:
		return errDenied
	case http.StatusNotFound:
		return errNone
	}
	return fmt.Errorf("register answered %s", resp.Status)
}

func (r *register) load(id string) error {
	resp, err := r.client.Get("http://register/" + id)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return refusal(resp)
	}
	return nil
}

func (r *register) loads(id string) error {
	return avast.Do(func() error { return r.load(id) }, avast.Attempts(5), avast.Delay(time.Second)) // want `avast.Do repeats also lasting.errDenied|retry.Do repeats also lasting.errDenied`
}

func (r *register) loadsRight(id string) error {
	return avast.Do(func() error {
		err := r.load(id)
		if errors.Is(err, errDenied) || errors.Is(err, errNone) {
			return avast.Unrecoverable(err)
		}
		return err
	}, avast.Attempts(5), avast.Delay(time.Second))
}
