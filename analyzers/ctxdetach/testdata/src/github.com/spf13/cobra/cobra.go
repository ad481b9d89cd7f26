// Package cobra is a stub.
package cobra

import "context"

type Command struct {
	Use  string
	Run  func(cmd *Command, args []string)
	RunE func(cmd *Command, args []string) error
}

func (c *Command) Context() context.Context { return nil }
