package charge

import "github.com/stripe/stripe-go/v82"

func New(p *stripe.ChargeParams) (*stripe.Charge, error) { return nil, nil }

func Get(id string, p *stripe.ChargeParams) (*stripe.Charge, error) { return nil, nil }
