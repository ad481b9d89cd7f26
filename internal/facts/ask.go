package facts

import (
	"fmt"
	"go/types"

	"github.com/fxamacker/cbor/v2"
)

// An Ask is a call of a method of an interface that its package cannot see an
// implementation of. Whoever hands one over knows what it waits for.
type Ask struct {
	_ struct{} `cbor:",toarray"`

	Iface  string // see KeyOf
	Method string
	// Via leads from the function to the call; the last frame is the call.
	Via []Frame
}

// A Served is an Ask of a function that has the context of a request or caller
// at hand, which the method does not take.
type Served struct {
	_ struct{} `cbor:",toarray"`

	Ask     Ask
	From    string // the function: "(*API).list"
	Source  string // its context: "r.Context()"
	Handler bool   // it serves requests
}

// A Hand is a method that waits without a context of what a function makes and
// returns as an interface of another package: func NewRepo(…) ports.Repo.
type Hand struct {
	_ struct{} `cbor:",toarray"`

	Iface  string // see KeyOf
	Method string
	Type   string // the type that is made: "pg.repo"
	Impl   string // its method: "(*repo).Find"
	Wait   Wait   // as the method's summary has it
}

// A Package is what is known of a package as a whole.
type Package struct {
	_ struct{} `cbor:",toarray"`

	Served []Served
}

// KeyOf names an interface or another named type in facts, "" for one that no
// other package can name.
func KeyOf(n *types.Named) string {
	if n.Obj().Pkg() == nil || n.TypeArgs().Len() > 0 || n.Obj().Parent() != n.Obj().Pkg().Scope() {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// EncodePackage encodes what is known of a package.
func EncodePackage(p *Package) (*Coded, error) {
	data, err := encoding.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("package: %w", err)
	}
	return &Coded{Data: data}, nil
}

// DecodePackage returns what is known of a package. Bytes of another version
// of this package are an error.
func (c *Coded) DecodePackage() (*Package, error) {
	p := new(Package)
	if err := cbor.Unmarshal(c.Data, p); err != nil {
		return nil, fmt.Errorf("package: %w", err)
	}
	return p, nil
}
