// Package good reads build secrets for a build runner.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v4"

	"faultfield6/cases/retry-hygiene-secret-denied/good/vault"
)

// Secrets gives builds their secrets.
type Secrets struct {
	vault *vault.Client
	log   *slog.Logger
}

// NewSecrets reads from v.
func NewSecrets(v *vault.Client, log *slog.Logger) *Secrets { return &Secrets{vault: v, log: log} }

// Env returns the values of the named secrets. The vault restarts for a minute or so every night.
func (s *Secrets) Env(ctx context.Context, project string, names []string) (map[string]string, error) {
	env := make(map[string]string, len(names))
	for _, name := range names {
		value, err := s.get(ctx, project, name)
		if err != nil {
			return nil, fmt.Errorf("secret %s of %s: %w", name, project, err)
		}
		env[name] = value
	}
	return env, nil
}

func (s *Secrets) get(ctx context.Context, project, name string) (string, error) {
	policy := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(300*time.Millisecond),
		backoff.WithMaxInterval(15*time.Second),
		backoff.WithMaxElapsedTime(3*time.Minute),
	)
	read := func() (string, error) {
		value, err := s.vault.Read(ctx, project, name)
		if errors.Is(err, vault.ErrRefused) {
			return "", backoff.Permanent(err)
		}
		return value, err
	}
	return backoff.RetryNotifyWithData(read, backoff.WithContext(policy, ctx), func(err error, next time.Duration) {
		s.log.Info("secret not available", "project", project, "name", name, "next", next, "err", err)
	})
}
