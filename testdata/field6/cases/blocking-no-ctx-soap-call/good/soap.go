// Package good asks a customs office over SOAP whether a VAT number is valid.
package good

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

type request struct {
	XMLName xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
	Country string   `xml:"Body>checkVat>countryCode"`
	Number  string   `xml:"Body>checkVat>vatNumber"`
}

type response struct {
	Valid bool   `xml:"Body>checkVatResponse>valid"`
	Fault string `xml:"Body>Fault>faultstring"`
}

// Office is the remote service.
type Office struct {
	url    string
	client *http.Client
}

// NewOffice returns the service at url.
func NewOffice(url string) *Office {
	return &Office{url: url, client: &http.Client{Timeout: 90 * time.Second}}
}

// Valid tells whether the number is known.
func (o *Office) Valid(ctx context.Context, country, number string) (bool, error) {
	var answer response
	if err := o.call(ctx, "checkVat", request{Country: country, Number: number}, &answer); err != nil {
		return false, fmt.Errorf("check %s%s: %w", country, number, err)
	}
	if answer.Fault != "" {
		return false, errors.New(answer.Fault)
	}
	return answer.Valid, nil
}

func (o *Office) call(ctx context.Context, action string, in, out any) error {
	var body bytes.Buffer
	body.WriteString(xml.Header)
	if err := xml.NewEncoder(&body).Encode(in); err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodPost, o.url, &body)
	if err != nil {
		return err
	}
	req = req.WithContext(ctx)
	req.Header.Set("Content-Type", "text/xml; charset=utf-8")
	req.Header.Set("SOAPAction", action)

	resp, err := o.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusInternalServerError {
		return fmt.Errorf("customs office: %s", resp.Status)
	}
	return xml.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(out)
}

// Handler answers whether the number in the query is valid.
func Handler(o *Office) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 4*time.Second)
		defer cancel()
		ok, err := o.Valid(ctx, r.URL.Query().Get("country"), r.URL.Query().Get("number"))
		if err != nil {
			http.Error(w, "cannot tell", http.StatusBadGateway)
			return
		}
		fmt.Fprintln(w, ok)
	}
}
