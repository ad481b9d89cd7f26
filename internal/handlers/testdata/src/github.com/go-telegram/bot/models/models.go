// Package models is a stub.
package models

type Update struct{}
