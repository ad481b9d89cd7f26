// Package good prints parcel labels on network printers.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"faultfield4/cases/ignored-done-label-printer/good/frame"
)

const printLimit = 8 * time.Second

// ErrOutOfPaper is what an empty printer answers.
var ErrOutOfPaper = errors.New("printer is out of paper")

// Printer is one label printer.
type Printer struct {
	addr   string
	dialer net.Dialer
}

// Print sends one label and waits until the printer says that it is out.
func (p *Printer) Print(ctx context.Context, label []byte) error {
	conn, err := p.dialer.DialContext(ctx, "tcp", p.addr)
	if err != nil {
		return fmt.Errorf("dial printer: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if err := frame.Write(conn, label); err != nil {
		return fmt.Errorf("send label: %w", err)
	}
	answer, err := frame.Read(conn)
	if err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	switch {
	case len(answer) == 1 && answer[0] == 'P':
		return ErrOutOfPaper
	case len(answer) != 1 || answer[0] != 'K':
		return fmt.Errorf("unexpected answer %q", answer)
	}
	return nil
}

// Desk serves the packing desks.
type Desk struct {
	printers map[string]*Printer
	render   func(parcel string) ([]byte, error)
	log      *slog.Logger
}

// ServeHTTP prints the label of one parcel.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	printer, ok := d.printers[r.PathValue("printer")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	label, err := d.render(r.FormValue("parcel"))
	if err != nil {
		http.Error(w, "no such parcel", http.StatusUnprocessableEntity)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), printLimit)
	defer cancel()
	if err := printer.Print(ctx, label); err != nil {
		d.log.WarnContext(ctx, "label not printed", "printer", printer.addr, "err", err)
		http.Error(w, "printer trouble", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
