// Package esapi is as much of Elasticsearch's API as the tests use.
package esapi

import "context"

type Response struct{}

type SearchRequest struct{ ctx context.Context }

type Search func(o ...func(*SearchRequest)) (*Response, error)

func (f Search) WithContext(v context.Context) func(*SearchRequest) {
	return func(r *SearchRequest) { r.ctx = v }
}

func (f Search) WithSize(v int) func(*SearchRequest) { return func(*SearchRequest) {} }

type API struct{ Search Search }
