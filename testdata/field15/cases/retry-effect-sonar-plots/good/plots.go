// Package plots files the sonar plots of a survey boat ashore.
package plots

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/go-resty/resty/v2"
)

const filingBudget = 4 * time.Minute

// Shore is a client of the plot store ashore. A plot has its place there: to file it again
// replaces it.
type Shore struct {
	rest *resty.Client
}

// NewShore returns a client of the store at base; the link ashore is often lost for a moment.
func NewShore(base string) *Shore {
	rest := resty.New().
		SetBaseURL(base).
		SetTimeout(50 * time.Second).
		SetRetryCount(3).
		SetRetryResetReaders(true).
		SetRetryWaitTime(time.Second).
		SetRetryMaxWaitTime(8 * time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() == http.StatusServiceUnavailable
		})
	return &Shore{rest: rest}
}

// File sends the plot at path.
func (s *Shore) File(ctx context.Context, survey, path string) error {
	ctx, cancel := context.WithTimeout(ctx, filingBudget)
	defer cancel()

	plot, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open plot: %w", err)
	}
	defer plot.Close()

	name := filepath.Base(path)
	resp, err := s.rest.R().
		SetContext(ctx).
		SetPathParams(map[string]string{"survey": survey, "plot": name}).
		SetFileReader("plot", name, plot).
		Put("/surveys/{survey}/plots/{plot}")
	if err != nil {
		return fmt.Errorf("file %s: %w", name, err)
	}
	if resp.IsError() {
		return fmt.Errorf("file %s: %s", name, resp.Status())
	}
	return nil
}

// FileAll sends all plots of a survey, one after the other.
func (s *Shore) FileAll(ctx context.Context, survey, dir string) (int, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.xtf"))
	if err != nil {
		return 0, err
	}
	for n, path := range paths {
		if err := s.File(ctx, survey, path); err != nil {
			return n, err
		}
	}
	return len(paths), nil
}
