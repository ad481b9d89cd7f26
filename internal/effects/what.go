package effects

import (
	"strings"

	"github.com/faultlint/faultlint/internal/api"
)

// whatText names what a text does: "INSERT INTO tickets", "ADD in UpdateItem".
func whatText(lang api.Lang, name, s string) string {
	words := tokens(s)
	if len(words) == 0 {
		return name
	}
	switch lang {
	case api.LangDynamo, api.LangKube:
		return words[0] + " in " + name
	case api.LangMongo:
		return worstOperator(words) + " in " + name
	case api.LangLua:
		return "the script of " + name
	case api.LangRedis:
		return strings.ToUpper(words[0])
	}
	// The statement that decides.
	worst := api.EffectUnknown
	for i, stmt := range strings.Split(s, ";") {
		if k, _ := api.Classify(lang, stmt); i == 0 || severity(k) > severity(worst) {
			if toks := tokens(stmt); len(toks) > 0 {
				worst, words = k, toks
			}
		}
	}
	for len(words) > 1 && words[0] == "(" {
		words = words[1:]
	}
	if strings.EqualFold(words[0], "WITH") {
		for i, w := range words {
			switch strings.ToUpper(w) {
			case "INSERT", "UPDATE", "DELETE", "MERGE":
				if k, _ := api.Classify(lang, strings.Join(words[i:], " ")); k == worst {
					return whatStatement(words[i:])
				}
			}
		}
	}
	return whatStatement(words)
}

// whatStatement is the verb of a statement and the table, if it has one.
func whatStatement(words []string) string {
	out := strings.ToUpper(words[0])
	for _, w := range words[1:min(6, len(words))] {
		switch up := strings.ToUpper(w); up {
		case "INTO", "FROM", "OR", "IGNORE", "REPLACE", "TABLE", "INDEX", "UNIQUE", "IF", "NOT", "EXISTS", "VIEW", "TYPE", "ONLY", "LOW_PRIORITY", "DELAYED":
			if out != "SELECT" {
				out += " " + up
			}
			continue
		}
		switch out {
		case "SELECT", "VALUES", "SHOW", "WITH", "BEGIN", "SET":
			return out
		}
		if w == hole || !isWordByte(w[0]) {
			return out
		}
		return out + " " + strings.Trim(w, "`\"")
	}
	return out
}

func worstOperator(ops []string) string {
	for _, op := range ops {
		if k, _ := api.Classify(api.LangMongo, op); k == api.EffectWrite {
			return op
		}
	}
	return ops[0]
}

// tokens splits a text into words and signs. Comments and the inside of string
// literals are left out; it serves names in messages, the judgement is api's.
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
	return c == '_' || c == '.' || c == '`' || c == '"' || c == '$' || c == ':' || c == '#' || c == '@' || c == '%' || c >= 0x80 ||
		'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
