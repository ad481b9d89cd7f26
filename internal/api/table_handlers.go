package api

import (
	"go/types"
	"slices"
	"strings"
)

// Handlers returns all shapes of handlers.
func (t *Table) Handlers() []*Handler {
	var all []*Handler
	for _, l := range t.layers {
		all = append(all, l.handlers...)
	}
	return all
}

// HandlerByType returns the handler whose named function type has a key, or nil.
func (t *Table) HandlerByType(typeKey string) *Handler {
	return find(t, typeKey, func(l *layer) *index[Handler] { return l.handlerType })
}

// HandlerByReg returns the handler that a function registers in its argument
// RegArg, or nil.
func (t *Table) HandlerByReg(key string) *Handler {
	return find(t, key, func(l *layer) *index[Handler] { return l.handlerReg })
}

// HandlerByField returns the handler that is put into a struct field, or nil.
func (t *Table) HandlerByField(fieldKey string) *Handler {
	return find(t, fieldKey, func(l *layer) *index[Handler] { return l.handlerField })
}

// HandlerByIface returns the handler whose interface has a key, or nil. The
// methods in its Methods are handlers.
func (t *Table) HandlerByIface(typeKey string) *Handler {
	return find(t, typeKey, func(l *layer) *index[Handler] { return l.handlerIface })
}

// ServesIt reports whether fn is the method by which a handler, whichever it is,
// is run: ServeHTTP of an http.Handler.
func (t *Table) ServesIt(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	key := KeyOfType(recv.Type())
	for _, h := range []*Handler{t.HandlerByIface(key), t.HandlerByType(key)} {
		if h != nil && slices.Contains(h.Methods, fn.Name()) {
			return true
		}
	}
	return false
}

// HandlersByEmbed returns the handlers that a type implements if it embeds a
// type with this name.
func (t *Table) HandlersByEmbed(name string) []*Handler {
	var found []*Handler
	for _, h := range t.Handlers() {
		for _, prefix := range h.Embeds {
			if strings.HasPrefix(name, prefix) {
				found = append(found, h)
				break
			}
		}
	}
	return found
}

// HandlerByParams returns the handler whose parameter types are those of sig,
// or nil. Shapes that are told by nothing but a context are not found so.
func (t *Table) HandlerByParams(sig *types.Signature) *Handler {
	if sig == nil || sig.Params().Len() == 0 {
		return nil
	}
	keys := make([]string, sig.Params().Len())
	for i := range keys {
		keys[i] = KeyOfType(sig.Params().At(i).Type())
	}
	for _, l := range t.layers {
		for _, k := range keys {
			for _, h := range l.byParam[k] {
				if matchParams(h.Params, keys) {
					return h
				}
			}
		}
		for _, h := range l.anyParam {
			if matchParams(h.Params, keys) {
				return h
			}
		}
	}
	return nil
}
