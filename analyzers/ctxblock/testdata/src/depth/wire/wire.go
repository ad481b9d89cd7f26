// Package wire puts a layer in between.
package wire

import "depth/svc"

type Facade struct{ Svc *svc.Service }

func (f *Facade) Show(id string) error { return f.Svc.Show(id) }
