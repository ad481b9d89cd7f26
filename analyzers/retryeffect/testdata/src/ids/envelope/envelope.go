// Package envelope makes what ids sends.
package envelope

import "github.com/google/uuid"

type Envelope struct {
	ID   string
	Kind string
	Data any
}

// New draws an id.
func New(kind string, data any) Envelope {
	return Envelope{ID: uuid.NewString(), Kind: kind, Data: data}
}

// Later draws it after the making.
func Later(data any) *Envelope {
	e := new(Envelope)
	e.Data = data
	e.ID = uuid.NewString()
	return e
}

// Maybe draws none where one is given.
func Maybe(id string, data any) Envelope {
	if id != "" {
		return Envelope{ID: id, Data: data}
	}
	return Envelope{ID: uuid.NewString(), Data: data}
}

// Plain draws none.
func Plain(owner string, data any) Envelope {
	return Envelope{ID: owner, Data: data}
}
