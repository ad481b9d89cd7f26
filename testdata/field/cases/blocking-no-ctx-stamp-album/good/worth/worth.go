// Package worth says what stamps are worth.
package worth

import "context"

// Stamp is one stamp.
type Stamp struct {
	Name  string  `json:"name"`
	Year  int     `json:"year"`
	Value float64 `json:"value"`
}

// Stamps lists stamps.
type Stamps interface {
	OfCountry(ctx context.Context, country string) ([]Stamp, error)
}

// Appraiser sets values.
type Appraiser struct{ stamps Stamps }

// NewAppraiser returns an appraiser of stamps.
func NewAppraiser(s Stamps) *Appraiser { return &Appraiser{stamps: s} }

// Appraise returns the stamps of a country with their values.
func (a *Appraiser) Appraise(ctx context.Context, country string) ([]Stamp, error) {
	list, err := a.stamps.OfCountry(ctx, country)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if age := 2026 - list[i].Year; age > 100 {
			list[i].Value *= 1 + float64(age-100)/50
		}
	}
	return list, nil
}
