package effects

import (
	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/facts"
)

func (f *Finder) growParams(fn *code.Func, out []facts.Param) []facts.Param { return out }
