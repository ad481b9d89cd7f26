package good

import (
	"net/http"
	"time"
)

// newClient returns a client with a connection pool of its own.
func newClient() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 2
	t.TLSHandshakeTimeout = 5 * time.Second
	return &http.Client{
		Transport: t,
		Timeout:   pollWait + 10*time.Second,
	}
}
