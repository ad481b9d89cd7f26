// Package directory checks passwords against a company directory.
package directory

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-ldap/ldap/v3"
)

// ErrDenied is returned if user and password do not fit.
var ErrDenied = errors.New("user or password is wrong")

// Directory is an LDAP server with a reader account.
type Directory struct {
	URL      string
	Base     string
	Reader   string
	Password string
}

// Check returns the distinguished name of a user whose password is right.
func (d *Directory) Check(ctx context.Context, user, password string) (string, error) {
	if password == "" {
		return "", ErrDenied
	}
	conn, err := ldap.DialURL(d.URL) // EXPECT blocking-no-ctx
	if err != nil {
		return "", fmt.Errorf("directory: %w", err)
	}
	defer conn.Close()

	if err := conn.Bind(d.Reader, d.Password); err != nil { // OR blocking-no-ctx
		return "", fmt.Errorf("directory reader: %w", err)
	}
	found, err := conn.Search(ldap.NewSearchRequest( // OR blocking-no-ctx
		d.Base, ldap.ScopeWholeSubtree, ldap.NeverDerefAliases, 2, 0, false,
		"(uid="+ldap.EscapeFilter(user)+")", []string{"dn"}, nil,
	))
	if err != nil {
		return "", fmt.Errorf("find user: %w", err)
	}
	if len(found.Entries) != 1 {
		return "", ErrDenied
	}
	dn := found.Entries[0].DN
	err = conn.Bind(dn, password) // OR blocking-no-ctx
	if ldap.IsErrorWithCode(err, ldap.LDAPResultInvalidCredentials) {
		return "", ErrDenied
	}
	if err != nil {
		return "", fmt.Errorf("bind user: %w", err)
	}
	return dn, nil
}
