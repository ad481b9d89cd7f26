// Package hexmain wires both interfaces.
package hexmain

import (
	"database/sql"

	"wired/hex"
	"wired/hexdb"
	"wired/layered"
)

func Wire(db *sql.DB) *hex.Handler {
	repo := hexdb.NewRepo(db)
	service := layered.New(repo)
	return hex.NewHandler(service) // want `\(\*Service\)\.Register waits without a context, and \(\*Handler\)\.Register of package hex \(hex\.go:\d+\) calls it as Service\.Register with c\.Request\.Context\(\) at hand, .*: \(\*Handler\)\.Register → \(\*Service\)\.Register → \(\*Repo\)\.Save → \(\*sql\.DB\)\.Exec \(hexdb\.go:\d+\); give Service\.Register a context and pass it on`
}
