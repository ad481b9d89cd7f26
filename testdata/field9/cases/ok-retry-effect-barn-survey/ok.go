// Package ok hands in the photographs of a survey of old barns. All tries of an upload share one
// open file, and it is right: each try reads the file through a reader of its own that starts at
// the beginning, and what is sent replaces what an earlier try may have left.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"time"
)

var errRefused = errors.New("archive refused the photograph")

// Survey hands photographs in.
type Survey struct {
	hc      *http.Client
	archive string
	tries   int
	budget  time.Duration
	log     *slog.Logger
}

// NewSurvey hands in at the archive with a URL.
func NewSurvey(archive string, log *slog.Logger) *Survey {
	return &Survey{hc: &http.Client{Timeout: 30 * time.Second}, archive: archive, tries: 3, budget: 2 * time.Minute, log: log}
}

// HandIn uploads the photograph of a barn.
func (s *Survey) HandIn(ctx context.Context, barn, path string) error {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	photo, err := os.Open(path)
	if err != nil {
		return err
	}
	defer photo.Close()
	info, err := photo.Stat()
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		err := s.put(ctx, barn, photo, info.Size())
		if err == nil {
			return nil
		}
		if try == s.tries || ctx.Err() != nil || errors.Is(err, errRefused) {
			return fmt.Errorf("hand in %s: %w", barn, err)
		}
		s.log.Warn("photograph not handed in", "barn", barn, "try", try, "err", err)
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(try)*time.Second + rand.N(time.Second)):
		}
	}
}

func (s *Survey) put(ctx context.Context, barn string, photo io.ReaderAt, size int64) error {
	body := io.NewSectionReader(photo, 0, size)
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.archive+"/barns/"+url.PathEscape(barn), body)
	if err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	req.ContentLength = size
	req.Header.Set("Content-Type", "image/jpeg")
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500:
		return fmt.Errorf("archive answered %s", resp.Status)
	}
	return fmt.Errorf("%w: %s", errRefused, resp.Status)
}
