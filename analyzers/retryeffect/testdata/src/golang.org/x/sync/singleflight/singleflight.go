package singleflight

type Group struct{}

func (g *Group) Do(key string, fn func() (any, error)) (v any, err error, shared bool) { return }
