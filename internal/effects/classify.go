package effects

import (
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

// classifyText tells from a text in one of the languages of the tables what a
// second run of it does.
func classifyText(lang api.Lang, s string) api.EffectKind {
	switch lang {
	case api.LangMongo:
		return mongoKind(s)
	case api.LangDynamo:
		return dynamoKind(s)
	case api.LangRedis:
		return redisKind(s)
	case api.LangKube:
		if strings.Contains(s, "json-patch") && !strings.Contains(s, "merge") {
			return api.EffectUnknown // an add to a list appends; other operations do not
		}
		return api.EffectIdempotent
	case api.LangCQL:
		return cqlKind(s)
	}
	return sqlKind(s)
}

func mongoKind(s string) api.EffectKind {
	kind := api.EffectUnknown
	for _, op := range strings.Fields(s) {
		switch op {
		case "$inc", "$push", "$mul", "$pop", "$pushAll", "$bit":
			return api.EffectWrite
		case "$set", "$unset", "$addToSet", "$max", "$min", "$pull", "$pullAll", "$rename", "$setOnInsert", "$currentDate":
			kind = api.EffectIdempotent
		}
	}
	return kind
}

func dynamoKind(s string) api.EffectKind {
	toks := tokens(s)
	section := ""
	for i, t := range toks {
		switch strings.ToUpper(t) {
		case "SET", "REMOVE", "ADD", "DELETE":
			section = strings.ToUpper(t)
			continue
		}
		if section == "ADD" {
			return api.EffectWrite
		}
		if strings.EqualFold(t, "list_append") {
			return api.EffectWrite
		}
		// a = a + :n, a = if_not_exists(a, :zero) + :n
		if section == "SET" && (t == "+" || t == "-") && i > 0 {
			return api.EffectWrite
		}
	}
	if section == "" {
		return api.EffectUnknown
	}
	return api.EffectIdempotent
}

func redisKind(s string) api.EffectKind {
	words := strings.Fields(s)
	if len(words) == 0 {
		return api.EffectUnknown
	}
	switch strings.ToUpper(words[0]) {
	case "INCR", "INCRBY", "INCRBYFLOAT", "DECR", "DECRBY", "HINCRBY", "HINCRBYFLOAT", "ZINCRBY", "APPEND", "LPUSH", "RPUSH", "LPUSHX", "RPUSHX", "LINSERT", "XADD", "PUBLISH", "SPUBLISH":
		return api.EffectWrite
	case "LPOP", "RPOP", "BLPOP", "BRPOP", "SPOP", "ZPOPMIN", "ZPOPMAX", "LMOVE", "RPOPLPUSH", "GETDEL", "GETSET", "XREADGROUP":
		return api.EffectConsume
	case "SETNX", "HSETNX", "RENAMENX", "MSETNX":
		return api.EffectConditional
	case "SET", "SETEX", "PSETEX", "MSET", "HSET", "HMSET", "SADD", "SREM", "ZADD", "ZREM", "DEL", "UNLINK", "HDEL", "EXPIRE", "PEXPIRE", "EXPIREAT", "PERSIST", "PFADD", "XACK", "RENAME", "LTRIM", "LSET":
		return api.EffectIdempotent
	case "GET", "MGET", "HGET", "HGETALL", "HMGET", "EXISTS", "SCAN", "TTL", "PTTL", "LRANGE", "LLEN", "ZRANGE", "ZSCORE", "SMEMBERS", "SISMEMBER", "SCARD", "STRLEN", "TYPE", "KEYS", "PING", "INFO", "TIME":
		return api.EffectRead
	}
	return api.EffectUnknown
}

func cqlKind(s string) api.EffectKind {
	toks := tokens(s)
	if len(toks) == 0 {
		return api.EffectUnknown
	}
	has := func(words ...string) bool { return sequence(toks, words...) }
	switch strings.ToUpper(toks[0]) {
	case "SELECT":
		return api.EffectRead
	case "INSERT", "UPDATE", "DELETE", "BEGIN":
		if has("IF") {
			return api.EffectConditional
		}
		if relativeSet(toks) || has("NOW") || has("UUID") {
			return api.EffectWrite
		}
		return api.EffectIdempotent
	case "CREATE", "ALTER", "DROP":
		return api.EffectConditional
	case "TRUNCATE":
		return api.EffectIdempotent
	}
	return api.EffectUnknown
}

// sqlKind classes a statement. Only what the text says counts: that a table
// has a unique key is not in it, so an INSERT is a write.
func sqlKind(s string) api.EffectKind {
	worst := api.EffectUnknown
	for i, stmt := range statements(s) {
		if k := statementKind(stmt); i == 0 || severity(k) > severity(worst) {
			worst = k
		}
	}
	return worst
}

func statementKind(toks []string) api.EffectKind {
	for len(toks) > 0 && toks[0] == "(" {
		toks = toks[1:]
	}
	if len(toks) == 0 {
		return api.EffectUnknown
	}
	has := func(words ...string) bool { return sequence(toks, words...) }
	verb := strings.ToUpper(toks[0])
	if verb == "WITH" {
		// The main verb, and CTEs that change data.
		kind := api.EffectRead
		for i, t := range toks {
			switch strings.ToUpper(t) {
			case "INSERT", "UPDATE", "DELETE", "MERGE":
				if before := strings.ToUpper(toks[i-1]); before == "FOR" || before == "DO" || before == "ON" {
					continue
				}
				if k := statementKind(toks[i:]); severity(k) > severity(kind) {
					kind = k
				}
			}
		}
		return kind
	}
	switch verb {
	case "SELECT", "VALUES", "TABLE", "SHOW", "DESCRIBE", "DESC", "PRAGMA":
		switch {
		case has("FOR", "UPDATE", "SKIP", "LOCKED"):
			return api.EffectConsume
		case calls(toks, "nextval", "setval", "pg_notify", "pg_advisory_lock", "pg_try_advisory_lock", "dblink", "dblink_exec", "lo_create", "txid_current"):
			return api.EffectUnknown
		}
		return api.EffectRead
	case "EXPLAIN":
		return api.EffectRead
	case "INSERT":
		switch {
		case has("ON", "CONFLICT"), has("ON", "DUPLICATE", "KEY"):
			if relativeSet(after(toks, "UPDATE")) {
				return api.EffectWrite
			}
			return api.EffectIdempotent
		case has("INSERT", "IGNORE"), has("INSERT", "OR", "IGNORE"), has("INSERT", "OR", "REPLACE"), has("INSERT", "OVERWRITE"):
			return api.EffectIdempotent
		case has("WHERE", "NOT", "EXISTS"):
			return api.EffectConditional
		}
		return api.EffectWrite
	case "REPLACE", "UPSERT":
		return api.EffectIdempotent
	case "MERGE":
		if relativeSet(toks) {
			return api.EffectWrite
		}
		return api.EffectIdempotent
	case "UPDATE":
		if has("SKIP", "LOCKED") {
			return api.EffectConsume
		}
		if relativeSet(after(toks, "SET")) {
			if guarded(after(toks, "WHERE")) {
				return api.EffectConditional
			}
			return api.EffectWrite
		}
		return api.EffectIdempotent
	case "DELETE":
		if has("SKIP", "LOCKED") {
			return api.EffectConsume
		}
		if has("LIMIT") && has("RETURNING") {
			return api.EffectConsume
		}
		return api.EffectIdempotent
	case "CREATE", "ALTER", "DROP":
		if has("IF", "NOT", "EXISTS") || has("IF", "EXISTS") || has("CREATE", "OR", "REPLACE") {
			return api.EffectIdempotent
		}
		return api.EffectConditional
	case "TRUNCATE", "SET", "USE", "LOCK", "ANALYZE", "VACUUM", "REINDEX", "OPTIMIZE", "GRANT", "REVOKE", "COMMENT", "REFRESH", "LISTEN", "UNLISTEN", "RESET", "ATTACH", "DETACH", "KILL", "FLUSH":
		return api.EffectIdempotent
	case "NOTIFY", "COPY", "LOAD":
		if verb == "COPY" && has("TO") && !has("FROM") {
			return api.EffectRead
		}
		return api.EffectWrite
	case "BEGIN", "START", "SAVEPOINT", "ROLLBACK", "RELEASE":
		return api.EffectRead
	}
	return api.EffectUnknown // CALL, EXEC, COMMIT, a hole
}

// guarded reports whether a WHERE clause tests the state that the update
// starts from: version = $n, status = 'old', balance >= …
func guarded(where []string) bool {
	for i, t := range where {
		l := strings.ToLower(t)
		if j := strings.LastIndexByte(l, '.'); j >= 0 {
			l = l[j+1:]
		}
		switch strings.Trim(l, "`\"") {
		case "version", "status", "state", "rev", "revision", "etag", "lock_version", "updated_at", "generation", "epoch":
			if i+1 < len(where) && (where[i+1] == "=" || strings.EqualFold(where[i+1], "IS") || strings.EqualFold(where[i+1], "IN")) {
				return true
			}
		}
	}
	return false
}

// relativeSet reports whether an assignment list uses a column's old value, or
// one that is new each time: a = a + 1, a = a || x, a = coalesce(a, 0) + 1.
func relativeSet(toks []string) bool {
	for i := 0; i+2 < len(toks); i++ {
		if strings.EqualFold(toks[i], "WHERE") || strings.EqualFold(toks[i], "RETURNING") {
			return false
		}
		if toks[i+1] != "=" {
			continue
		}
		col := column(toks[i])
		if col == "" {
			continue
		}
		mentions, operator, depth := false, false, 0
		for j := i + 2; j < len(toks); j++ {
			t := toks[j]
			up := strings.ToUpper(t)
			if t == "(" {
				depth++
			}
			if t == ")" {
				depth--
			}
			if depth <= 0 && (t == "," || up == "WHERE" || up == "RETURNING" || up == "FROM" || up == "WHEN") || t == ";" {
				break
			}
			if column(t) == col && t != "'" {
				mentions = true
			}
			switch up {
			case "+", "-", "*", "/", "||", "ARRAY_APPEND", "CONCAT", "JSONB_SET", "JSON_ARRAY_APPEND":
				operator = true
			case "GEN_RANDOM_UUID", "UUID", "UUID_GENERATE_V4", "RANDOM", "RAND", "NEXTVAL":
				if j+1 < len(toks) && toks[j+1] == "(" {
					return true
				}
			case "NOT":
				if j == i+2 {
					operator = true // a = NOT a
				}
			}
		}
		if mentions && operator {
			return true
		}
	}
	return false
}

func column(t string) string {
	if i := strings.LastIndexByte(t, '.'); i >= 0 {
		t = t[i+1:]
	}
	t = strings.ToLower(strings.Trim(t, "`\"[]"))
	if t == "" || !(t[0] >= 'a' && t[0] <= 'z' || t[0] == '_' || t[0] == '#') {
		return ""
	}
	return t
}

func after(toks []string, word string) []string {
	for i, t := range toks {
		if strings.EqualFold(t, word) {
			return toks[i+1:]
		}
	}
	return nil
}

func sequence(toks []string, words ...string) bool {
	for i := 0; i+len(words) <= len(toks); i++ {
		ok := true
		for j, w := range words {
			if !strings.EqualFold(toks[i+j], w) {
				ok = false
				break
			}
		}
		if ok {
			return true
		}
	}
	return false
}

func calls(toks []string, names ...string) bool {
	for i := 0; i+1 < len(toks); i++ {
		if toks[i+1] != "(" {
			continue
		}
		for _, n := range names {
			if strings.EqualFold(toks[i], n) {
				return true
			}
		}
	}
	return false
}

// statements splits a text into statements of tokens; comments and the inside
// of string literals are left out.
func statements(s string) [][]string {
	var out [][]string
	var cur []string
	for _, t := range tokens(s) {
		if t == ";" {
			if len(cur) > 0 {
				out = append(out, cur)
			}
			cur = nil
			continue
		}
		cur = append(cur, t)
	}
	if len(cur) > 0 {
		out = append(out, cur)
	}
	return out
}

func tokens(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case strings.HasPrefix(s[i:], "--"):
			j := strings.IndexByte(s[i:], '\n')
			if j < 0 {
				return out
			}
			i += j
		case strings.HasPrefix(s[i:], "/*"):
			j := strings.Index(s[i:], "*/")
			if j < 0 {
				return out
			}
			i += j + 2
		case c == '\'':
			j := i + 1
			for j < len(s) && s[j] != '\'' {
				j++
			}
			out = append(out, "'")
			i = j + 1
		case strings.HasPrefix(s[i:], "||"):
			out = append(out, "||")
			i += 2
		case isWordByte(c):
			j := i
			for j < len(s) && isWordByte(s[j]) {
				j++
			}
			out = append(out, s[i:j])
			i = j
		default:
			out = append(out, string(c))
			i++
		}
	}
	return out
}

func isWordByte(c byte) bool {
	return c == '_' || c == '.' || c == '`' || c == '"' || c == '$' || c == ':' || c == '#' || c == '@' || c == '?' || c >= 0x80 ||
		'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
