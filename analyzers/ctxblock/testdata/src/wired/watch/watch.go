// Package watch tells its listeners of what it sees.
package watch

import "context"

type Listener interface {
	Changed(host string) error
	Gone(host string) error
}

type Service struct{ to Listener }

func New(to Listener) *Service { return &Service{to} }

func (s *Service) Serve(ctx context.Context, hosts <-chan string) error {
	for {
		select {
		case h := <-hosts:
			if err := s.to.Changed(h); err != nil {
				return s.to.Gone(h)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
