package api

import (
	"slices"
	"strings"
)

func sqlUpdate(toks []sqlToken) (EffectKind, string) {
	if has(toks, "skip", "locked") {
		return EffectConsume, "claims rows that no one else has locked"
	}
	set := findTop(toks, "set")
	if set < 0 {
		return EffectUnknown, ""
	}
	table, _ := sqlTable(toks)
	rest := toks[set+1:]
	end := len(rest)
	for _, w := range []string{"where", "from", "returning", "limit", "order", "output"} {
		if i := findTop(rest, w); i >= 0 && i < end {
			end = i
		}
	}
	kind, why := sqlAssignments(rest[:end], table, "sets the same values again")
	where := -1
	if where = findTop(rest, "where"); where >= 0 {
		guard := rest[where+1:]
		if sqlGuarded(rest[:end], guard) {
			if findTop(rest, "limit") >= 0 {
				return EffectConsume, "claims rows"
			}
			return EffectConditional, "changes only rows that are still in their old state"
		}
		if len(guard) == 1 && guard[0].kind == sqlHole && kind == EffectWrite {
			return EffectUnknown, "" // the guard may be in it
		}
	}
	return kind, why
}

// sqlGuarded reports whether the condition tests the old state of something
// that is set: version = $2, status = 'new', sent_at IS NULL.
func sqlGuarded(set, where []sqlToken) bool {
	if has(where, "not", "exists") {
		return true
	}
	var cols []string
	for _, a := range splitCommas(set) {
		if col, _ := sqlAssignment(a); col != "" {
			cols = append(cols, col)
		}
	}
	for i, t := range where {
		if !slices.Contains(cols, t.name()) || t.name() == "" || i+1 >= len(where) {
			continue
		}
		next := where[i+1]
		switch {
		case next.is("=", "<>", "!=", "in") && i+2 < len(where):
			return true
		case next.is("is"):
			return true
		}
		if next.is("not") {
			return true
		}
	}
	// WHERE NOT sent, with SET sent = true
	for i := range where {
		if where[i].is("not") && i+1 < len(where) && where[i+1].name() != "" && slices.Contains(cols, where[i+1].name()) {
			return true
		}
	}
	return false
}

// sqlAssignment takes "t.col = expr" apart; col is "" if it is not one.
func sqlAssignment(a []sqlToken) (col string, expr []sqlToken) {
	eq := findTop(a, "=")
	if eq <= 0 {
		return "", nil
	}
	return a[eq-1].name(), a[eq+1:]
}

// sqlAssignments judges the list after SET.
func sqlAssignments(toks []sqlToken, table, absolute string) (EffectKind, string) {
	// ON CONFLICT DO UPDATE SET … WHERE …
	for _, w := range []string{"where", "returning"} {
		if i := findTop(toks, w); i >= 0 {
			toks = toks[:i]
		}
	}
	kind, why := EffectIdempotent, absolute
	for _, a := range splitCommas(toks) {
		col, expr := sqlAssignment(a)
		if col == "" {
			if len(a) > 0 && kind == EffectIdempotent && !a[0].is("(") {
				kind, why = EffectUnknown, "" // SET %s, SET ROW
			}
			continue
		}
		k, w := sqlExpr(col, table, expr)
		if sqlRank(k) > sqlRank(kind) {
			kind, why = k, w
		}
	}
	return kind, why
}

// sqlTallies are columns that may well count runs: no one is harmed by one
// more.
var sqlTallies = strings.Fields(`version lock_version row_version revision rev generation seq etag attempt attempts attempt_count try tries retry retries
	retry_count failures failure_count fail_count error_count errors views view_count hits hit_count`)

// sqlExpr judges the value that a column is set to.
func sqlExpr(col, table string, expr []sqlToken) (EffectKind, string) {
	self := -1
	for i, t := range expr {
		if t.name() != col || col == "" {
			continue
		}
		if i+1 < len(expr) && expr[i+1].is("(", ".") {
			continue // a function, or a table of that name
		}
		if i >= 2 && expr[i-1].is(".") {
			q := expr[i-2].name()
			if q == "excluded" || q == "new" || q == "source" || q == "src" || q == "vals" {
				continue // the new row's
			}
		}
		if i >= 2 && expr[i-1].is("(") && expr[i-2].is("values") {
			continue // MySQL: the new row's
		}
		self = i
		break
	}
	if self < 0 {
		for i, t := range expr {
			if t.kind == sqlWord && i+1 < len(expr) && expr[i+1].is("(") &&
				(t.text == "nextval" || strings.Contains(t.text, "uuid") || t.text == "random" || t.text == "rand") {
				return EffectUnknown, ""
			}
		}
		return EffectIdempotent, "sets the same values again"
	}
	for i, t := range expr {
		switch {
		case t.is("greatest", "least", "jsonb_set", "json_set", "json_remove", "jsonb_set_lax", "json_merge_patch", "array_remove", "replace", "nullif") && i < self:
			return EffectIdempotent, "sets the same values again"
		case t.is("concat", "array_append", "array_cat", "array_prepend", "json_array_append", "jsonb_insert", "concat_ws", "json_array_insert", "date_add", "dateadd", "timestampadd") && i < self:
			return EffectWrite, "appends to " + col
		}
	}
	if self > 0 && expr[self-1].is("not") || len(expr) == self+2 && expr[self+1].is("^") {
		return EffectWrite, "toggles " + col
	}
	for _, t := range expr {
		if !t.is("+", "-", "*", "/", "%", "||", "#", "^") {
			continue
		}
		if t.text == "||" {
			if hasWordWith(expr, "json") {
				return EffectIdempotent, "merges the same values again"
			}
			if slices.ContainsFunc(expr, func(t sqlToken) bool { return t.kind == sqlString }) {
				return EffectWrite, "appends to " + col
			}
			return EffectUnknown, "" // jsonb merges, text and arrays grow
		}
		if t.text == "-" && hasWordWith(expr, "json") {
			return EffectIdempotent, "removes the same key again"
		}
		if expr[0].is("case") {
			return EffectUnknown, ""
		}
		if slices.Contains(sqlTallies, col) {
			return EffectUnknown, ""
		}
		if t.text == "-" || t.text == "/" {
			return EffectWrite, "takes from " + col
		}
		return EffectWrite, "adds to " + col
	}
	return EffectIdempotent, "sets the same values again" // a = a, COALESCE(a, $1)
}

func hasWordWith(toks []sqlToken, part string) bool {
	return slices.ContainsFunc(toks, func(t sqlToken) bool { return t.kind == sqlWord && strings.Contains(t.text, part) })
}
