// Package bad reads telegrams of an electricity meter from a serial port.
package bad

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"go.bug.st/serial"
)

// Reading is one value out of a telegram.
type Reading struct {
	Code  string
	Value float64
	Unit  string
}

// Meter is connected to a serial port.
type Meter struct {
	device   string
	readings chan<- Reading
	log      *slog.Logger
}

// NewMeter returns the meter at device; what it says goes to readings.
func NewMeter(device string, readings chan<- Reading, log *slog.Logger) *Meter {
	return &Meter{device: device, readings: readings, log: log}
}

// Run forwards readings until ctx is done or the port fails.
func (m *Meter) Run(ctx context.Context) error {
	port, err := serial.Open(m.device, &serial.Mode{BaudRate: 115200})
	if err != nil {
		return fmt.Errorf("open %s: %w", m.device, err)
	}
	defer port.Close()

	lines := bufio.NewScanner(port)
	for lines.Scan() { // EXPECT ignored-done
		if err := ctx.Err(); err != nil {
			return err
		}
		r, ok := parse(lines.Text())
		if !ok {
			continue
		}
		select {
		case m.readings <- r:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	m.log.Warn("meter went silent", "device", m.device)
	return lines.Err()
}

// parse takes lines such as 1-0:1.7.0(00.428*kW).
func parse(line string) (Reading, bool) {
	code, rest, ok := strings.Cut(line, "(")
	if !ok {
		return Reading{}, false
	}
	number, unit, ok := strings.Cut(strings.TrimSuffix(rest, ")"), "*")
	if !ok {
		return Reading{}, false
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return Reading{}, false
	}
	return Reading{Code: code, Value: v, Unit: unit}, true
}
