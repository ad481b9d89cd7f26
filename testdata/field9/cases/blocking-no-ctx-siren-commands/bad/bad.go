// Package bad sounds the sirens of a valley on commands from Kafka. One goroutine reads the
// commands, and for each it dials a siren and waits for the answer without any limit: a siren
// that accepts the connection and says nothing keeps all others silent.
package bad

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"

	"github.com/segmentio/kafka-go"
)

// Siren is reached over TCP and answers each command with a line.
type Siren struct {
	Addr string
}

// Sound plays a signal.
func (s *Siren) Sound(ctx context.Context, signal string) error { // OR blocking-no-ctx
	conn, err := net.Dial("tcp", s.Addr) // EXPECT blocking-no-ctx
	if err != nil {
		return fmt.Errorf("dial siren: %w", err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "PLAY %s\r\n", signal); err != nil { // OR blocking-no-ctx
		return fmt.Errorf("send signal: %w", err)
	}
	answer, err := bufio.NewReader(conn).ReadString('\n') // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	if answer = strings.TrimSpace(answer); answer != "OK" {
		return fmt.Errorf("siren refused: %s", answer)
	}
	return nil
}

// Valley has a siren in each village.
type Valley struct {
	commands *kafka.Reader
	sirens   map[string]*Siren
	log      *slog.Logger
}

// Run sounds sirens until ctx ends.
func (v *Valley) Run(ctx context.Context) error {
	for {
		msg, err := v.commands.FetchMessage(ctx)
		if err != nil {
			return fmt.Errorf("fetch command: %w", err)
		}
		if siren, ok := v.sirens[string(msg.Key)]; ok {
			if err := siren.Sound(ctx, string(msg.Value)); err != nil {
				v.log.ErrorContext(ctx, "siren silent", "village", string(msg.Key), "err", err)
			}
		}
		if err := v.commands.CommitMessages(ctx, msg); err != nil {
			return fmt.Errorf("commit command: %w", err)
		}
	}
}
