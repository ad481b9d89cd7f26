// Package directives defines the directives pass.
//
// # Analyzer directives
//
// directives: a comment that steers faultlint and does not do what it says
//
// Comments in the code steer faultlint:
//
//	//faultlint:ignore NAME[, NAME…] reason
//	//faultlint:idempotent reason
//	//faultlint:bounded reason
//	//faultlint:nonblocking reason
//	//faultlint:handler
//	//faultlint:budget 2s
//
// An ignore comment silences findings of the named passes: at the end of a line
// on that line, on a line of its own on the line below, and in the comment of a
// function in all of the function. The others stand in the comment of a
// function and declare what it does, whatever is in it, for every pass and in
// every package: that it may run twice, that it returns soon, that it does not
// wait, that it serves one request or message, and how much time it then has.
// There is no space after the slashes, as in all directives of Go. //nolint and
// //nolint:faultlint are honoured as golangci-lint honours them. A comment that
// silences another linter's finding of the same kind silences ours there as well:
// gosec's about servers without timeouts (also #nosec G112 and G114), noctx's about
// calls without a context, contextcheck's about contexts that start anew.
//
// What concerns functions of other modules, whole directories or a whole pass
// stands in the configuration instead: see docs/configuration.md.
//
// Reported is a directive that does not exist, stands where it means nothing,
// names a pass that does not exist, gives no reason or no duration; and an
// ignore comment that silences nothing.
//
// # Why it hurts
//
// A directive with a slip in it has no effect: what it was to declare is not
// known, what it was to silence is silenced only by chance, and nobody notices. An
// ignore comment that has outlived its finding hides the next one on that line.
// A silence without a reason cannot be judged by whoever reads it a year later.
//
// # Wrong
//
//	//faultlint:ignore ctxwat the server closes the channel when it stops
//	<-s.done
//
//	// Put overwrites the object.
//	//
//	//faultlint:idempotent
//	func (s *Store) Put(ctx context.Context, o *Object) error {
//
//	// faultlint:budget 2 seconds
//	func (s *Server) Checkout(ctx context.Context, o *Order) error {
//
// # Right
//
//	//faultlint:ignore ctxwait the server closes the channel when it stops
//	<-s.done
//
//	// Put overwrites the object.
//	//
//	//faultlint:idempotent the bucket keeps one version
//	func (s *Store) Put(ctx context.Context, o *Object) error {
//
//	//faultlint:budget 2s
//	func (s *Server) Checkout(ctx context.Context, o *Order) error {
//
// # What it does not report
//
//   - An ignore comment for a pass that did not run: one that is disabled or
//     off, or that -only or -skip left out.
//   - //nolint comments that silence nothing: nolintlint of golangci-lint does.
//   - Generated files; test files unless they are analysed; excluded files.
//
// # Options
//
// None.
//
// # How to silence
//
//	//faultlint:ignore directives reason
package directives
