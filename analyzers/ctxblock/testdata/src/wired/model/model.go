// Package model has what the others speak of.
package model

type Barge struct{ Name string }
