// Package stamp signs outgoing notices.
package stamp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"time"
)

type key struct{}

// WithID gives the requests made under the context the id of a delivery.
func WithID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, key{}, id)
}

var errNoID = errors.New("stamp: no delivery id in the request's context")

// Transport adds id, time and signature.
type Transport struct {
	Next   http.RoundTripper
	Secret []byte
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	id, ok := req.Context().Value(key{}).(string)
	if !ok {
		return nil, errNoID
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, t.Secret)
	mac.Write([]byte(id + "." + at))
	out.Header.Set("Notice-Id", id)
	out.Header.Set("Notice-Time", at)
	out.Header.Set("Notice-Signature", hex.EncodeToString(mac.Sum(nil)))
	return t.Next.RoundTrip(out)
}
