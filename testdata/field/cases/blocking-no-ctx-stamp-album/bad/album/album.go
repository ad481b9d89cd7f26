// Package album puts pages together.
package album

import (
	"errors"
	"fmt"

	"faultfield/cases/blocking-no-ctx-stamp-album/bad/worth"
)

// ErrEmpty is returned for a country without stamps.
var ErrEmpty = errors.New("page is empty")

// Page is one page.
type Page struct {
	Country string        `json:"country"`
	Stamps  []worth.Stamp `json:"stamps"`
	Total   float64       `json:"total"`
}

// Album has a page for each country.
type Album struct{ appraiser *worth.Appraiser }

// New returns an album.
func New(a *worth.Appraiser) *Album { return &Album{appraiser: a} }

// Page puts the page of a country together.
func (a *Album) Page(country string) (*Page, error) {
	p := &Page{Country: country}
	if err := a.fill(p); err != nil { // OR blocking-no-ctx
		return nil, fmt.Errorf("page of %s: %w", country, err)
	}
	if len(p.Stamps) == 0 {
		return nil, ErrEmpty
	}
	return p, nil
}

func (a *Album) fill(p *Page) error {
	stamps, err := a.appraiser.Appraise(p.Country) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	for _, s := range stamps {
		p.Total += s.Value
	}
	p.Stamps = stamps
	return nil
}
