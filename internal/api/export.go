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

// A Sender is the configuration of a client that sends messages, repeats them
// by itself, and can be told to let the receiver drop the repeats.
type Sender struct {
	Config  []string // keys of its type: a struct, or a map from names
	Retries []string // paths of fields, or names, that say how often it repeats
	Acks    string   // that says who must have a message
	AcksAll []string // names or values of Acks for "all"
	Once    string   // that lets the receiver drop repeats
	How     string   // for messages
}

// Sender returns what is known of a configuration's type, nil if nothing.
func (t *Table) Sender(key string) *Sender {
	for _, l := range t.layers {
		for i := range l.senders {
			for _, row := range l.senders[i].Config {
				for _, k := range expand(row) {
					if KeyMatcher(k)(key) {
						return &l.senders[i]
					}
				}
			}
		}
	}
	return nil
}
