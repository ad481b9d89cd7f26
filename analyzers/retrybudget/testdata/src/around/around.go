package around

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// A limit is put around all handlers.
type walls struct{ c *retryablehttp.Client }

func newWalls() *walls {
	c := retryablehttp.NewClient()
	c.RetryMax = 8
	c.HTTPClient.Timeout = 30 * time.Second
	return &walls{c}
}

func (s *walls) look(w http.ResponseWriter, r *http.Request) {
	req, err := retryablehttp.NewRequestWithContext(r.Context(), http.MethodGet, "http://walls/", nil)
	if err != nil {
		return
	}
	if resp, err := s.c.Do(req); err == nil {
		resp.Body.Close()
	}
}

func (s *walls) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/walls/", s.look)
	return http.TimeoutHandler(mux, 10*time.Second, "too slow")
}
