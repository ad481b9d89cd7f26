// Package options is a stub.
package options

type InsertManyOptionsBuilder struct{}

func (*InsertManyOptionsBuilder) List() []int { return nil }

func (b *InsertManyOptionsBuilder) SetOrdered(bool) *InsertManyOptionsBuilder { return b }

func InsertMany() *InsertManyOptionsBuilder { return nil }
