// Package secrets finds the passwords that services need, in one of several places.
package secrets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
)

// ErrUnknown is returned when no provider has the secret.
var ErrUnknown = errors.New("unknown secret")

// Provider is one place.
type Provider interface {
	Secret(ctx context.Context, name string) (string, error)
}

// Env takes secrets from the environment.
type Env struct {
	Prefix string
}

// Secret implements Provider.
func (e Env) Secret(_ context.Context, name string) (string, error) {
	v, ok := os.LookupEnv(e.Prefix + strings.ToUpper(name))
	if !ok {
		return "", fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	return v, nil
}

// Mounted reads secrets from files that the platform mounts.
type Mounted struct {
	files fs.FS

	mu    sync.Mutex
	known map[string]string
}

// NewMounted returns a provider for the files of fsys.
func NewMounted(fsys fs.FS) *Mounted {
	return &Mounted{files: fsys, known: make(map[string]string)}
}

// Secret implements Provider.
func (m *Mounted) Secret(_ context.Context, name string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.known[name]; ok {
		return v, nil
	}
	raw, err := fs.ReadFile(m.files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	if err != nil {
		return "", err
	}
	v := strings.TrimRight(string(raw), "\n")
	m.known[name] = v
	return v, nil
}

// Chain asks providers in order.
type Chain []Provider

// Secret implements Provider.
func (c Chain) Secret(ctx context.Context, name string) (string, error) {
	for _, p := range c {
		v, err := p.Secret(ctx, name)
		if !errors.Is(err, ErrUnknown) {
			return v, err
		}
	}
	return "", fmt.Errorf("%s: %w", name, ErrUnknown)
}
