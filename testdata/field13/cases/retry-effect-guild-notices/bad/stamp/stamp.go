// Package stamp signs outgoing notices.
package stamp

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// Transport adds id, time and signature.
type Transport struct {
	Next   http.RoundTripper
	Secret []byte
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	id := uuid.NewString() // EXPECT retry-effect
	at := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, t.Secret)
	mac.Write([]byte(id + "." + at))
	out.Header.Set("Notice-Id", id) // OR retry-effect
	out.Header.Set("Notice-Time", at)
	out.Header.Set("Notice-Signature", hex.EncodeToString(mac.Sum(nil)))
	return t.Next.RoundTrip(out)
}
