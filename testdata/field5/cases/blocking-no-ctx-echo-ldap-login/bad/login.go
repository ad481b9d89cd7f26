// Package login checks passwords against the company's directory.
package login

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/go-ldap/ldap/v3"
	"github.com/labstack/echo/v4"
)

// ErrDenied is returned for a wrong name or password.
var ErrDenied = errors.New("wrong name or password")

// Directory is an LDAP server.
type Directory struct {
	Addr   string
	TLS    *tls.Config
	BaseDN string
}

// Verify binds as the user and returns the user's full name.
func (d *Directory) Verify(user, password string) (string, error) {
	conn, err := ldap.DialURL("ldaps://"+d.Addr, ldap.DialWithTLSConfig(d.TLS)) // OR blocking-no-ctx
	if err != nil {
		return "", fmt.Errorf("directory: %w", err)
	}
	defer conn.Close()

	dn := fmt.Sprintf("uid=%s,%s", ldap.EscapeDN(user), d.BaseDN)
	if err := conn.Bind(dn, password); err != nil { // EXPECT blocking-no-ctx
		if ldap.IsErrorWithCode(err, ldap.LDAPResultInvalidCredentials) {
			return "", ErrDenied
		}
		return "", fmt.Errorf("bind: %w", err)
	}
	req := ldap.NewSearchRequest(dn, ldap.ScopeBaseObject, ldap.NeverDerefAliases, 1, 5, false,
		"(objectClass=*)", []string{"cn"}, nil)
	found, err := conn.Search(req) // OR blocking-no-ctx
	if err != nil {
		return "", fmt.Errorf("read %s: %w", dn, err)
	}
	if len(found.Entries) != 1 {
		return "", ErrDenied
	}
	return found.Entries[0].GetAttributeValue("cn"), nil
}

// Handler serves logins.
type Handler struct {
	dir *Directory
	log *slog.Logger
}

// NewHandler returns a handler.
func NewHandler(dir *Directory, log *slog.Logger) *Handler { return &Handler{dir: dir, log: log} }

type credentials struct {
	User     string `json:"user"`
	Password string `json:"password"`
}

// Login is the echo handler.
func (h *Handler) Login(c echo.Context) error {
	var in credentials
	if err := c.Bind(&in); err != nil || in.User == "" || in.Password == "" {
		return echo.ErrBadRequest
	}
	name, err := h.dir.Verify(in.User, in.Password) // OR blocking-no-ctx
	if errors.Is(err, ErrDenied) {
		return echo.ErrUnauthorized
	}
	if err != nil {
		h.log.ErrorContext(c.Request().Context(), "verify", "user", in.User, "err", err)
		return echo.NewHTTPError(http.StatusBadGateway, "directory unavailable")
	}
	return c.JSON(http.StatusOK, echo.Map{"name": name})
}
