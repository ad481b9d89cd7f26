// Package envelope is the form in which events go out. A receiver ignores an event whose ID it
// has seen before.
package envelope

import (
	"time"

	"github.com/google/uuid"
)

// Envelope wraps the data of one event.
type Envelope struct {
	ID   string    `json:"id"`
	Kind string    `json:"kind"`
	At   time.Time `json:"at"`
	Data any       `json:"data"`
}

// New wraps data in a new event.
func New(kind string, data any) Envelope {
	return Envelope{ID: uuid.NewString(), Kind: kind, At: time.Now().UTC(), Data: data} // OR retry-effect
}
