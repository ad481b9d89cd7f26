package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/go/analysis"

	"github.com/faultlint/faultlint/internal/driver/drivertest"
	"github.com/faultlint/faultlint/internal/report/reporttest"
	"github.com/faultlint/faultlint/internal/rule"
)

var update = flag.Bool("update", false, "rewrite the files that the scripts compare with")

func toys(rule.Options) []*analysis.Analyzer { return drivertest.New() }

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"faultlint": main,
		// The command as it is, with passes whose findings are easy to foresee.
		"toylint":   func() { os.Exit(run(toys, os.Args[1:], os.Stdout, os.Stderr)) },
		"cacheprog": cacheProg,
	})
}

func TestScripts(t *testing.T) {
	var goEnv []string
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOROOT"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		goEnv = append(goEnv, name+"="+strings.TrimSpace(string(out)))
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv...)
			env.Vars = append(env.Vars, "GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local", "GONOSUMDB=*",
				"FAULTLINT_CACHE="+filepath.Join(env.WorkDir, ".cache"))
			for _, name := range []string{"faultlint", "toylint", "cacheprog"} {
				path, err := exec.LookPath(name)
				if err != nil {
					return err
				}
				env.Setenv(strings.ToUpper(name), path)
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "cgo" {
				out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
				_, ccErr := exec.LookPath("gcc")
				return strings.TrimSpace(string(out)) == "1" && ccErr == nil, err
			}
			return false, fmt.Errorf("unknown condition %s", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"damage": damage,
			"sarif": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(reporttest.ValidSARIF([]byte(ts.ReadFile(args[0]))))
			},
			"sleep": func(ts *testscript.TestScript, neg bool, args []string) {
				d, err := time.ParseDuration(args[0])
				ts.Check(err)
				time.Sleep(d)
			},
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// damage cuts or garbles every file below a directory; it fails if there is none.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	n := 0
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		switch n++; n % 3 {
		case 0:
			data = data[:len(data)/2]
		case 1:
			data = bytes.ToUpper(data)
		case 2:
			data = []byte("not ours\n")
		}
		return os.WriteFile(name, data, 0o666)
	}))
	if n == 0 {
		ts.Fatalf("no files in %s", args[0])
	}
}

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b)
	p.update(1, 2)
	if p.w != nil || b.Len() > 0 {
		t.Error("progress is shown where there is no terminal")
	}
	p = &progress{w: &b, start: time.Now()}
	p.update(1, 3)
	if b.Len() > 0 {
		t.Error("progress is shown in the first second")
	}
	p.start = time.Now().Add(-2 * time.Second)
	p.listing()
	p.update(2, 3)
	p.update(3, 3) // at once after the last
	p.listing()
	p.clear()
	p.update(3, 3)
	p.listing()
	if got, want := b.String(), "\r\033[Kfaultlint: listing packages\r\033[Kfaultlint: 2 of 3 packages\r\033[K"; got != want {
		t.Errorf("progress is %q, want %q", got, want)
	}
}

func TestAfterCollection(t *testing.T) {
	calls := make(chan int, 10)
	n := 0
	afterCollection(func() bool {
		n++
		calls <- n
		return n < 2
	})
	for want := 1; want <= 2; want++ {
		for got := 0; got != want; {
			runtime.GC()
			select {
			case got = <-calls:
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	runtime.GC()
	runtime.GC()
	select {
	case <-calls:
		t.Error("called again after it returned false")
	case <-time.After(50 * time.Millisecond):
	}
}
