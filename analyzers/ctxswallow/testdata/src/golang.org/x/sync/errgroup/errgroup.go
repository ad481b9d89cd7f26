// Package errgroup stands for the real one.
package errgroup

import "context"

type Group struct{}

func WithContext(ctx context.Context) (*Group, context.Context) { return &Group{}, ctx }
func (g *Group) Go(f func() error)                              {}
func (g *Group) SetLimit(n int)                                 {}
func (g *Group) Wait() error                                    { return nil }
