package facts

import (
	"fmt"

	"github.com/fxamacker/cbor/v2"
)

// Coded is the summary of a function as packages export it. Drivers decode the
// facts of all that a package imports before it is analysed, and rules ask for
// few of them: so what a fact holds stays encoded until somebody asks.
type Coded struct {
	Data []byte
}

// AFact marks Coded as a fact of the faultsummary pass.
func (*Coded) AFact() {}

func (c *Coded) String() string {
	f, err := c.Decode()
	if err != nil {
		return err.Error()
	}
	return f.String()
}

// encoding writes the same bytes for the same summary: fields in the order of
// their declaration, without names.
var encoding = func() cbor.EncMode {
	mode, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err) // the options are constants
	}
	return mode
}()

// Encode encodes a summary.
func Encode(f *Func) (*Coded, error) {
	data, err := encoding.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	return &Coded{Data: data}, nil
}

// Decode returns the summary. Bytes of another version of this package are an
// error.
func (c *Coded) Decode() (*Func, error) {
	f := new(Func)
	if err := cbor.Unmarshal(c.Data, f); err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	return f, nil
}
