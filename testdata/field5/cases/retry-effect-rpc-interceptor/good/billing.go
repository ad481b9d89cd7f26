package good

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/structpb"
)

const service = "/billing.v2.Accounts/"

// Accounts is a client of the billing service.
type Accounts struct {
	conn grpc.ClientConnInterface
}

// Balance returns what an account holds, in cents.
func (a *Accounts) Balance(ctx context.Context, account string) (int64, error) {
	out, err := a.invoke(ctx, "GetBalance", map[string]any{"account": account})
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", account, err)
	}
	return int64(out.GetFields()["cents"].GetNumberValue()), nil
}

// AddCharge books a charge on an account and returns its number.
func (a *Accounts) AddCharge(ctx context.Context, account string, cents int64, text string) (string, error) {
	out, err := a.invoke(ctx, "AddCharge", map[string]any{"account": account, "cents": cents, "text": text})
	if err != nil {
		return "", fmt.Errorf("charge %s: %w", account, err)
	}
	return out.GetFields()["charge"].GetStringValue(), nil
}

func (a *Accounts) invoke(ctx context.Context, method string, args map[string]any) (*structpb.Struct, error) {
	in, err := structpb.NewStruct(args)
	if err != nil {
		return nil, err
	}
	out := new(structpb.Struct)
	return out, a.conn.Invoke(ctx, service+method, in, out)
}
