package api

import "strings"

// WordEffect tells what a method of an interface without an implementation in sight
// does, by its own name and that of the interface, where both leave no doubt that it
// reaches people or moves money: a Mailer's Send, a Gateway's Charge. "" if they do not.
// Publishing is not among them: who publishes to a queue mostly may do so twice.
func WordEffect(recv, method string) string {
	words := camelWords(method)
	if len(words) == 0 {
		return ""
	}
	recv = strings.ToLower(recv)
	switch {
	case verbIn(words[0], "send,deliver") && containsAny(recv, "mail", "sms", "smtp", "letter", "texter"),
		words[0] == "send" && len(words) > 1 && verbIn(words[len(words)-1], "mail,email,sms,letter"):
		return "reaches people"
	case verbIn(words[0], "charge,refund,payout,debit,withdraw"),
		verbIn(words[0], "pay,capture,transfer,credit") && containsAny(recv, "pay", "billing", "gateway", "bank", "wallet", "cashier"):
		return "moves money"
	}
	return ""
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}
