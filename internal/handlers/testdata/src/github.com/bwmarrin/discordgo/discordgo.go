// Package discordgo is a stub.
package discordgo

type Session struct{}
type InteractionCreate struct{}

func (s *Session) AddHandler(handler any) func() { return nil }
