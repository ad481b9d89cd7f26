// Package gates has the interfaces between the parts of a service.
package gates

import "context"

type Repo interface {
	Find(id string) (string, error)
	Save(ctx context.Context, id string) error
	Name() string
}

type Log interface{ Last() (string, error) }

type Mail interface{ Send(to string) error }
