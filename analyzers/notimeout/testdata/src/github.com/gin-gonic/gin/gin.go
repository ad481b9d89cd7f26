// Package gin is a stand-in.
package gin

type Engine struct{}

func New() *Engine { return &Engine{} }

func (e *Engine) Run(addr ...string) error { return nil }
