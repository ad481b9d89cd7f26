package api

import "context"

type KV struct{}

type KVPair struct{ Value []byte }

type QueryMeta struct{ LastIndex uint64 }

type QueryOptions struct {
	WaitIndex uint64
	ctx       context.Context
}

func (o *QueryOptions) WithContext(ctx context.Context) *QueryOptions { return o }

func (k *KV) Get(key string, q *QueryOptions) (*KVPair, *QueryMeta, error) { return nil, nil, nil }
