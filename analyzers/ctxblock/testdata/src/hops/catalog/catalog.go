// Package catalog makes pages of parts.
package catalog

import "hops/price"

type Catalog struct{ prices *price.List }

func New(l *price.List) *Catalog { return &Catalog{l} }

func (c *Catalog) Page(id int) (string, error) { return c.render(id) }

func (c *Catalog) render(id int) (string, error) {
	n, err := c.prices.Of(id)
	if err != nil {
		return "", err
	}
	return string(rune(n)), nil
}
