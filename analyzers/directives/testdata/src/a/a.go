package a

import (
	"context"
	"time"
)

func Waits(ctx context.Context) {
	time.Sleep(time.Minute) //faultlint:ignore ctxwait the test of the pass

	//faultlint:ignore ctxwait,ctxloop one of them // want `^this comment silences nothing: ctxloop reports nothing here; remove it$`
	time.Sleep(time.Minute)

	//faultlint:ignore ctxwait,ctxloop none of them // want `^this comment silences nothing: ctxwait and ctxloop report nothing here; remove it$`
	println()

	println() //faultlint:ignore ctxwat a slip // want `^no pass is named "ctxwat", so nothing is silenced by that; is it ctxwait\?$`

	println() //faultlint:ignore timeouts a slip // want `^no pass is named "timeouts", so nothing is silenced by that; write the name that stands behind the finding$`

	time.Sleep(time.Minute) //faultlint:ignore ctxwait, ctxloop a space // want `^this comment silences nothing: ctxloop reports nothing here; remove it$`

	time.Sleep(time.Minute) //faultlint:ignore ctxwait: a colon // want `^no pass is named "ctxwait:", so nothing is silenced by that; is it ctxwait\?$`

	println() //faultlint:ignor ctxwait a slip // want `^unknown directive //faultlint:ignor: there are ignore, idempotent`

	//faultlint:ignore ctxwait too far away // want `^this comment silences nothing: the next line, which it is for, is another comment; put it right above the code, or remove it$`
	// Sleep.
	time.Sleep(time.Minute)

	println() //faultlint:ignore ctxmissing that pass did not run

	println() //nolint:faultlint // not ours to report

	time.Sleep(time.Minute) //faultlint:ignore ctxwait // want `ignore ctxwait gives no reason: write why the finding does not hold$`

	println() //faultlint:ignore // want `ignore names no pass: write //faultlint:ignore NAME reason`
}

// All is silent.
//
//faultlint:ignore ctxwait it is the end of the process
func All(ctx context.Context) {
	time.Sleep(time.Minute)
	time.Sleep(time.Hour)
}

// None has nothing to be silent about.
//
//faultlint:ignore ctxwait it is the end of the process // want `silences nothing: ctxwait`
func None(ctx context.Context) {}

// Idem says nothing.
//
//faultlint:idempotent // want `idempotent gives no reason: write what makes it true`
func Idem() {}

// Quick says nothing.
//
//faultlint:bounded // want `bounded gives no reason`
func Quick() {}

// Soon is no duration.
//
//faultlint:budget soon // want `budget soon is not a positive duration such as 2s`
func Soon() {}

// Later is no duration either.
//
//faultlint:budget 2 seconds // want `budget 2 seconds is not a positive duration such as 2s`
func Later() {}

// Shiny is nothing.
//
//faultlint:shiny new // want `unknown directive //faultlint:shiny: there are ignore, idempotent, bounded, nonblocking, handler and budget`
func Shiny() {}

// faultlint:handler // want `a directive has no space after the slashes: write //faultlint:handler`
func Spaced() {}

//faultlint:handler // want `must stand in the comment of a function`
var notAFunction int

// Right is declared to be all.
//
//faultlint:idempotent it sets a flag
//faultlint:bounded it sets a flag
//faultlint:nonblocking it sets a flag
//faultlint:handler
//faultlint:budget 1m30s of the proxy
func Right() {}
