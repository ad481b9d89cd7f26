// Package weighbridge tells the gate of a quarry what a lorry weighs.
package weighbridge

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	dialTimeout  = 3 * time.Second
	weighTimeout = 8 * time.Second
)

var errUnsteady = errors.New("lorry is moving")

// Gate serves the readings of the bridges by name.
type Gate struct {
	bridges map[string]string // name to address of the scale
	log     *slog.Logger
}

// ServeHTTP answers with the weight on one bridge.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	addr, ok := g.bridges[r.PathValue("bridge")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	kilos, err := g.weigh(r.Context(), addr)
	switch {
	case errors.Is(err, errUnsteady):
		http.Error(w, "stop the lorry", http.StatusConflict)
	case err != nil:
		g.log.Error("bridge not read", "addr", addr, "err", err)
		http.Error(w, "bridge not available", http.StatusBadGateway)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]int{"kilos": kilos})
	}
}

// weigh sends the print command and reads the line that the scale answers with.
func (g *Gate) weigh(ctx context.Context, addr string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, weighTimeout)
	defer cancel()
	d := net.Dialer{Timeout: dialTimeout}
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return 0, fmt.Errorf("dial scale: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()

	if _, err := io.WriteString(conn, "P\r\n"); err != nil {
		return 0, fmt.Errorf("send command: %w", err)
	}
	line, err := bufio.NewReaderSize(conn, 64).ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("read weight: %w", err)
	}
	return parse(strings.TrimSpace(line))
}

// parse reads lines like "ST  18240 kg"; US in place of ST means unsteady.
func parse(line string) (int, error) {
	f := strings.Fields(line)
	if len(f) != 3 || f[2] != "kg" {
		return 0, fmt.Errorf("unknown answer %q", line)
	}
	if f[0] == "US" {
		return 0, errUnsteady
	}
	return strconv.Atoi(f[1])
}
