// Package bad checks the passwords of crews over gRPC against a directory. Neither the dial nor the
// search has a limit, and nothing connects them with the call: a directory server that stopped
// answering collects every login of the fleet.
package bad

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-ldap/ldap/v3"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

var errUnknown = errors.New("no such member")

// Directory knows crews.
type Directory struct {
	addr string
	base string
}

// NewDirectory returns the directory at addr.
func NewDirectory(addr, base string) *Directory { return &Directory{addr: addr, base: base} }

// Logins is the gRPC service.
type Logins struct{ dir *Directory }

// Check takes "name:password" and answers with the member's rank.
func (l *Logins) Check(ctx context.Context, in *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	name, password, err := split(in.GetValue())
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	rank, err := l.dir.rank(name, password) // OR blocking-no-ctx
	switch {
	case errors.Is(err, errUnknown), ldap.IsErrorWithCode(err, ldap.LDAPResultInvalidCredentials):
		return nil, status.Error(codes.Unauthenticated, "wrong name or password")
	case err != nil:
		return nil, status.Error(codes.Unavailable, "directory does not answer")
	}
	return wrapperspb.String(rank), nil
}

func (d *Directory) rank(name, password string) (string, error) {
	conn, err := ldap.DialURL("ldap://" + d.addr) // OR blocking-no-ctx
	if err != nil {
		return "", fmt.Errorf("dial directory: %w", err)
	}
	defer conn.Close()
	found, err := conn.Search(ldap.NewSearchRequest(d.base, ldap.ScopeWholeSubtree, ldap.NeverDerefAliases, // EXPECT blocking-no-ctx
		1, 0, false, "(uid="+ldap.EscapeFilter(name)+")", []string{"title"}, nil))
	if err != nil {
		return "", fmt.Errorf("find %s: %w", name, err)
	}
	if len(found.Entries) != 1 {
		return "", errUnknown
	}
	if err := conn.Bind(found.Entries[0].DN, password); err != nil { // OR blocking-no-ctx
		return "", fmt.Errorf("bind %s: %w", name, err)
	}
	return found.Entries[0].GetAttributeValue("title"), nil
}

func split(in string) (name, password string, err error) {
	for i := range in {
		if in[i] == ':' && i > 0 && i+1 < len(in) {
			return in[:i], in[i+1:], nil
		}
	}
	return "", "", errors.New("not of the form name:password")
}
