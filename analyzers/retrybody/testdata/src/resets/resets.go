package resets

import (
	"bytes"
	"context"
	"io"
	"os"

	"github.com/go-resty/resty/v2"
)

func file(ctx context.Context, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	rc := resty.New().SetRetryCount(3).SetRetryResetReaders(true)
	_, err = rc.R().SetContext(ctx).SetFileReader("photo", "a.jpg", f).Put("/claims")
	return err
}

// What cannot seek stays where it is.
func stream(ctx context.Context, r io.Reader) error {
	rc := resty.New().SetRetryCount(3).SetRetryResetReaders(true)
	_, err := rc.R().SetContext(ctx).SetFileReader("photo", "a.jpg", r).Put("/claims") // want `r is read to its end by the first attempt`
	return err
}

func inMemory(ctx context.Context, raw []byte) error {
	rc := resty.New().SetRetryCount(3)
	_, err := rc.R().SetContext(ctx).SetBody(bytes.Clone(raw)).Put("/claims")
	return err
}
