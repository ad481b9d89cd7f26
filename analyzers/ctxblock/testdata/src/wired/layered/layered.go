// Package layered is the service.
package layered

import (
	"wired/model"
	"wired/ports"
)

type Service struct{ repo ports.Repo }

func New(r ports.Repo) *Service { return &Service{repo: r} }

func (s *Service) Register(name string) error {
	return s.repo.Save(model.Barge{Name: name})
}
