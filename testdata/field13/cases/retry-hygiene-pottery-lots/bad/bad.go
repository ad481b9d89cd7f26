// Package bad copies lots of an auction house from a mirror that speaks a line protocol. A
// refusal is meant to end the tries, but the message is turned to lower case before it is
// compared with words in capitals: no refusal is ever known as one, and each is repeated to
// the last try.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
)

// final are the words by which the mirror refuses for good.
var final = []string{"Access denied", "No such lot", "Lot withdrawn"} // OR retry-hygiene

// Mirror hands out lots.
type Mirror struct {
	addr   string
	budget time.Duration // of a whole fetch
	limit  time.Duration // of one try
}

// NewMirror returns the mirror at addr.
func NewMirror(addr string) *Mirror {
	return &Mirror{addr: addr, budget: time.Minute, limit: 8 * time.Second}
}

// Lot fetches the description of one lot.
func (m *Mirror) Lot(ctx context.Context, number int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, m.budget)
	defer cancel()
	text, err := retry.DoWithData(
		func() (string, error) { return m.fetch(ctx, number) },
		retry.Context(ctx),
		retry.Attempts(5),
		retry.Delay(400*time.Millisecond),
		retry.MaxDelay(5*time.Second),
		retry.MaxJitter(200*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.RetryIf(func(err error) bool { return !refused(err) }), // OR retry-hygiene
	)
	if err != nil {
		return "", fmt.Errorf("lot %d: %w", number, err)
	}
	return text, nil
}

// refused reports whether the mirror gave an answer that it will not change.
func refused(err error) bool {
	msg := strings.ToLower(err.Error()) // OR retry-hygiene
	for _, words := range final {
		if strings.Contains(msg, words) { // EXPECT retry-hygiene
			return true
		}
	}
	return false
}

// fetch makes one try.
func (m *Mirror) fetch(ctx context.Context, number int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, m.limit)
	defer cancel()
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", m.addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if _, err := fmt.Fprintf(conn, "LOT %d\n", number); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", errors.Join(err, ctx.Err())
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if word != "OK" {
		return "", fmt.Errorf("mirror: %s", rest) // for instance "ERR Access denied"
	}
	return rest, nil
}
