// Package good waits at start-up for the key store to be unsealed.
// The minute given to backoff is looked at only between two tries, and each try ends after at most
// three seconds.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
)

var errSealed = errors.New("key store is sealed")

type status struct {
	Sealed  bool   `json:"sealed"`
	Version string `json:"version"`
}

// KeyStore is the key store's status page.
type KeyStore struct {
	addr   string
	client *http.Client
	log    *slog.Logger
}

// NewKeyStore returns the key store at addr.
func NewKeyStore(addr string, log *slog.Logger) *KeyStore {
	return &KeyStore{addr: addr, client: &http.Client{Timeout: 3 * time.Second}, log: log}
}

// Boot waits for the key store and then runs the service.
func Boot(k *KeyStore, run func(context.Context, string) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	version, err := k.await(ctx)
	if err != nil {
		return err
	}
	return run(ctx, version)
}

func (k *KeyStore) await(ctx context.Context) (string, error) {
	version, err := backoff.Retry(ctx, func() (string, error) {
		s, err := k.status(ctx)
		if err != nil {
			return "", err
		}
		if s.Sealed {
			return "", errSealed
		}
		return s.Version, nil
	},
		backoff.WithBackOff(&backoff.ExponentialBackOff{InitialInterval: 200 * time.Millisecond, RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: 5 * time.Second}),
		backoff.WithMaxElapsedTime(time.Minute),
		backoff.WithNotify(func(err error, d time.Duration) { k.log.Info("key store not ready", "err", err, "next", d) }),
	)
	if err != nil {
		return "", fmt.Errorf("key store at %s: %w", k.addr, err)
	}
	return version, nil
}

func (k *KeyStore) status(ctx context.Context) (status, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.addr+"/v1/sys/seal-status", nil)
	if err != nil {
		return status{}, backoff.Permanent(err)
	}
	resp, err := k.client.Do(req)
	if err != nil {
		return status{}, err
	}
	defer resp.Body.Close()
	var s status
	err = json.NewDecoder(resp.Body).Decode(&s)
	return s, err
}
