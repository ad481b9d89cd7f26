package api

import "strings"

// sqlToken is one token of a statement. Words are in lower case.
type sqlToken struct {
	kind sqlKind
	text string
}

type sqlKind int8

const (
	sqlWord   sqlKind = iota // keyword or identifier
	sqlQuoted                // quoted identifier, without its quotes
	sqlString                // string literal
	sqlNumber
	sqlParam // ?, $1, :name, @p1
	sqlHole  // %s, %v, %[1]d: text that is not known
	sqlPunct // operators and punctuation
)

// sqlTokens takes a text apart and drops comments.
func sqlTokens(s string) []sqlToken {
	var toks []sqlToken
	add := func(k sqlKind, text string) { toks = append(toks, sqlToken{k, text}) }
	lineStart := true
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\n':
			lineStart = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case strings.HasPrefix(s[i:], "--"), c == '#' && lineStart:
			i = skipTo(s, i, "\n")
			continue
		case strings.HasPrefix(s[i:], "/*"):
			i = skipPast(s, i+2, "*/")
			continue
		case c == '\'':
			j := quoted(s, i, '\'', true)
			add(sqlString, inside(s, i, j))
			i = j
		case c == '"' || c == '`':
			j := quoted(s, i, c, false)
			add(sqlQuoted, strings.ToLower(inside(s, i, j)))
			i = j
		case c == '$':
			if tag := dollarTag(s[i:]); tag != "" {
				i = skipPast(s, i+len(tag), tag)
				add(sqlString, "")
				break
			}
			j := run(s, i+1, isWordByte)
			add(sqlParam, s[i:j])
			i = j
		case c == '?':
			add(sqlParam, "?")
			i++
		case c == '@':
			j := run(s, i+1, func(b byte) bool { return b == '@' || isWordByte(b) })
			add(sqlParam, s[i:j])
			i = j
		case c == ':' && i+1 < len(s) && isLetter(s[i+1]) && (i == 0 || s[i-1] != ':'):
			j := run(s, i+1, isWordByte)
			add(sqlParam, s[i:j])
			i = j
		case strings.HasPrefix(s[i:], "::"): // a cast: as the word after it
			add(sqlPunct, "::")
			i += 2
		case c == '%':
			if n := verbLen(s[i:]); n > 0 {
				add(sqlHole, s[i:i+n])
				i += n
				break
			}
			add(sqlPunct, "%")
			i++
		case '0' <= c && c <= '9':
			j := run(s, i, func(b byte) bool { return b == '.' || isWordByte(b) })
			add(sqlNumber, s[i:j])
			i = j
		case isLetter(c):
			j := run(s, i, isWordByte)
			word := strings.ToLower(s[i:j])
			if j < len(s) && s[j] == '\'' && (word == "e" || word == "n" || word == "x" || word == "b") {
				k := quoted(s, j, '\'', true)
				add(sqlString, inside(s, j, k))
				i = k
				break
			}
			add(sqlWord, word)
			i = j
		case strings.HasPrefix(s[i:], "||"), strings.HasPrefix(s[i:], "#-"), strings.HasPrefix(s[i:], "#>"), strings.HasPrefix(s[i:], "->"):
			add(sqlPunct, s[i:i+2])
			i += 2
		case c == '<' || c == '>' || c == '!' || c == '=':
			j := run(s, i, func(b byte) bool { return b == '<' || b == '>' || b == '!' || b == '=' })
			add(sqlPunct, s[i:j])
			i = j
		default:
			add(sqlPunct, s[i:i+1])
			i++
		}
		lineStart = false
	}
	return toks
}

func isLetter(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b >= 0x80
}

func isWordByte(b byte) bool { return isLetter(b) || '0' <= b && b <= '9' || b == '$' }

func run(s string, i int, ok func(byte) bool) int {
	for i < len(s) && ok(s[i]) {
		i++
	}
	return i
}

func skipTo(s string, i int, end string) int {
	if j := strings.Index(s[i:], end); j >= 0 {
		return i + j
	}
	return len(s)
}

func skipPast(s string, i int, end string) int {
	if i > len(s) {
		return len(s)
	}
	if j := strings.Index(s[i:], end); j >= 0 {
		return i + j + len(end)
	}
	return len(s)
}

// quoted returns the index behind the quoted text at i. A doubled quote is part
// of it, and so is one after a backslash if escapes are allowed.
func quoted(s string, i int, q byte, escapes bool) int {
	for i++; i < len(s); i++ {
		switch {
		case escapes && s[i] == '\\' && i+1 < len(s) && s[i+1] == q && i+2 < len(s):
			i++
		case s[i] == q:
			if i+1 < len(s) && s[i+1] == q {
				i++
				continue
			}
			return i + 1
		}
	}
	return len(s)
}

// inside is the text between the quotes at i and before j.
func inside(s string, i, j int) string {
	if j-1 > i {
		return s[i+1 : j-1]
	}
	return ""
}

// dollarTag returns the opening tag of a dollar-quoted string: $$ or $body$.
func dollarTag(s string) string {
	j := run(s, 1, func(b byte) bool { return b != '$' && isWordByte(b) })
	if j < len(s) && s[j] == '$' && (j == 1 || !('0' <= s[1] && s[1] <= '9')) {
		return s[:j+1]
	}
	return ""
}

// verbLen returns the length of the fmt verb at the start of s, 0 if there is
// none. "%%" is a percent sign.
func verbLen(s string) int {
	i := 1
	for i < len(s) && strings.IndexByte("+-# 0123456789.[]*", s[i]) >= 0 {
		if s[i] == ' ' {
			return 0 // "a % b": the operator
		}
		i++
	}
	if i < len(s) && strings.IndexByte("vTtbcdoqxXUeEfFgGsp", s[i]) >= 0 {
		if i+1 < len(s) && isWordByte(s[i+1]) && i == 1 {
			return 0 // "a %size"
		}
		return i + 1
	}
	return 0
}
