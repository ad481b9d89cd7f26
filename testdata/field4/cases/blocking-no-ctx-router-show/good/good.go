// Package good shows the state of network routers in a web console. Routers are asked over SSH.
package good

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"golang.org/x/crypto/ssh"
)

const (
	dialLimit = 5 * time.Second
	showLimit = 20 * time.Second
)

var allowed = []string{"show version", "show interfaces", "show bgp summary"}

// Router is one router.
type Router struct {
	addr   string
	config *ssh.ClientConfig
}

// NewRouter returns a router whose host key is known.
func NewRouter(addr, user string, signer ssh.Signer, key ssh.PublicKey) *Router {
	return &Router{addr: addr, config: &ssh.ClientConfig{
		User:            user,
		Auth:            []ssh.AuthMethod{ssh.PublicKeys(signer)},
		HostKeyCallback: ssh.FixedHostKey(key),
	}}
}

func (r *Router) connect(ctx context.Context) (*ssh.Client, error) {
	dialer := net.Dialer{Timeout: dialLimit}
	conn, err := dialer.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if err := conn.SetDeadline(time.Now().Add(dialLimit)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	c, chans, reqs, err := ssh.NewClientConn(conn, r.addr, r.config)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if err := conn.SetDeadline(time.Time{}); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return ssh.NewClient(c, chans, reqs), nil
}

// Show runs one of the show commands.
func (r *Router) Show(ctx context.Context, command string) ([]byte, error) {
	client, err := r.connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", r.addr, err)
	}
	defer client.Close()
	stop := context.AfterFunc(ctx, func() { _ = client.Close() })
	defer stop()
	session, err := client.NewSession()
	if err != nil {
		return nil, fmt.Errorf("open session on %s: %w", r.addr, err)
	}
	defer session.Close()
	out, err := session.Output(command)
	if err != nil {
		return nil, fmt.Errorf("%s on %s: %w", command, r.addr, err)
	}
	return out, nil
}

// Console is the web console.
type Console struct {
	routers map[string]*Router
}

// ServeHTTP answers with the output of a command.
func (c *Console) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	router, ok := c.routers[req.PathValue("router")]
	command := req.FormValue("command")
	if !ok || !slices.Contains(allowed, command) {
		http.NotFound(w, req)
		return
	}
	ctx, cancel := context.WithTimeout(req.Context(), showLimit)
	defer cancel()
	out, err := router.Show(ctx, command)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write(out)
}
