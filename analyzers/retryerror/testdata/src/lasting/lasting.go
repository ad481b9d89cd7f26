package lasting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"k8s.io/apimachinery/pkg/util/wait"
)

type meter struct{ client *http.Client }

func (m *meter) send(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://meters/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The same answer each time, for seven seconds.
func (m *meter) every(ctx context.Context, id string) ([]byte, error) {
	var last error
	for i := 0; i < 4; i++ {
		if i > 0 {
			time.Sleep(time.Second << (i - 1))
		}
		resp, err := m.client.Get("http://meters/" + id)
		if err != nil {
			last = err
			continue
		}
		if resp.StatusCode != http.StatusOK { // want `the loop repeats every status but success, also 400, 401, 403 and 404`
			resp.Body.Close()
			last = fmt.Errorf("status %d", resp.StatusCode)
			continue
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	}
	return nil, last
}

func (m *meter) driven(ctx context.Context, id string) error {
	return retry.Do(func() error {
		resp, err := m.client.Get("http://meters/" + id)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode/100 != 2 { // want `retry.Do repeats every status but success`
			return fmt.Errorf("status %s", resp.Status)
		}
		return nil
	}, retry.Attempts(8), retry.Delay(time.Second), retry.Context(ctx))
}

// Told apart.
func (m *meter) toldApart(ctx context.Context, id string) (last error) {
	for i := 0; i < 4; i++ {
		time.Sleep(time.Second)
		resp, err := m.client.Get("http://meters/" + id)
		if err != nil {
			last = err
			continue
		}
		resp.Body.Close()
		if resp.StatusCode >= 400 && resp.StatusCode < 500 {
			return fmt.Errorf("status %d", resp.StatusCode)
		}
		if resp.StatusCode != 200 {
			last = fmt.Errorf("status %d", resp.StatusCode)
			continue
		}
		return nil
	}
	return last
}

// Told apart by a function.
func (m *meter) asked(ctx context.Context, id string) (last error) {
	for i := 0; i < 4; i++ {
		time.Sleep(time.Second)
		resp, err := m.client.Get("http://meters/" + id)
		if err != nil {
			last = err
			continue
		}
		resp.Body.Close()
		if !passes(resp.StatusCode) {
			return errors.New(resp.Status)
		}
		if resp.StatusCode != 200 {
			last = errors.New(resp.Status)
			continue
		}
		return nil
	}
	return last
}

func passes(code int) bool { return code >= 500 || code == 429 }

// Short: any failure is taken for one that passes.
func (m *meter) short(id string) error {
	return retry.Do(func() error {
		resp, err := m.client.Get("http://meters/" + id)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != 200 {
			return errors.New(resp.Status)
		}
		return nil
	}, retry.Attempts(3), retry.Delay(50*time.Millisecond))
}

func (m *meter) sameBytes(ctx context.Context, raw []byte) error {
	return retry.Do(func() error {
		var id string
		if err := json.Unmarshal(raw, &id); err != nil {
			return fmt.Errorf("reading: %w", err) // want `raw is the same in each attempt, so what cannot be decoded never can`
		}
		return m.send(ctx, id)
	}, retry.Attempts(3), retry.Context(ctx))
}

func (m *meter) freshBytes(ctx context.Context) error {
	return retry.Do(func() error {
		resp, err := m.client.Get("http://meters/")
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		raw, err := io.ReadAll(resp.Body)
		if err != nil {
			return err
		}
		var id string
		if err := json.Unmarshal(raw, &id); err != nil {
			return err
		}
		return m.send(ctx, id)
	}, retry.Attempts(3), retry.Context(ctx))
}

// Leaves by break after a success, and by its head after the last failure.
func (m *meter) nilAfterBreak(ctx context.Context, id string) error {
	for i := 0; i < 5; i++ {
		err := m.send(ctx, id)
		if err == nil {
			break
		}
		log.Print(err)
		time.Sleep(time.Duration(i) * 100 * time.Millisecond)
	}
	return nil // want `when all attempts of the loop have failed, the function returns nil here`
}

func (m *meter) lastOneTold(ctx context.Context, id string) error {
	for i := 0; i < 5; i++ {
		err := m.send(ctx, id)
		if err == nil {
			break
		}
		if i == 4 {
			return err
		}
		time.Sleep(time.Duration(i) * 100 * time.Millisecond)
	}
	return nil
}

func (m *meter) nilAfterTime(ctx context.Context, id string) error {
	end := time.Now().Add(time.Minute)
	for time.Now().Before(end) {
		if err := m.send(ctx, id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil // want `the function returns nil here`
}

func (m *meter) bareShadowed(ctx context.Context, id string) (err error) {
	for n := 0; n < 4; n++ {
		if err := m.send(ctx, id); err != nil {
			time.Sleep(time.Duration(n) * 10 * time.Millisecond)
			continue
		}
		return nil
	}
	return // want `err is always nil here`
}

func (m *meter) bareSet(ctx context.Context, id string) (err error) {
	for n := 0; n < 4; n++ {
		if err = m.send(ctx, id); err == nil {
			return
		}
		time.Sleep(time.Duration(n) * 10 * time.Millisecond)
	}
	return
}

func (m *meter) wrappedStops(ctx context.Context, id string) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Second, Factor: 2}, func() (bool, error) {
		if err := m.send(ctx, id); err != nil {
			return false, fmt.Errorf("sending: %w", err) // want `this one returns every error`
		}
		return true, nil
	})
}

func (m *meter) goesOnCanceled(ctx context.Context, id string) error {
	return retry.Do(func() error { return m.send(ctx, id) }, retry.Attempts(3), retry.Context(ctx),
		retry.RetryIf(func(err error) bool {
			return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.Canceled) // want `goes on after context.Canceled`
		}))
}

func (m *meter) leavesCanceled(ctx context.Context, id string) error {
	return retry.Do(func() error { return m.send(ctx, id) }, retry.Attempts(3), retry.Context(ctx),
		retry.RetryIf(func(err error) bool {
			return errors.Is(err, io.ErrUnexpectedEOF) || !errors.Is(err, context.Canceled)
		}))
}

var errBusy = errors.New("busy")

// One kind of failure needs no more than its name.
func (m *meter) oneKind(ctx context.Context, id string) error {
	for i := 0; i < 5; i++ {
		resp, err := m.client.Get("http://meters/" + id)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusTooManyRequests {
			continue
		}
		return nil
	}
	return errBusy
}

// Returns an error that was found to be nil before the loop.
func (m *meter) errBefore(ctx context.Context, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	for i := 0; i < 3; i++ {
		if e := m.send(ctx, string(b)); e == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * 10 * time.Millisecond)
	}
	return err // want `err is always nil here: it was found to be so before the loop`
}

func (m *meter) errInside(ctx context.Context, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	for i := 0; i < 3; i++ {
		if err = m.send(ctx, string(b)); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * 10 * time.Millisecond)
	}
	return err
}

func (m *meter) givesUp(ctx context.Context, id string, tries int) error {
	for n := 1; ; n++ {
		err := m.send(ctx, id)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if n >= tries {
			return fmt.Errorf("gave up after %d tries", n) // want `says nothing of why it failed`
		}
		time.Sleep(time.Duration(n) * 10 * time.Millisecond)
	}
}

func (m *meter) givesUpWithCause(ctx context.Context, id string, tries int) error {
	for n := 1; ; n++ {
		err := m.send(ctx, id)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if n >= tries {
			return fmt.Errorf("gave up after %d tries: %w", n, err)
		}
		time.Sleep(time.Duration(n) * 10 * time.Millisecond)
	}
}
