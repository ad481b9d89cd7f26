package made

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
)

type idKey struct{}

func withID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, idKey{}, id)
}

func postNotice(ctx context.Context, hc *http.Client, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://hook/notices", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The transport puts the id of the context into each attempt.
func deliverMarked(ctx context.Context, hc *http.Client, raw []byte) (err error) {
	ctx = withID(ctx, uuid.NewString())
	for range 3 {
		if err = postNotice(ctx, hc, raw); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func deliverUnmarked(ctx context.Context, hc *http.Client, raw []byte) (err error) {
	for range 3 {
		if err = postNotice(ctx, hc, raw); err == nil { // want `POST to /notices .* is repeated by the loop`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
