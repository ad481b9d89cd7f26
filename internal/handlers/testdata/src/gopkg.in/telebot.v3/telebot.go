// Package telebot is a stub.
package telebot

type Context interface{ Send(what any) error }
type HandlerFunc func(Context) error
