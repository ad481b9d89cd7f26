// Package ok looks up customers in a hosted CRM.
package ok

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"
)

// ErrNoContact is returned for people the CRM does not know.
var ErrNoContact = errors.New("no such contact")

// Contact is one person in the CRM.
type Contact struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Owner string `json:"owner"`
}

// CRM is the client.
type CRM struct {
	http *resty.Client
}

// NewCRM returns a client for one account.
func NewCRM(base, token string) *CRM {
	return &CRM{http: resty.New().SetBaseURL(base).SetAuthToken(token).SetTimeout(10 * time.Second)}
}

// request is where every call of the client starts.
func (c *CRM) request(ctx context.Context, result any) *resty.Request {
	return c.http.R().
		SetContext(ctx).
		SetHeader("Accept", "application/json").
		SetResult(result)
}

func get(req *resty.Request, path string) error {
	resp, err := req.Get(path)
	if err != nil {
		return err
	}
	switch {
	case resp.StatusCode() == http.StatusNotFound:
		return ErrNoContact
	case resp.IsError():
		return fmt.Errorf("CRM answered %s", resp.Status())
	}
	return nil
}

// ByPhone finds the contact with a phone number.
func (c *CRM) ByPhone(ctx context.Context, phone string) (Contact, error) {
	var found Contact
	req := c.request(ctx, &found).SetQueryParam("phone", phone)
	if err := get(req, "/contacts/lookup"); err != nil {
		return Contact{}, fmt.Errorf("look up %s: %w", phone, err)
	}
	return found, nil
}

// Lookup is the endpoint that the telephone system calls for an incoming call.
func Lookup(crm *CRM) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), 1500*time.Millisecond)
		defer cancel()
		contact, err := crm.ByPhone(ctx, c.Param("phone"))
		switch {
		case errors.Is(err, ErrNoContact):
			c.Status(http.StatusNotFound)
		case err != nil:
			_ = c.Error(err)
			c.Status(http.StatusBadGateway)
		default:
			c.JSON(http.StatusOK, contact)
		}
	}
}
