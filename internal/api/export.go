package api

// Builtin returns the rows of the default table, for those who list or check
// them.
func Builtin() Rows { return builtin() }

// ExpandKey writes out the alternatives of a key in a row. A key with
// wildcards is returned as it is, and pattern is true.
func ExpandKey(key string) (keys []string, pattern bool) {
	p := splitKey(key)
	if hasWildcard(p.pkg) || hasWildcard(p.recv) || hasWildcard(p.name) {
		return []string{key}, true
	}
	return expandPtr(key), false
}

// KeyMatcher returns a function that reports whether a key of a row, written in
// short or with wildcards, covers a key.
func KeyMatcher(row string) func(key string) bool {
	pat := newPattern(splitKey(row))
	return func(key string) bool { return pat.match(splitKey(key)) }
}

// PackageOfKey returns the package path of the key of a function or type.
func PackageOfKey(key string) string { return splitKey(key).pkg }

// PackageOfField returns the package path of the key of a field.
func PackageOfField(key string) string { return splitField(key).pkg }

// Ends reports whether an error that is made by, or wraps, the function or
// variable with this key says that the handler is not to be run again.
func (h *Handler) Ends(key string) bool {
	for _, row := range h.Final {
		for _, k := range expand(row) {
			if KeyMatcher(k)(key) {
				return true
			}
		}
	}
	return false
}
