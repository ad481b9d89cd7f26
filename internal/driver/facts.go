package driver

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// Facts belong to objects, and the objects of one package have another identity in each universe.
// So a fact is kept under its object's path, which is the same in all of them.

// A codedFact is a fact as it is written; Object is "" for a fact of the package.
type codedFact struct {
	Object objectpath.Path
	Fact   analysis.Fact
}

// factTable is the facts of one package as its importers see them.
type factTable map[objectpath.Path][]analysis.Fact

func (t factTable) get(path objectpath.Path, ptr analysis.Fact) bool {
	typ := reflect.TypeOf(ptr)
	for _, f := range t[path] {
		if reflect.TypeOf(f) == typ {
			reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(f).Elem())
			return true
		}
	}
	return false
}

// decodeFacts is the inverse of ownFacts.encode.
func decodeFacts(data []byte) (factTable, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var list []codedFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
		return nil, err
	}
	t := make(factTable, len(list))
	for _, f := range list {
		t[f.Object] = append(t[f.Object], f.Fact)
	}
	return t, nil
}

type factKey struct {
	obj types.Object // nil for a fact of the package
	typ reflect.Type
}

// ownFacts is the facts of the package under analysis.
type ownFacts map[factKey]analysis.Fact

// encode writes the facts that importers can ask for, the same bytes for the same facts.
func (own ownFacts) encode(enc *objectpath.Encoder) (data []byte, err error) {
	var list []codedFact
	for key, fact := range own {
		var path objectpath.Path
		if key.obj != nil {
			path, err = enc.For(key.obj)
			if err != nil {
				continue // no importer can name it
			}
		}
		list = append(list, codedFact{path, fact})
	}
	if len(list) == 0 {
		return nil, nil
	}
	slices.SortFunc(list, func(a, b codedFact) int {
		return cmp.Or(cmp.Compare(a.Object, b.Object),
			cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()))
	})
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("encoding facts: %v", r)
		}
	}()
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(list); err != nil {
		return nil, fmt.Errorf("encoding facts: %w", err)
	}
	return buf.Bytes(), nil
}

// registerFacts makes the facts' types known to gob.
func registerFacts(analyzers []*analysis.Analyzer) {
	for _, a := range analyzers {
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
	}
}

// A future is facts that one worker computes, and others wait for.
type future struct {
	mu    sync.Mutex
	state int // 0: nobody has begun, 1: somebody has, 2: done
	done  chan struct{}
	table factTable
}

// begin reports whether the caller is to compute; else the facts are there when it returns.
func (f *future) begin() bool {
	f.mu.Lock()
	if f.state == 0 {
		f.state, f.done = 1, make(chan struct{})
		f.mu.Unlock()
		return true
	}
	done := f.done
	f.mu.Unlock()
	<-done
	return false
}

// set ends what begin began; only the first call counts.
func (f *future) set(t factTable) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.state == 1 {
		f.state, f.table = 2, t
		close(f.done)
	}
}
