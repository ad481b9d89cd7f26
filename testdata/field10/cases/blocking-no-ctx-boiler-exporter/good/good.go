// Package good exports the pressure of a few boilers to a monitoring system. The dial ends
// with the scrape or after a few seconds, and so does the talk that follows it.
package good

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const talkLimit = 5 * time.Second

// Exporter knows the boilers by name.
type Exporter struct {
	boilers map[string]string // name to host and port
	conf    *tls.Config
	log     *slog.Logger
}

// NewExporter returns an exporter for the boilers.
func NewExporter(boilers map[string]string, conf *tls.Config, log *slog.Logger) *Exporter {
	return &Exporter{boilers: boilers, conf: conf, log: log}
}

// ServeHTTP answers the scrape of one boiler.
func (e *Exporter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("boiler")
	addr, ok := e.boilers[name]
	if !ok {
		http.Error(w, "unknown boiler", http.StatusNotFound)
		return
	}
	up := 1
	bar, err := e.pressure(r.Context(), addr)
	if err != nil {
		e.log.WarnContext(r.Context(), "boiler not read", "boiler", name, "err", err)
		up = 0
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4")
	fmt.Fprintf(w, "boiler_up{boiler=%q} %d\n", name, up)
	if up == 1 {
		fmt.Fprintf(w, "boiler_pressure_bar{boiler=%q} %g\n", name, bar)
	}
}

// pressure asks a boiler for its pressure in bar.
func (e *Exporter) pressure(ctx context.Context, addr string) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, talkLimit)
	defer cancel()
	conn, err := (&tls.Dialer{Config: e.conf}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return 0, fmt.Errorf("dial boiler: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if _, err := fmt.Fprint(conn, "PRESSURE?\r\n"); err != nil {
		return 0, fmt.Errorf("ask boiler: %w", err)
	}
	line, err := bufio.NewReaderSize(conn, 256).ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("read boiler: %w", err)
	}
	bar, err := strconv.ParseFloat(strings.TrimSpace(line), 64)
	if err != nil {
		return 0, fmt.Errorf("boiler said %q: %w", line, err)
	}
	return bar, nil
}
