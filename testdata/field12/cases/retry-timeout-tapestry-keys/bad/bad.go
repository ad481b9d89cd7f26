// Package bad reads the keys of a tapestry store from Vault.
// The Vault client repeats a failed read up to four times by itself, and retry-go around it makes
// five rounds of that: one key costs a sealed or overloaded Vault twenty-five requests.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v4"
	vault "github.com/hashicorp/vault/api"
)

const (
	rounds      = 5
	callTimeout = 8 * time.Second
	keyBudget   = time.Minute
)

// ErrNoKey says that no key is stored for a weaver.
var ErrNoKey = errors.New("no key")

// Keys reads keys of weavers.
type Keys struct {
	client *vault.Client
	log    *slog.Logger
}

// Open returns a Keys for the Vault at addr.
func Open(addr, token string, log *slog.Logger) (*Keys, error) {
	cfg := vault.DefaultConfig()
	if cfg.Error != nil {
		return nil, fmt.Errorf("vault defaults: %w", cfg.Error)
	}
	cfg.Address = addr
	cfg.Timeout = callTimeout
	cfg.MaxRetries = 4 // OR retry-timeout
	client, err := vault.NewClient(cfg)
	if err != nil {
		return nil, fmt.Errorf("vault client: %w", err)
	}
	client.SetToken(token)
	return &Keys{client: client, log: log}, nil
}

// Of returns the key of a weaver.
func (k *Keys) Of(ctx context.Context, weaver string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, keyBudget)
	defer cancel()
	key, err := retry.DoWithData( // OR retry-timeout
		func() (string, error) { return k.read(ctx, weaver) }, // EXPECT retry-timeout
		retry.Context(ctx),
		retry.Attempts(rounds), // OR retry-timeout
		retry.Delay(300*time.Millisecond),
		retry.MaxJitter(300*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.OnRetry(func(n uint, err error) {
			k.log.Warn("key not read", "weaver", weaver, "round", n+1, "err", err)
		}),
	)
	if err != nil {
		return "", fmt.Errorf("key of %s: %w", weaver, err)
	}
	return key, nil
}

func (k *Keys) read(ctx context.Context, weaver string) (string, error) {
	secret, err := k.client.Logical().ReadWithContext(ctx, "tapestry/keys/"+weaver) // OR retry-timeout
	var re *vault.ResponseError
	if errors.As(err, &re) && re.StatusCode < 500 {
		return "", retry.Unrecoverable(err)
	}
	if err != nil {
		return "", err
	}
	if secret == nil {
		return "", retry.Unrecoverable(ErrNoKey)
	}
	key, ok := secret.Data["key"].(string)
	if !ok {
		return "", retry.Unrecoverable(fmt.Errorf("%w: entry has another form", ErrNoKey))
	}
	return key, nil
}
