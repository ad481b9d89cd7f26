// Package svc has an interface in the middle of the way, and what implements it.
package svc

import "depth/repo"

type Finder interface{ Find(id string) error }

type dbFinder struct{ repo *repo.Repo }

func (f *dbFinder) Find(id string) error { return f.repo.Row(id) }

type Service struct{ finder Finder }

func New(r *repo.Repo) *Service { return &Service{finder: &dbFinder{r}} }

func (s *Service) Show(id string) error { return s.finder.Find(id) }
