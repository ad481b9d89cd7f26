package redis

import "context"

type Client struct{ cmdable }

type cmdable func(ctx context.Context) error

type IntCmd struct{}

type Cmd struct{}

type Tx struct{ cmdable }

type Cmdable interface {
	Incr(ctx context.Context, key string) *IntCmd
	Set(ctx context.Context, key string, v any, d int) *IntCmd
}

type Pipeliner interface {
	Cmdable
	DecrBy(ctx context.Context, key string, n int64) *IntCmd
	Exec(ctx context.Context) ([]Cmd, error)
}

func (c cmdable) Incr(ctx context.Context, key string) *IntCmd                     { return nil }
func (c cmdable) Set(ctx context.Context, key string, v any, d int) *IntCmd        { return nil }
func (c cmdable) LPop(ctx context.Context, key string) *IntCmd                     { return nil }
func (c cmdable) SetNX(ctx context.Context, key string, v any, d int) *IntCmd      { return nil }
func (c cmdable) Get(ctx context.Context, key string) *IntCmd                      { return nil }
func (c *Client) Do(ctx context.Context, args ...any) *Cmd                         { return nil }
func (c *Client) Watch(ctx context.Context, fn func(*Tx) error, k ...string) error { return nil }

func (c *IntCmd) Err() error { return nil }

type XAddArgs struct {
	Stream string
	ID     string
	Values any
}

func (c cmdable) XAdd(ctx context.Context, a *XAddArgs) *IntCmd { return nil }

type Scripter interface {
	Eval(ctx context.Context, script string, keys []string, args ...any) *Cmd
}

func (c cmdable) Eval(ctx context.Context, script string, keys []string, args ...any) *Cmd {
	return nil
}

func (c *Cmd) Err() error { return nil }

type Script struct{ src string }

func NewScript(src string) *Script { return &Script{src} }

func (s *Script) Run(ctx context.Context, c Scripter, keys []string, args ...any) *Cmd { return nil }

func HasErrorPrefix(err error, prefix string) bool { return false }

func (c cmdable) Pipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmd, error) {
	return nil, nil
}
func (c cmdable) Pipeline() Pipeliner { return nil }
