// Package gate lets a limited number of people in.
package gate

// Gate is a counting gate.
type Gate struct{ places chan struct{} }

// New returns a gate with n places behind it.
func New(n int) *Gate { return &Gate{places: make(chan struct{}, n)} }

// Enter takes a place; the caller gives it back with the function returned.
func (g *Gate) Enter() (leave func()) {
	g.places <- struct{}{} // EXPECT ignored-done // OR blocking-no-ctx
	return func() { <-g.places }
}
