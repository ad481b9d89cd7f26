// Package errors stands in for the module of this name.
package errors

func Is(err, target error) bool

func As(err error, target any) bool
