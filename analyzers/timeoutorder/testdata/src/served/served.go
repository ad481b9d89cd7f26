// Package served makes its servers in functions that are handed the handler.
package served

import (
	"context"
	"net/http"
	"time"
)

type page struct{ hc *http.Client }

func (g *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://up/", nil)
	if err != nil {
		return
	}
	if resp, err := g.hc.Do(req); err == nil {
		resp.Body.Close()
	}
}

func server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: time.Second,
		WriteTimeout:      5 * time.Second, // want `the server cuts the connection \(WriteTimeout\) 5s after it has read a request, but`
	}
}

func serve() error {
	return server(&page{hc: &http.Client{}}).ListenAndServe()
}

func serverWith(h http.Handler, write time.Duration) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: time.Second,
		WriteTimeout:      write, // want `the server cuts the connection \(WriteTimeout\) 6s after it has read a request, but`
	}
}

func serveWith() error {
	p := &page{hc: &http.Client{}}
	return serverWith(p, 6*time.Second).ListenAndServe()
}

func longServer(h http.Handler, write time.Duration) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: time.Second, WriteTimeout: write}
}

func serveLong() error {
	p := &page{hc: &http.Client{}}
	return longServer(p, 30*time.Second).ListenAndServe()
}
