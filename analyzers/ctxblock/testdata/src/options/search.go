package options

import (
	"context"

	"github.com/elastic/go-elasticsearch/v8/esapi"
)

type index struct{ es *esapi.API }

func (x *index) find(ctx context.Context) error {
	_, err := x.es.Search(x.es.Search.WithContext(ctx), x.es.Search.WithSize(10))
	return err
}

func (x *index) blind(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	_, err := x.es.Search(x.es.Search.WithSize(10)) // want `esapi.Search waits without a context, though ctx is at hand; add the option WithContext\(ctx\)`
	return err
}

func (x *index) bound(ctx context.Context, n int) error {
	with := x.es.Search.WithContext(ctx)
	_, err := x.es.Search(x.es.Search.WithSize(n), with)
	return err
}
