package lasting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

// The status becomes an error in a function that the attempt calls.
func fetch(ctx context.Context, id string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://meters/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 { // want `the loop repeats every status but success`
		return nil, errors.New("meters answered " + resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func inLoop(ctx context.Context, id string) (b []byte, err error) {
	for i := range 5 {
		if i > 0 {
			time.Sleep(time.Second << i)
		}
		if b, err = fetch(ctx, id); err == nil {
			return b, nil
		}
	}
	return nil, err
}

func (m *meter) load(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://meters/"+id, nil)
	if err != nil {
		return retry.Unrecoverable(err)
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK { // want `retry.Do repeats every status but success`
		return fmt.Errorf("meters answered %s", resp.Status)
	}
	return nil
}

func (m *meter) inDriver(ctx context.Context, id string) error {
	return retry.Do(func() error { return m.load(ctx, id) }, retry.Attempts(6), retry.Delay(2*time.Second), retry.Context(ctx))
}

// What the loop ends at is inside of the error.
var errFinal = errors.New("meters refused")

func fetchFinal(ctx context.Context, id string) ([]byte, error) {
	resp, err := http.Get("http://meters/" + id)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: %s", errFinal, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func endsAtFinal(ctx context.Context, id string) ([]byte, error) {
	for n := 1; ; n++ {
		b, err := fetchFinal(ctx, id)
		if err == nil || n == 5 || errors.Is(err, errFinal) {
			return b, err
		}
		time.Sleep(time.Second << n)
	}
}

// The closure judges the error; another one repeats for half a second only.
func fetchPlain(ctx context.Context, id string) error {
	resp, err := http.Get("http://meters/" + id)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("meters answered %s", resp.Status)
	}
	return nil
}

func judged(ctx context.Context, id string) error {
	return retry.Do(func() error {
		err := fetchPlain(ctx, id)
		if err != nil && lastingText(err) {
			return retry.Unrecoverable(err)
		}
		return err
	}, retry.Attempts(6), retry.Delay(2*time.Second), retry.Context(ctx))
}

func lastingText(err error) bool { return err.Error() == "meters answered 404" }

func brief(ctx context.Context, id string) error {
	return retry.Do(func() error { return fetchPlain(ctx, id) }, retry.Attempts(3), retry.Delay(200*time.Millisecond), retry.Context(ctx))
}
