// Package bad signs members of a rowing club in through their federation. The code is redeemed
// on the background context and hence with the default HTTP client, which never gives up: while
// the federation's token endpoint stalls, each login leaves a request behind.
package bad

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
	token, err := l.redeem(c.Query("code")) // OR blocking-no-ctx
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
func (l *Login) redeem(code string) (*oauth2.Token, error) {
	token, err := l.oauth.Exchange(context.Background(), code) // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil {
		return nil, fmt.Errorf("redeem code: %w", err)
	}
	return token, nil
}
