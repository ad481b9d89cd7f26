package vault

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-resty/resty/v2"
)

var (
	ErrRefused = errors.New("refused")
	ErrMissing = errors.New("missing")
	ErrBusy    = errors.New("busy")
)

type Client struct {
	http *http.Client
	db   *sql.DB
	rest *resty.Client
}

// Read tells what passes from what does not.
func (c *Client) Read(ctx context.Context, u string) (string, error) {
	resp, err := c.get(ctx, u)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		return "", nil
	case code == http.StatusTooManyRequests || code >= 500:
		return "", errors.New(resp.Status)
	default:
		return "", fmt.Errorf("%w: %s", ErrRefused, resp.Status)
	}
}

func (c *Client) get(ctx context.Context, u string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

// Row says that there is none.
func (c *Client) Row(ctx context.Context, id string) (n int, err error) {
	err = c.db.QueryRowContext(ctx, "SELECT n FROM t WHERE id = $1", id).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrMissing
	}
	return n, err
}

// Busy names a failure that passes.
func (c *Client) Busy(ctx context.Context, u string) error {
	resp, err := c.get(ctx, u)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusServiceUnavailable {
		return ErrBusy
	}
	return nil
}

// Role asks by a client whose answers tell their status by a method.
func (c *Client) Role(ctx context.Context, u string) error {
	resp, err := c.rest.R().SetContext(ctx).Get(u)
	if err != nil {
		return err
	}
	if resp.StatusCode() == http.StatusForbidden {
		return ErrRefused
	}
	return nil
}

// Count names a number of an answer that is not its status.
func (c *Client) Count(ctx context.Context, u string) error {
	resp, err := c.rest.R().SetContext(ctx).Get(u)
	if err != nil {
		return err
	}
	if resp.Size() == http.StatusForbidden {
		return ErrMissing
	}
	return nil
}
