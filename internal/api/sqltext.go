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
