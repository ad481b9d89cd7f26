// Package hygro reads a humidity sensor on the I²C bus.
package hygro

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// conversion is what the sensor's data sheet gives for the highest resolution.
const conversion = 16 * time.Millisecond

var errChecksum = errors.New("checksum does not match")

// Sensor is one device on the bus.
type Sensor struct {
	bus io.ReadWriter
}

// New returns a sensor.
func New(bus io.ReadWriter) *Sensor { return &Sensor{bus: bus} }

// Humidity measures once and returns per cent.
func (s *Sensor) Humidity(ctx context.Context) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if _, err := s.bus.Write([]byte{0xF5}); err != nil {
		return 0, fmt.Errorf("start conversion: %w", err)
	}
	time.Sleep(conversion)
	var raw [3]byte
	if _, err := io.ReadFull(s.bus, raw[:]); err != nil {
		return 0, fmt.Errorf("read result: %w", err)
	}
	if crc(raw[:2]) != raw[2] {
		return 0, errChecksum
	}
	return float64(uint16(raw[0])<<8|uint16(raw[1]))*125/65536 - 6, nil
}

func crc(data []byte) byte {
	var sum byte
	for _, b := range data {
		sum ^= b
		for range 8 {
			if sum&0x80 != 0 {
				sum = sum<<1 ^ 0x31
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}
