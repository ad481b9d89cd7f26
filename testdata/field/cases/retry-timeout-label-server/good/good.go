// Package good serves shipping labels that a slow renderer draws.
// The server's write timeout leaves room for all three tries of the renderer.
package good

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const (
	renderTimeout = 4 * time.Second
	renderTries   = 3
	renderPause   = 300 * time.Millisecond
)

// Labels serves labels.
type Labels struct {
	renderer string
	client   *http.Client
	log      *slog.Logger
}

// Server returns the server of the label service.
func Server(addr, renderer string, log *slog.Logger) *http.Server {
	l := &Labels{renderer: renderer, client: &http.Client{Timeout: renderTimeout}, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /labels/{parcel}", l.label)
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 2 * time.Second,
		WriteTimeout:      20 * time.Second,
	}
}

func (l *Labels) label(w http.ResponseWriter, r *http.Request) {
	pdf, err := l.render(r.Context(), r.PathValue("parcel"))
	if err != nil {
		l.log.Error("label not rendered", "parcel", r.PathValue("parcel"), "err", err)
		http.Error(w, "no label", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = w.Write(pdf)
}

func (l *Labels) render(ctx context.Context, parcel string) ([]byte, error) {
	var errs []error
	for try := 1; try <= renderTries; try++ {
		pdf, err := l.draw(ctx, parcel)
		if err == nil {
			return pdf, nil
		}
		errs = append(errs, err)
		if try == renderTries || ctx.Err() != nil {
			break
		}
		select {
		case <-ctx.Done():
		case <-time.After(renderPause):
		}
	}
	return nil, errors.Join(errs...)
}

func (l *Labels) draw(ctx context.Context, parcel string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.renderer+"/draw?parcel="+url.QueryEscape(parcel), nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("renderer answered %s", resp.Status)
	}
	var buf bytes.Buffer
	_, err = io.Copy(&buf, io.LimitReader(resp.Body, 4<<20))
	return buf.Bytes(), err
}
