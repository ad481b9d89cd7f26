// Package ctxmissing defines a pass that finds calls of functions that take no
// context although there is a form that does.
//
// # Analyzer ctxmissing
//
// ctxmissing: a blocking call that could take a context, where none is at hand (off by default)
//
// The strict companion of ctxblock: it reports every call of a function that
// may wait and that has a form with a context, wherever the call stands. It is
// off by default, because where no context is at hand the first step is to
// decide where one should come from.
//
// # Why it hurts
//
// A helper without a context is harmless until somebody calls it from a
// handler. By then it has twenty callers, and giving it a context is a change
// of twenty files. Code bases that mean to be cancellable throughout switch
// this pass on from the start.
//
// # Wrong
//
//	func Load(db *sql.DB, id string) (*sql.Rows, error) {
//		return db.Query("SELECT … WHERE id = ?", id)
//	}
//
// # Right
//
//	func Load(ctx context.Context, db *sql.DB, id string) (*sql.Rows, error) {
//		return db.QueryContext(ctx, "SELECT … WHERE id = ?", id)
//	}
//
// # What it does not report
//
//   - Calls that ctxblock and ctxdrop report.
//   - Functions without a form that takes a context, such as time.Sleep or smtp.SendMail.
//   - signal.Notify, which does not wait.
//
// # Options
//
// Off unless it is named: `enable: [ctxmissing]` in .faultlint.yml, or faultlint
// -enable ctxmissing, or -only ctxmissing.
//
// # How to silence
//
//	//faultlint:ignore ctxmissing reason
package ctxmissing
