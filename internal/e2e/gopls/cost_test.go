//go:build unix

package gopls_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/faultlint/faultlint/internal/config"
)

// TestCost measures what the passes cost in a real code base, beside a gopls without them:
//
//	FAULTLINT_GOPLS_STOCK=/…/gopls FAULTLINT_GOPLS_FILE=/…/server.go go test -run TestCost -v
//
// The two take turns. Each run has no cache to begin with, opens the file, waits for the analysis
// of its package and all that it depends on, then changes the file some times.
func TestCost(t *testing.T) {
	stock, file := os.Getenv("FAULTLINT_GOPLS_STOCK"), os.Getenv("FAULTLINT_GOPLS_FILE")
	if stock == "" || file == "" {
		t.Skip("FAULTLINT_GOPLS_STOCK and FAULTLINT_GOPLS_FILE are not set")
	}
	ours := os.Getenv("FAULTLINT_GOPLS_OURS")
	if ours == "" {
		ours = build(t, newest(t), nil)
	}
	const rounds = 3
	for i := range rounds {
		for _, bin := range []string{stock, ours} {
			name := "stock"
			if bin == ours {
				name = "ours"
			}
			t.Run(fmt.Sprintf("%s-%d", name, i), func(t *testing.T) {
				cache := t.TempDir()
				t.Log("cold", measure(t, bin, file, cache))
				t.Log("warm", measure(t, bin, file, cache))
			})
		}
	}
}

// measure runs gopls once and says what it took.
func measure(t *testing.T, bin, file, cache string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	// Every gopls reports this, in the same message as all else about the package.
	wrong := text + "\nfunc _(b []byte) { _ = string(b[:]); for range 1 { return; panic(0) } }\n"
	marked := func(ds []diagnostic) bool { return strings.Contains(show(ds), "unreachable code") }

	begin := time.Now()
	s := start(t, bin, config.ModuleRoot(filepath.Dir(file)), cache, nil)
	s.open(file)
	s.change(file, wrong)
	s.await(file, "is analysed", marked)
	opened := time.Since(begin)
	var took []time.Duration
	for i := range 10 {
		begin := time.Now()
		if i%2 == 0 {
			s.change(file, text)
			s.await(file, "is analysed again", not(marked))
		} else {
			s.change(file, wrong)
			s.await(file, "is analysed again", marked)
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	s.stop()
	use := s.cmd.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime()
	return fmt.Sprintf("CPU %.1f s, peak %d MB, open %.1f s, change %d ms (median of %d, with 50 ms delay)",
		cpu.Seconds(), use.Maxrss/1024, opened.Seconds(), took[len(took)/2].Milliseconds(), len(took))
}
