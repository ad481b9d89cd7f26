// Package bot answers slash commands of a chat guild about its game servers.
package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"faultfield15/cases/blocking-no-ctx-game-console/good/console"
)

// Command is one slash command, already parsed.
type Command struct {
	Server string
	User   string
	Text   string
}

// Server is where a game server's console listens.
type Server struct{ Addr, Password string }

// Bot handles commands.
type Bot struct {
	servers map[string]Server
	log     *slog.Logger
}

// Handle runs a command on a server's console and returns the reply for the chat.
func (b *Bot) Handle(ctx context.Context, cmd Command) (string, error) {
	srv, ok := b.servers[cmd.Server]
	if !ok {
		return "I do not know a server " + cmd.Server, nil
	}
	con, err := console.Dial(ctx, srv.Addr, srv.Password)
	if errors.Is(err, console.ErrPassword) {
		return "The server does not let me in", nil
	}
	if err != nil {
		return "", fmt.Errorf("console of %s: %w", cmd.Server, err)
	}
	defer con.Close()
	text, err := con.Run(ctx, cmd.Text)
	if err != nil {
		return "", fmt.Errorf("run on %s: %w", cmd.Server, err)
	}
	b.log.InfoContext(ctx, "command run", "server", cmd.Server, "user", cmd.User)
	return strings.TrimSpace(text), nil
}
