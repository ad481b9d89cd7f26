// Package bot is a stub.
package bot

import (
	"context"

	"github.com/go-telegram/bot/models"
)

type Bot struct{}
type HandlerFunc func(ctx context.Context, b *Bot, update *models.Update)
