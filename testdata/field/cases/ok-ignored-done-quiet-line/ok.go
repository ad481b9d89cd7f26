// Package ok listens to a telegraph line. The time.After in the loop is made anew with every sign on
// purpose: it is the limit for silence between two signs, not for the whole message.
package ok

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Sign is one Morse sign.
type Sign struct {
	Code string
	At   time.Time
}

// ErrSilent is returned when the other end stopped in the middle of a message.
var ErrSilent = errors.New("line fell silent")

var alphabet = map[string]byte{
	".-": 'A', "-...": 'B', "-.-.": 'C', "-..": 'D', ".": 'E', "...": 'S', "---": 'O', "-": 'T',
}

// Receiver decodes a line.
type Receiver struct {
	signs   <-chan Sign
	silence time.Duration
	longest int
}

// NewReceiver returns a receiver that bears so much silence.
func NewReceiver(signs <-chan Sign, silence time.Duration) *Receiver {
	return &Receiver{signs: signs, silence: silence, longest: 4096}
}

// Message receives one message, up to the sign for its end.
func (r *Receiver) Message(ctx context.Context) (string, error) {
	var text strings.Builder
	for text.Len() < r.longest {
		select {
		case s, open := <-r.signs:
			if !open {
				return text.String(), errors.New("line is cut")
			}
			if s.Code == ".-.-." {
				return text.String(), nil
			}
			letter, ok := alphabet[s.Code]
			if !ok {
				return text.String(), fmt.Errorf("unknown sign %q", s.Code)
			}
			text.WriteByte(letter)
		case <-time.After(r.silence):
			return text.String(), fmt.Errorf("after %d letters: %w", text.Len(), ErrSilent)
		case <-ctx.Done():
			return text.String(), ctx.Err()
		}
	}
	return text.String(), fmt.Errorf("message is longer than %d letters", r.longest)
}
