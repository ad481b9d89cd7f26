package api

import (
	"slices"
	"strings"
)

// SQLEffect says what a second run of a SQL text does, and why, in words for a
// message ("inserts a row"). Parts of the text that are not known stand in it
// as fmt verbs ("%s"). What cannot be told is EffectUnknown.
func SQLEffect(text string) (EffectKind, string) {
	kind, why := EffectKind(-1), ""
	for _, stmt := range splitStatements(sqlTokens(text)) {
		k, w := sqlStatement(stmt)
		if sqlRank(k) > sqlRank(kind) {
			kind, why = k, w
		}
	}
	if kind < 0 {
		return EffectUnknown, ""
	}
	return kind, why
}

// sqlRank orders effects by what is worse when several happen in one text.
func sqlRank(k EffectKind) int {
	return slices.Index([]EffectKind{EffectRead, EffectIdempotent, EffectConditional, EffectUnknown, EffectConsume, EffectWrite}, k)
}

func splitStatements(toks []sqlToken) [][]sqlToken {
	var out [][]sqlToken
	start := 0
	for i, t := range toks {
		if t.kind == sqlPunct && t.text == ";" {
			if i > start {
				out = append(out, toks[start:i])
			}
			start = i + 1
		}
	}
	if start < len(toks) {
		out = append(out, toks[start:])
	}
	return out
}

// is reports whether a token is one of some words or signs.
func (t sqlToken) is(words ...string) bool {
	return (t.kind == sqlWord || t.kind == sqlPunct) && slices.Contains(words, t.text)
}

// name is an identifier's name, "" for anything else.
func (t sqlToken) name() string {
	if t.kind == sqlWord || t.kind == sqlQuoted {
		return t.text
	}
	return ""
}

// seqAt reports whether words stand at i.
func seqAt(toks []sqlToken, i int, words ...string) bool {
	if i+len(words) > len(toks) {
		return false
	}
	for j, w := range words {
		if !toks[i+j].is(w) {
			return false
		}
	}
	return true
}

// find returns the index of a sequence of words outside parentheses, or -1.
func findTop(toks []sqlToken, words ...string) int {
	depth := 0
	for i, t := range toks {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		}
		if depth == 0 && seqAt(toks, i, words...) {
			return i
		}
	}
	return -1
}

// has reports whether a sequence of words stands anywhere.
func has(toks []sqlToken, words ...string) bool {
	for i := range toks {
		if seqAt(toks, i, words...) {
			return true
		}
	}
	return false
}

// closing returns the index of the parenthesis that closes the one at i, or
// the length.
func closing(toks []sqlToken, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		switch {
		case toks[i].is("("):
			depth++
		case toks[i].is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(toks)
}

func sqlStatement(toks []sqlToken) (EffectKind, string) {
	for len(toks) > 0 && toks[0].is("(") {
		toks = toks[1:]
	}
	if len(toks) == 0 {
		return EffectRead, ""
	}
	switch {
	case toks[0].is("with"):
		return sqlWith(toks[1:])
	case toks[0].is("explain"):
		return sqlExplain(toks[1:])
	case toks[0].is("select"):
		return sqlSelect(toks)
	case toks[0].is("insert"):
		return sqlInsert(toks)
	case toks[0].is("update"):
		return sqlUpdate(toks)
	case toks[0].is("delete"):
		return sqlDelete(toks)
	case toks[0].is("merge"):
		return sqlMerge(toks)
	case toks[0].is("replace", "upsert"):
		return EffectIdempotent, "replaces the row"
	case toks[0].is("values", "table", "show", "describe", "desc", "pragma", "help", "listen", "unlisten",
		"begin", "start", "savepoint", "release", "rollback", "abort", "set", "reset", "use", "lock", "unlock", "declare", "fetch", "close", "deallocate", "prepare", "discard"):
		return EffectRead, ""
	case toks[0].is("notify"):
		return EffectWrite, "notifies the listeners"
	case toks[0].is("truncate", "grant", "revoke", "comment", "analyze", "vacuum", "refresh", "reindex", "optimize", "checkpoint", "cluster", "kill"):
		return EffectIdempotent, "leaves the same state when run again"
	case toks[0].is("create", "drop", "alter", "rename", "attach", "detach"):
		if has(toks, "if", "not", "exists") || has(toks, "if", "exists") || has(toks, "or", "replace") {
			return EffectIdempotent, "tests whether it was done"
		}
		return EffectConditional, "changes the schema, and fails when run again"
	case toks[0].is("copy"):
		if findTop(toks, "from") >= 0 {
			return EffectWrite, "copies rows in"
		}
		return EffectRead, ""
	case toks[0].is("load"):
		return EffectWrite, "loads rows"
	}
	return EffectUnknown, ""
}

// sqlWith is WITH a AS (…), b AS (…) main: each part counts.
func sqlWith(toks []sqlToken) (EffectKind, string) {
	kind, why := EffectRead, ""
	worse := func(k EffectKind, w string) {
		if sqlRank(k) > sqlRank(kind) {
			kind, why = k, w
		}
	}
	i := 0
	if seqAt(toks, i, "recursive") {
		i++
	}
	for i < len(toks) {
		i++ // name
		if i < len(toks) && toks[i].is("(") {
			i = closing(toks, i) + 1 // columns
		}
		if i >= len(toks) || !toks[i].is("as") {
			return EffectUnknown, ""
		}
		for i < len(toks) && !toks[i].is("(") {
			i++ // AS NOT MATERIALIZED
		}
		end := closing(toks, i)
		if i+1 <= end && end <= len(toks) && i < len(toks) {
			worse(sqlStatement(toks[i+1 : end]))
		}
		i = end + 1
		if i >= len(toks) || !toks[i].is(",") {
			break
		}
		i++
	}
	if i >= len(toks) {
		return EffectUnknown, ""
	}
	worse(sqlStatement(toks[i:]))
	return kind, why
}

func sqlExplain(toks []sqlToken) (EffectKind, string) {
	runs := false
	i := 0
	if i < len(toks) && toks[i].is("(") {
		end := closing(toks, i)
		runs = has(toks[i:min(end, len(toks))], "analyze")
		i = end + 1
	}
	for i < len(toks) && toks[i].is("analyze", "verbose", "query", "plan", "extended", "format") {
		runs = runs || toks[i].is("analyze")
		i++
	}
	if runs && i < len(toks) {
		return sqlStatement(toks[i:])
	}
	return EffectRead, ""
}

// sqlPure are functions that change nothing. Others, called without a table in
// sight, may be procedures.
var sqlPure = strings.Fields(`now current_timestamp count sum avg min max coalesce nullif exists lower upper length version database
	current_database current_schema current_user user unnest generate_series json_each jsonb_each json_array_elements jsonb_array_elements json_table
	jsonb_to_recordset json_to_recordset jsonb_array_elements_text json_array_elements_text string_to_table regexp_split_to_table last_insert_rowid last_insert_id
	currval lastval row_number pg_database_size pg_total_relation_size pg_relation_size pg_is_in_recovery pg_backend_pid txid_current pg_current_wal_lsn
	cast extract date_trunc to_timestamp abs round concat substring array_agg json_agg jsonb_agg jsonb_build_object json_build_object to_char greatest least
	in and or not any all some values case when interval as on using over filter datetime date time strftime unixepoch julianday uuid gen_random_uuid random rand
	has_table_privilege to_regclass inet_server_addr sqlite_version ifnull isnull if position trim replace array lateral rows openjson string_agg group_concat`)

func sqlSelect(toks []sqlToken) (EffectKind, string) {
	if has(toks, "skip", "locked") {
		return EffectConsume, "takes rows that no one else has locked"
	}
	from := findTop(toks, "from")
	for i, t := range toks {
		name := t.name()
		if t.kind != sqlWord || i+1 >= len(toks) || !toks[i+1].is("(") {
			continue
		}
		switch {
		case name == "pg_notify":
			return EffectWrite, "notifies the listeners"
		case name == "nextval" || strings.HasPrefix(name, "dblink") || strings.HasPrefix(name, "pg_advisory") || strings.HasPrefix(name, "pg_try_advisory") || name == "get_lock":
			return EffectUnknown, ""
		case name == "setval" || strings.HasPrefix(name, "pg_cancel") || strings.HasPrefix(name, "pg_terminate") || name == "set_config":
			return EffectIdempotent, "sets a value"
		case slices.Contains(sqlPure, name):
		case from < 0, i == from+1, i > 0 && toks[i-1].is("from", "join", "lateral"):
			return EffectUnknown, "" // SELECT do_it($1), SELECT * FROM do_it($1)
		}
	}
	if i := findTop(toks, "into"); i >= 0 && i < from {
		return EffectUnknown, ""
	}
	return EffectRead, ""
}

func sqlInsert(toks []sqlToken) (EffectKind, string) {
	if has(toks[:min(4, len(toks))], "ignore") {
		return EffectIdempotent, "skips rows that exist"
	}
	if seqAt(toks, 1, "or", "replace") || seqAt(toks, 1, "overwrite") {
		return EffectIdempotent, "replaces the row"
	}
	table, after := sqlTable(toks)
	if i := findTop(toks, "on", "conflict"); i >= 0 {
		return sqlConflict(toks[i+2:], table, "do", "update", "set")
	}
	if i := findTop(toks, "on", "duplicate", "key", "update"); i >= 0 {
		return sqlAssignments(toks[i+4:], table, "writes the row it finds")
	}
	if has(toks, "not", "exists") {
		return EffectConditional, "inserts a row unless it finds one"
	}
	if len(toks) > 0 && after < len(toks) {
		if last := toks[len(toks)-1]; last.kind == sqlHole && len(toks)-1 > after && !toks[len(toks)-2].is("values", "select", "(", ",") {
			return EffectUnknown, "" // it may be ON CONFLICT
		}
	}
	if col := sqlOwnKey(toks, after, table); col != "" {
		return EffectConditional, "inserts a row under the caller's " + col
	}
	return EffectWrite, "inserts a row"
}

// sqlTable returns the name of the table after INTO or the verb, and the index
// behind it.
func sqlTable(toks []sqlToken) (name string, after int) {
	i := 1
	for i < len(toks) && toks[i].is("into", "only", "low_priority", "delayed", "high_priority", "ignore", "or", "rollback", "abort", "fail", "table") {
		i++
	}
	if i >= len(toks) {
		return "", i
	}
	name = toks[i].name()
	i++
	for i+1 < len(toks) && toks[i].is(".") {
		name = toks[i+1].name()
		i += 2
	}
	return name, i
}

// sqlConflict judges ON CONFLICT (…) DO NOTHING or DO UPDATE SET ….
func sqlConflict(toks []sqlToken, table string, doUpdateSet ...string) (EffectKind, string) {
	if findTop(toks, "do", "nothing") >= 0 {
		return EffectIdempotent, "skips rows that exist"
	}
	if i := findTop(toks, doUpdateSet...); i >= 0 {
		return sqlAssignments(toks[i+len(doUpdateSet):], table, "writes the row it finds")
	}
	return EffectUnknown, ""
}

// sqlKeyColumns are columns whose names say that they are unique by
// themselves, so that a second INSERT of the same values fails.
var sqlKeyColumns = strings.Fields(`id uuid guid ulid pk key idempotency_key idempotency_token request_id dedup_id dedup_key dedupe_key
	client_token nonce event_id message_id external_id operation_id op_id txn_id transaction_id`)

// sqlFresh are what makes a value new in each run.
var sqlFresh = strings.Fields(`default null nextval gen_random_uuid uuid uuid_generate_v4 uuid_generate_v1 uuidv7 uuidv4 newid random rand now generate_uuid unordered_unique_rowid unique_rowid`)

// sqlOwnKey returns the first column of an INSERT that holds a key given by the
// caller, "" if there is none.
func sqlOwnKey(toks []sqlToken, i int, table string) string {
	if i >= len(toks) || !toks[i].is("(") {
		return ""
	}
	end := closing(toks, i)
	cols := splitCommas(toks[i+1 : min(end, len(toks))])
	for end++; end < len(toks) && !toks[end].is("values"); end++ {
		if toks[end].is("select") {
			return "" // the key comes from another table
		}
	}
	var vals [][]sqlToken
	if end+1 < len(toks) && toks[end+1].is("(") {
		vals = splitCommas(toks[end+2 : min(closing(toks, end+1), len(toks))])
	}
	own := strings.TrimSuffix(table, "s") + "_id"
	for n, col := range cols {
		if len(col) != 1 {
			continue
		}
		name := col[0].name()
		if name == "" || !slices.Contains(sqlKeyColumns, name) && name != own && name != table+"_id" {
			continue
		}
		if n < len(vals) && len(vals[n]) > 0 && (slices.Contains(sqlFresh, vals[n][0].name()) || vals[n][0].text == "0") {
			continue
		}
		return name
	}
	return ""
}

func splitCommas(toks []sqlToken) [][]sqlToken {
	var out [][]sqlToken
	depth, start := 0, 0
	for i, t := range toks {
		switch {
		case t.is("(", "["):
			depth++
		case t.is(")", "]"):
			depth--
		case t.is(",") && depth == 0:
			out = append(out, toks[start:i])
			start = i + 1
		}
	}
	return append(out, toks[start:])
}

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

func sqlDelete(toks []sqlToken) (EffectKind, string) {
	switch {
	case has(toks, "skip", "locked"), findTop(toks, "returning") >= 0, findTop(toks, "output") >= 0:
		return EffectConsume, "takes the rows away as it reads them"
	case findTop(toks, "limit") >= 0:
		return EffectWrite, "deletes other rows each time"
	}
	return EffectIdempotent, "deletes the same rows again"
}

func sqlMerge(toks []sqlToken) (EffectKind, string) {
	table, _ := sqlTable(toks)
	kind, why := EffectIdempotent, "writes the row it finds"
	for i := range toks {
		if !seqAt(toks, i, "update", "set") {
			continue
		}
		rest := toks[i+2:]
		if j := findTop(rest, "when"); j >= 0 {
			rest = rest[:j]
		}
		if k, w := sqlAssignments(rest, table, why); sqlRank(k) > sqlRank(kind) {
			kind, why = k, w
		}
	}
	return kind, why
}
