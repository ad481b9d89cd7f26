// Package good loads a piece of sheet music from whichever archive has it.
// The short context is for finding the archives only; each download gets its own limit under the
// context of the call.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const (
	loadBudget    = 40 * time.Second
	findLimit     = 1500 * time.Millisecond
	downloadLimit = 12 * time.Second
	maxArchives   = 3
	maxScore      = 16 << 20
)

// Finder knows which archives hold a piece, the nearest first.
type Finder interface {
	Archives(ctx context.Context, piece string) ([]string, error)
}

// Library loads sheet music.
type Library struct {
	finder Finder
	client *http.Client
	log    *slog.Logger
}

// NewLibrary returns a Library that downloads through client.
func NewLibrary(f Finder, client *http.Client, log *slog.Logger) *Library {
	return &Library{finder: f, client: client, log: log}
}

// Load returns the score of a piece.
func (l *Library) Load(ctx context.Context, piece string) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, loadBudget)
	defer stop()

	findCtx, cancel := context.WithTimeout(ctx, findLimit)
	defer cancel()
	archives, err := l.finder.Archives(findCtx, piece)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", piece, err)
	}
	if len(archives) > maxArchives {
		archives = archives[:maxArchives]
	}

	var errs []error
	for _, archive := range archives {
		score, err := l.download(ctx, archive, piece)
		if err == nil {
			return score, nil
		}
		l.log.Warn("archive failed", "archive", archive, "piece", piece, "err", err)
		errs = append(errs, fmt.Errorf("%s: %w", archive, err))
		if ctx.Err() != nil {
			break
		}
	}
	if len(errs) == 0 {
		return nil, fmt.Errorf("no archive has %s", piece)
	}
	return nil, fmt.Errorf("load %s: %w", piece, errors.Join(errs...))
}

func (l *Library) download(ctx context.Context, archive, piece string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, downloadLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, archive+"/scores/"+url.PathEscape(piece), nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("archive answered %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxScore))
}
