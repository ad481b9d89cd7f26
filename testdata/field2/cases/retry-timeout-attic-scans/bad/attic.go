// Package bad stores scanned letters in an archive over the network.
// The archive sometimes swallows a write and never answers. The minute that was meant for one
// write is started before the retries, so the tries after a hang find it used up already.
package bad

import (
	"context"
	"faultfield2/cases/retry-timeout-attic-scans/bad/again"
	"fmt"
	"log/slog"
	"time"
)

const writeLimit = time.Minute

var policy = again.Options{First: 200 * time.Millisecond, Max: 5 * time.Second, Tries: 6}

// Vault is the remote archive.
type Vault interface {
	Put(ctx context.Context, name string, data []byte) error
}

// Attic keeps scans.
type Attic struct {
	vault Vault
	log   *slog.Logger
}

// Store writes one scan. Storing the same scan again replaces it.
func (a *Attic) Store(ctx context.Context, shelf string, page int, scan []byte) error {
	name := fmt.Sprintf("%s/%04d.png", shelf, page)
	writeCtx, cancel := context.WithTimeout(ctx, writeLimit) // EXPECT retry-timeout
	defer cancel()
	var err error
	for r := again.Start(ctx, policy); r.Next(); { // OR retry-timeout
		err = a.vault.Put(writeCtx, name, scan) // OR retry-timeout
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			break
		}
		a.log.Warn("scan not stored yet", "name", name, "try", r.Count(), "err", err)
	}
	return fmt.Errorf("store %s: %w", name, err)
}
