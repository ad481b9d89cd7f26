// Package bad fetches calibration files of lenses from the maker's portal.
// Every answer but 200 is treated alike: an expired licence (401) or a lens that the portal does
// not know (404) is asked for six times over, and the caller waits some ten seconds for nothing.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	maxFile = 8 << 20
	budget  = time.Minute
)

var (
	errLicence = errors.New("licence has expired")
	errNoLens  = errors.New("lens is not known")
)

// Portal is the maker's download portal.
type Portal struct {
	base    string
	licence string
	client  *http.Client
	log     *slog.Logger
}

// NewPortal returns a client of the portal at base.
func NewPortal(base, licence string, log *slog.Logger) *Portal {
	return &Portal{base: base, licence: licence, client: &http.Client{Timeout: 6 * time.Second}, log: log}
}

// File returns the calibration file of the lens with the serial number.
func (p *Portal) File(ctx context.Context, serial string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	file, err := retry.DoWithData( // EXPECT retry-hygiene
		func() ([]byte, error) { return p.download(ctx, serial) }, // OR retry-hygiene
		retry.Context(ctx),
		retry.Attempts(6),
		retry.Delay(300*time.Millisecond),
		retry.MaxJitter(200*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.OnRetry(func(n uint, err error) {
			p.log.Info("calibration file not read", "serial", serial, "try", n+1, "err", err)
		}),
	)
	if err != nil {
		return nil, fmt.Errorf("calibration of %s: %w", serial, err)
	}
	return file, nil
}

func (p *Portal) download(ctx context.Context, serial string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/lenses/"+url.PathEscape(serial)+"/calibration", nil)
	if err != nil {
		return nil, retry.Unrecoverable(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.licence)
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, refusal(resp) // OR retry-hygiene
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxFile))
}

// refusal turns an answer other than 200 into an error.
func refusal(resp *http.Response) error {
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		return errLicence // OR retry-hygiene
	case resp.StatusCode == http.StatusNotFound:
		return errNoLens // OR retry-hygiene
	}
	return fmt.Errorf("portal answered %s", resp.Status)
}
