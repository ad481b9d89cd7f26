package api

import "testing"

func TestWordEffect(t *testing.T) {
	for _, c := range []struct {
		recv, method string
		want         bool
	}{
		{"Mailer", "Send", true},
		{"SMSGateway", "DeliverAll", true},
		{"Notifier", "SendEmail", true},
		{"Payments", "Charge", true},
		{"Bank", "Transfer", true},
		{"Mailer", "Render", false},
		{"Stream", "Send", false},
		{"Files", "Transfer", false},
		{"Chargers", "Get", false},
		{"Publisher", "Publish", false},
	} {
		if got := WordEffect(c.recv, c.method); got != "" != c.want {
			t.Errorf("%s.%s: %q", c.recv, c.method, got)
		}
	}
}
