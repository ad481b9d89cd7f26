package driver_test

import (
	"encoding/json"
	"log"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// With this set, the test binary is a GOPACKAGESDRIVER, as build systems other than go have one.
const fakeDriver = "FAULTLINT_TEST_PACKAGES_DRIVER"

func TestMain(m *testing.M) {
	if os.Getenv(fakeDriver) != "" {
		listPackages()
		return
	}
	os.Exit(m.Run())
}

// listPackages answers as such a driver does: IDs that are no paths, and no modules.
func listPackages() {
	var req packages.DriverRequest
	if err := json.NewDecoder(os.Stdin).Decode(&req); err != nil {
		log.Fatal(err)
	}
	env := append(os.Environ(), "GOPACKAGESDRIVER=off")
	roots, err := packages.Load(&packages.Config{Mode: req.Mode, Env: env, BuildFlags: req.BuildFlags, Tests: req.Tests}, os.Args[1:]...)
	if err != nil {
		log.Fatal(err)
	}
	resp := packages.DriverResponse{Compiler: "gc", Arch: "amd64"}
	for _, p := range roots {
		resp.Roots = append(resp.Roots, "//"+p.ID)
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		imports := make(map[string]*packages.Package)
		for path, imp := range p.Imports {
			imports[path] = &packages.Package{ID: "//" + strings.TrimPrefix(imp.ID, "//")}
		}
		resp.Packages = append(resp.Packages, &packages.Package{
			ID: "//" + p.ID, Name: p.Name, PkgPath: p.PkgPath, GoFiles: p.GoFiles, CompiledGoFiles: p.CompiledGoFiles,
			ExportFile: p.ExportFile, Imports: imports,
		})
	})
	if err := json.NewEncoder(os.Stdout).Encode(&resp); err != nil {
		log.Fatal(err)
	}
}

func TestPackagesDriver(t *testing.T) {
	p := newProject(t, modules)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPACKAGESDRIVER", self)
	t.Setenv(fakeDriver, "1")
	// Nothing says which packages are third parties', so that all hear of all.
	want := append(append([]string{}, modulesFindings[:7]...), "a.go:20:26: call of dep.test.Far sleeps: Nap → time.Sleep")
	want = append(want, modulesFindings[7:]...)
	for i := range 2 {
		res := p.run()
		p.want(res, want...)
		if i == 1 && res.Stats.Cached != 2 {
			t.Errorf("%d packages came from the cache, want 2", res.Stats.Cached)
		}
	}
}
