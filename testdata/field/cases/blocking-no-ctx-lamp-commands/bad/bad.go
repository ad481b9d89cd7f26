// Package bad switches street lamps over SSH. Run takes a context and dials under it. The session and
// the command's output are waited for without: a controller that is out in the rain and half dead
// keeps the operator's request after the window has been closed.
package bad

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/crypto/ssh"
)

// Dial connects to a controller, within ctx.
type Dial func(ctx context.Context, controller string) (*ssh.Client, error)

// Street has controllers of lamps.
type Street struct {
	dial    Dial
	allowed map[string]bool
}

// NewStreet returns a street with the given controllers.
func NewStreet(dial Dial, controllers ...string) *Street {
	s := &Street{dial: dial, allowed: make(map[string]bool, len(controllers))}
	for _, c := range controllers {
		s.allowed[c] = true
	}
	return s
}

var errNoController = errors.New("no such controller")

// Run runs a command on a controller.
func (s *Street) Run(ctx context.Context, controller, command string) (string, error) { // OR blocking-no-ctx
	if !s.allowed[controller] {
		return "", fmt.Errorf("%s: %w", controller, errNoController)
	}
	line, err := s.dial(ctx, controller)
	if err != nil {
		return "", fmt.Errorf("dial %s: %w", controller, err)
	}
	defer line.Close()
	out, err := output(line, command) // OR blocking-no-ctx // OR ignored-done
	if err != nil {
		return "", fmt.Errorf("%s on %s: %w", command, controller, err)
	}
	return out, nil
}

func output(line *ssh.Client, command string) (string, error) {
	session, err := line.NewSession() // OR blocking-no-ctx // OR ignored-done
	if err != nil {
		return "", fmt.Errorf("open session: %w", err)
	}
	defer session.Close()
	var complaints bytes.Buffer
	session.Stderr = &complaints
	out, err := session.Output(command) // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, complaints.Bytes())
	}
	return strings.TrimSpace(string(out)), nil
}

// ServeHTTP switches the lamps of a controller.
func (s *Street) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	command := "lamps off"
	if r.FormValue("on") == "1" {
		command = "lamps on"
	}
	said, err := s.Run(r.Context(), r.PathValue("controller"), command) // OR blocking-no-ctx
	switch {
	case errors.Is(err, errNoController):
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, "controller does not answer", http.StatusBadGateway)
	default:
		fmt.Fprintln(w, said)
	}
}
