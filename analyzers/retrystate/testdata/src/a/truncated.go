package a

import (
	"context"
	"io"
	"net/http"
	"os"
	"time"
)

func download(ctx context.Context, c *http.Client, url string, dst *os.File) error {
	for n := 1; ; n++ {
		err := fetchAnew(ctx, c, url, dst)
		if err == nil || n == 4 || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second << n)
	}
}

// fetchAnew begins with an empty file.
func fetchAnew(ctx context.Context, c *http.Client, url string, dst *os.File) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := dst.Truncate(0); err != nil {
		return err
	}
	if _, err := dst.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(dst, resp.Body)
	return err
}

func downloadOnto(ctx context.Context, c *http.Client, url string, dst *os.File) error {
	for n := 1; ; n++ {
		err := fetchOnto(ctx, c, url, dst) // want `each attempt writes into dst`
		if err == nil || n == 4 || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second << n)
	}
}

func fetchOnto(ctx context.Context, c *http.Client, url string, dst *os.File) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(dst, resp.Body)
	return err
}
