// Package ports has the interfaces.
package ports

import "wired/model"

type Repo interface {
	Save(b model.Barge) error
}

type Service interface {
	Register(name string) error
}
