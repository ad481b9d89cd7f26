// Package switchd resets ports of network switches on behalf of the help desk.
package switchd

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"time"

	"golang.org/x/crypto/ssh"
)

const (
	loginLimit = 8 * time.Second
	resetLimit = 30 * time.Second
)

var portName = regexp.MustCompile(`^(ge|xe)-[0-9]+/[0-9]+$`)

// Switch is one managed device.
type Switch struct {
	Addr   string
	Config *ssh.ClientConfig
}

// Reset takes the port down and up again.
func (s *Switch) Reset(ctx context.Context, port string) (string, error) {
	client, err := s.login(ctx)
	if err != nil {
		return "", fmt.Errorf("%s: login: %w", s.Addr, err)
	}
	defer client.Close()
	return run(client, "request port reset "+port) // OR blocking-no-ctx
}

func (s *Switch) login(ctx context.Context) (*ssh.Client, error) {
	dialer := net.Dialer{Timeout: loginLimit}
	conn, err := dialer.DialContext(ctx, "tcp", s.Addr)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := conn.SetDeadline(time.Now().Add(loginLimit)); err != nil {
		conn.Close()
		return nil, err
	}
	sc, chans, reqs, err := ssh.NewClientConn(conn, s.Addr, s.Config)
	if err != nil {
		conn.Close()
		return nil, err
	}
	if err := conn.SetDeadline(time.Time{}); err != nil {
		sc.Close()
		return nil, err
	}
	return ssh.NewClient(sc, chans, reqs), nil
}

func run(client *ssh.Client, command string) (string, error) {
	session, err := client.NewSession() // OR blocking-no-ctx
	if err != nil {
		return "", err
	}
	defer session.Close()
	var out bytes.Buffer
	session.Stdout = &out
	if err := session.Run(command); err != nil { // EXPECT blocking-no-ctx
		return out.String(), fmt.Errorf("%s: %w", command, err)
	}
	return out.String(), nil
}

// Handler serves POST /switches/{name}/ports/{port...}.
type Handler struct {
	Switches map[string]*Switch
	Log      *slog.Logger
}

// ServeHTTP resets one port.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sw, ok := h.Switches[r.PathValue("name")]
	port := r.PathValue("port")
	if !ok || !portName.MatchString(port) {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), resetLimit)
	defer cancel()
	out, err := sw.Reset(ctx, port)
	if err != nil {
		h.Log.ErrorContext(ctx, "reset", "port", port, "output", out, "err", err)
		http.Error(w, "reset failed", http.StatusBadGateway)
		return
	}
	_, _ = w.Write([]byte(out))
}
