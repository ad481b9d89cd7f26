package a

import (
	"context"
	"errors"
	"net/http"
)

type page struct {
	Value []string
	Next  *string
}

type pages struct{ hc *http.Client }

func (p *pages) get(ctx context.Context, skip int) (*page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a.example", nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return &page{}, nil
}

// An empty page is none that was refused: what the pages hold is collected.
func (p *pages) all(ctx context.Context) ([]string, error) {
	var out []string
	skip := 0
	for {
		res, err := p.get(ctx, skip)
		if err != nil {
			return nil, err
		}
		for _, v := range res.Value {
			out = append(out, v)
		}
		if res.Next == nil || *res.Next == "" {
			return out, nil
		}
		if len(res.Value) == 0 {
			return nil, errors.New("empty page with a next one")
		}
		skip += 100
	}
}

func (p *pages) every(ctx context.Context) ([]string, error) {
	var out []string
	skip := 0
	for {
		res, err := p.get(ctx, skip)
		if err != nil {
			return nil, err
		}
		if len(res.Value) == 0 {
			return out, nil
		}
		out = append(out, res.Value...)
		skip += 100
	}
}
