// Package good has incoming letters sniffed by a detector before they are kept. The whole talk with the
// detector has a deadline, and the end of the request closes the connection.
package good

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

const maxLetter = 4 << 20

// ErrSuspicious is returned for a letter the detector does not like.
var ErrSuspicious = errors.New("letter is suspicious")

// Detector sniffs letters.
type Detector struct {
	addr  string
	limit time.Duration
}

// Sniff asks the detector about a letter.
func (d *Detector) Sniff(ctx context.Context, letter []byte) error {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", d.addr)
	if err != nil {
		return fmt.Errorf("call detector: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := feed(conn, letter); err != nil {
		return fmt.Errorf("feed detector: %w", err)
	}
	verdict, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return fmt.Errorf("hear detector: %w", err)
	}
	if strings.TrimSpace(verdict) != "clean" {
		return ErrSuspicious
	}
	return nil
}

func feed(w io.Writer, letter []byte) error {
	if err := binary.Write(w, binary.BigEndian, uint32(len(letter))); err != nil {
		return err
	}
	_, err := w.Write(letter)
	return err
}

// Postbox takes letters.
type Postbox struct {
	detector *Detector
	keep     func(letter []byte) error
	log      *slog.Logger
}

// ServeHTTP takes one letter.
func (p *Postbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	letter, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxLetter))
	if err != nil {
		http.Error(w, "letter too large", http.StatusRequestEntityTooLarge)
		return
	}
	if err := p.detector.Sniff(r.Context(), letter); err != nil {
		p.log.Warn("letter refused", "err", err)
		http.Error(w, "refused", http.StatusUnprocessableEntity)
		return
	}
	if err := p.keep(letter); err != nil {
		http.Error(w, "not kept", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
