// Package price knows what parts cost from whoever can say it.
package price

type Costs interface {
	Cost(id int) (int, error)
}

type List struct{ costs Costs }

func NewList(c Costs) *List { return &List{c} }

func (l *List) Of(id int) (int, error) {
	cents, err := l.costs.Cost(id)
	return cents * 12 / 10, err
}
