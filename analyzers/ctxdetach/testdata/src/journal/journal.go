// Package journal makes contexts that begin in it.
package journal

import "context"

type key struct{}

type Logger struct{ name string }

// BackgroundContext says by its name that its context is nobody's.
func (l *Logger) BackgroundContext() context.Context {
	return context.WithValue(context.Background(), key{}, l)
}

// Fresh does not.
func (l *Logger) Fresh() context.Context {
	return context.WithValue(context.Background(), key{}, l)
}

func From(ctx context.Context) *Logger {
	l, _ := ctx.Value(key{}).(*Logger)
	return l
}
