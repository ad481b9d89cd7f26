package pgconn

type PgError struct{ Code string }

func (e *PgError) Error() string { return e.Code }
