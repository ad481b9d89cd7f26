// Package bad exports the pressure of a few boilers to a monitoring system. Each scrape dials
// the boiler and reads a line from it, neither of them with a limit: a controller that has
// lost its power leaves one more handler hanging with every scrape.
package bad

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
)

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
	bar, err := e.pressure(addr) // OR blocking-no-ctx
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
func (e *Exporter) pressure(addr string) (float64, error) {
	conn, err := tls.Dial("tcp", addr, e.conf) // EXPECT blocking-no-ctx
	if err != nil {
		return 0, fmt.Errorf("dial boiler: %w", err)
	}
	defer conn.Close()
	if _, err := fmt.Fprint(conn, "PRESSURE?\r\n"); err != nil { // OR blocking-no-ctx
		return 0, fmt.Errorf("ask boiler: %w", err)
	}
	line, err := bufio.NewReaderSize(conn, 256).ReadString('\n') // OR blocking-no-ctx
	if err != nil {
		return 0, fmt.Errorf("read boiler: %w", err)
	}
	bar, err := strconv.ParseFloat(strings.TrimSpace(line), 64)
	if err != nil {
		return 0, fmt.Errorf("boiler said %q: %w", line, err)
	}
	return bar, nil
}
