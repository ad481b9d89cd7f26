package api

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"
)

// A Given says what a parameter of a function has to be for a place in it to
// be reached: the function is told by a constant which of its ways to go.
type Given struct {
	_ struct{} `cbor:",toarray"`

	// Param is the index of the parameter.
	Param int
	// Op is "in" (one of Values), "out" (none of them), or one of < <= > >= with
	// a single value.
	Op string
	// Values are constants as go/constant writes them, or "nil".
	Values []string
}

// GivenNil stands for nil among the values of a Given.
const GivenNil = "nil"

// Excludes reports whether a parameter with a certain value is certainly not
// what g asks for.
func (g Given) Excludes(v constant.Value) bool {
	if v == nil || v.Kind() == constant.Unknown || len(g.Values) == 0 {
		return false
	}
	switch g.Op {
	case "in":
		return !g.has(v)
	case "out":
		return g.has(v)
	}
	limit := number(g.Values[0])
	if limit == nil || number(v.ExactString()) == nil {
		return false
	}
	switch g.Op {
	case "<":
		return !constant.Compare(v, token.LSS, limit)
	case "<=":
		return !constant.Compare(v, token.LEQ, limit)
	case ">":
		return !constant.Compare(v, token.GTR, limit)
	case ">=":
		return !constant.Compare(v, token.GEQ, limit)
	}
	return false
}

// ExcludesNil is Excludes for a parameter that is given nil (isNil), or
// something that is certainly not nil.
func (g Given) ExcludesNil(isNil bool) bool {
	if !slices.Equal(g.Values, []string{GivenNil}) {
		return false
	}
	return g.Op == "in" && !isNil || g.Op == "out" && isNil
}

func (g Given) has(v constant.Value) bool {
	if v.Kind() == constant.Float {
		v = constant.ToInt(v)
	}
	return slices.Contains(g.Values, v.ExactString())
}

func number(text string) constant.Value {
	kind := token.INT
	if strings.ContainsAny(text, "/.") {
		return nil
	}
	if v := constant.MakeFromLiteral(strings.TrimPrefix(text, "-"), kind, 0); v.Kind() == constant.Int {
		if strings.HasPrefix(text, "-") {
			return constant.UnaryOp(token.SUB, v, 0)
		}
		return v
	}
	return nil
}
