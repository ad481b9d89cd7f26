// Package ok gets firmware images for vending machines over bad mobile links.
package ok

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"faultfield6/cases/ok-retry-timeout-firmware-layers/link"
)

// ErrDamaged is returned for an image that does not match its checksum.
var ErrDamaged = errors.New("image is damaged")

// Image names an image and says what it must be.
type Image struct {
	Path string
	Sum  string // SHA-256, hexadecimal
}

// Store gets images.
type Store struct {
	link *link.Client
	log  *slog.Logger
}

// NewStore returns a store at base.
func NewStore(base string, log *slog.Logger) *Store {
	return &Store{link: link.NewClient(base), log: log}
}

// Image returns an image. The link takes care of its own failures; only an image that came
// complete and is damaged all the same is fetched a second time.
func (s *Store) Image(ctx context.Context, img Image) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Minute)
	defer cancel()
	for round := 1; ; round++ {
		data, err := s.link.Get(ctx, img.Path)
		if err != nil {
			return nil, fmt.Errorf("image %s: %w", img.Path, err)
		}
		if err = verify(data, img.Sum); err == nil {
			return data, nil
		}
		if round == 2 {
			return nil, fmt.Errorf("image %s: %w", img.Path, err)
		}
		s.log.Warn("damaged image, fetching it anew", "image", img.Path, "bytes", len(data))
	}
}

func verify(data []byte, want string) error {
	sum := sha256.Sum256(data)
	if hex.EncodeToString(sum[:]) != want {
		return ErrDamaged
	}
	return nil
}
