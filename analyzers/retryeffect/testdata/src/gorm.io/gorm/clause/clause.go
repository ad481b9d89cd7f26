package clause

type Expression interface{ Build() }

type OnConflict struct{ DoNothing bool }

func (OnConflict) Build() {}

type Expr struct{ SQL string }
