// Package good signs members of a rowing club in through their federation. The code is redeemed
// within five seconds and only as long as the member waits.
package good

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/oauth2"
)

const (
	stateCookie   = "rowing_state"
	sessionCookie = "rowing_session"
)

const redeemBudget = 5 * time.Second

// Sessions opens a session for whoever holds a token of the federation.
type Sessions interface {
	Open(ctx context.Context, token *oauth2.Token) (id string, ttl time.Duration, err error)
}

// Login signs club members in through the rowing federation.
type Login struct {
	oauth    *oauth2.Config
	sessions Sessions
	log      *slog.Logger
}

// NewLogin returns a login by the given configuration.
func NewLogin(oauth *oauth2.Config, sessions Sessions, log *slog.Logger) *Login {
	return &Login{oauth: oauth, sessions: sessions, log: log}
}

// Mount adds the callback to a router.
func (l *Login) Mount(r gin.IRouter) { r.GET("/login/callback", l.callback) }

func (l *Login) callback(c *gin.Context) {
	state, err := c.Cookie(stateCookie)
	if err != nil || subtle.ConstantTimeCompare([]byte(state), []byte(c.Query("state"))) != 1 {
		c.String(http.StatusBadRequest, "login was not started here")
		return
	}
	token, err := l.redeem(c.Request.Context(), c.Query("code"))
	var refused *oauth2.RetrieveError
	switch {
	case errors.As(err, &refused):
		c.String(http.StatusForbidden, "federation refused the login")
		return
	case err != nil:
		l.log.Error("redeem code", "err", err)
		c.String(http.StatusBadGateway, "federation not available")
		return
	}
	id, ttl, err := l.sessions.Open(c.Request.Context(), token)
	if err != nil {
		l.log.Error("open session", "err", err)
		c.String(http.StatusInternalServerError, "no session")
		return
	}
	c.SetCookie(stateCookie, "", -1, "/login", "", true, true)
	c.SetCookie(sessionCookie, id, int(ttl.Seconds()), "/", "", true, true)
	c.Redirect(http.StatusSeeOther, "/boats")
}

// redeem changes the code of a callback into a token.
func (l *Login) redeem(ctx context.Context, code string) (*oauth2.Token, error) {
	ctx, cancel := context.WithTimeout(ctx, redeemBudget)
	defer cancel()
	token, err := l.oauth.Exchange(ctx, code)
	if err != nil {
		return nil, fmt.Errorf("redeem code: %w", err)
	}
	return token, nil
}
