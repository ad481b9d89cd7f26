package a

import (
	"context"
	"database/sql"
	"encoding/json"
	"net"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"google.golang.org/grpc"
)

type rolls struct {
	db     *sql.DB
	policy failsafe.Executor[int]
}

func newRolls(db *sql.DB) *rolls {
	again := retrypolicy.NewBuilder[int]().WithMaxRetries(2).WithDelay(100 * time.Millisecond).Build()
	return &rolls{db, failsafe.With[int](again, timeout.New[int](2*time.Second))}
}

func (r *rolls) count(ctx context.Context) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	return r.policy.WithContext(ctx).Get(func() (int, error) {
		err := r.db.QueryRowContext(ctx, "SELECT 1").Scan(&n) // want `the limit of 2s on one attempt, set at unheard.go:\d+, ends the context of the attempt, but this call works with another one`
		return n, err
	})
}

// The function has a limit of its own.
func (r *rolls) limited(ctx context.Context) (n int, err error) {
	return r.policy.WithContext(ctx).Get(func() (int, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		err := r.db.QueryRowContext(ctx, "SELECT 1").Scan(&n)
		return n, err
	})
}

// A wait between the attempts under another context than that of all attempts.
func connects(ctx context.Context, addr string, limit time.Duration, tries int) (net.Conn, error) {
	dialCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var last error
	for try := range tries {
		if try > 0 {
			if err := rest(ctx, time.Second); err != nil {
				return nil, err
			}
		}
		conn, err := reach(dialCtx, addr) // want `all attempts share dialCtx, whose limit was set once, at unheard.go:\d+, while the loop goes on under ctx`
		if err == nil {
			return conn, nil
		}
		last = err
	}
	return nil, last
}

// The wait ends with the context that the attempts share.
func connectsUnder(ctx context.Context, addr string, limit time.Duration, tries int) (net.Conn, error) {
	dialCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var last error
	for try := range tries {
		if try > 0 {
			if err := rest(dialCtx, time.Second); err != nil {
				return nil, err
			}
		}
		conn, err := reach(dialCtx, addr)
		if err == nil {
			return conn, nil
		}
		last = err
	}
	return nil, last
}

// The end of the shared context is looked at.
func connectsWhile(ctx context.Context, addr string, limit time.Duration, tries int) (net.Conn, error) {
	dialCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var last error
	for try := range tries {
		if try > 0 {
			if err := rest(ctx, time.Second); err != nil {
				return nil, err
			}
		}
		conn, err := reach(dialCtx, addr)
		if err == nil {
			return conn, nil
		}
		if last = err; dialCtx.Err() != nil {
			break
		}
	}
	return nil, last
}

func reach(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", addr)
}

func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

type methodPolicy struct {
	MaxAttempts       int     `json:"maxAttempts"`
	InitialBackoff    string  `json:"initialBackoff"`
	MaxBackoff        string  `json:"maxBackoff"`
	BackoffMultiplier float64 `json:"backoffMultiplier"`
}

type methodSettings struct {
	Timeout     string        `json:"timeout,omitempty"`
	RetryPolicy *methodPolicy `json:"retryPolicy,omitempty"`
}

func dialStructs() {
	early := methodSettings{
		Timeout:     "0.5s", // want `the timeout of 500ms in this service config is the deadline of the whole call, with all attempts and pauses, and the pause after the first attempt alone takes 800ms`
		RetryPolicy: &methodPolicy{MaxAttempts: 4, InitialBackoff: "1s", MaxBackoff: "4s", BackoffMultiplier: 2},
	}
	short := map[string]any{
		"timeout":     "5s", // want `the pauses between the 4 attempts alone take 5.6s`
		"retryPolicy": map[string]any{"maxAttempts": 4, "initialBackoff": "1s", "maxBackoff": "4s", "backoffMultiplier": 2.0},
	}
	right := methodSettings{
		Timeout:     "15s",
		RetryPolicy: &methodPolicy{MaxAttempts: 4, InitialBackoff: "1s", MaxBackoff: "4s", BackoffMultiplier: 2},
	}
	config, _ := json.Marshal(map[string]any{"methodConfig": []any{early, short, right}})
	_, _ = grpc.NewClient("m", grpc.WithDefaultServiceConfig(string(config)))
	_, _ = grpc.NewClient("m", grpc.WithDefaultServiceConfig(`{"methodConfig":[{"name":[{}],"timeout":"0.3s","retryPolicy":{"maxAttempts":3,"initialBackoff":"1s","maxBackoff":"3s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}`)) // want `the timeout of 300ms in this service config`
}
