package drawn

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

func numbered(ctx context.Context, hc *http.Client, order string) (err error) {
	for i := range 3 {
		req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://bank/charges", strings.NewReader("a"))
		req.Header.Set("Idempotency-Key", fmt.Sprintf("%s-%d", order, i))
		resp, e := hc.Do(req) // want `has a key \(Idempotency-Key\) made of the number of the attempt, so that each attempt of the loop \(3 attempts\) has another`
		if e == nil {
			return resp.Body.Close()
		}
		err = e
		time.Sleep(time.Second)
	}
	return err
}

func numberedBefore(ctx context.Context, hc *http.Client, order string) (err error) {
	key := order + uuid.NewString()
	for i := range 3 {
		req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://bank/charges", strings.NewReader("a"))
		req.Header.Set("Idempotency-Key", key)
		req.Header.Set("Attempt", fmt.Sprint(i))
		resp, e := hc.Do(req)
		if e == nil {
			return resp.Body.Close()
		}
		err = e
		time.Sleep(time.Second)
	}
	return err
}

// The number is that of the charge: all attempts of one send the same.
func each(ctx context.Context, hc *http.Client, order string, charges []string) (err error) {
	for i := range charges {
		for n := 0; n < 3; n++ {
			req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://bank/charges", strings.NewReader(charges[i]))
			req.Header.Set("Idempotency-Key", fmt.Sprintf("%s-%d", order, i))
			var resp *http.Response
			if resp, err = hc.Do(req); err == nil {
				resp.Body.Close()
				break
			}
			time.Sleep(time.Second)
		}
	}
	return err
}
