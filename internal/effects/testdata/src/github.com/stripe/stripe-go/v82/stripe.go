package stripe

type Params struct{ IdempotencyKey *string }

func (p *Params) SetIdempotencyKey(k string) {}

type ChargeParams struct {
	Params
	Amount *int64
}

type Charge struct{}
