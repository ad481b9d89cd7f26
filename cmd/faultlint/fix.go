package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/faultlint/faultlint/internal/fix"
	"github.com/faultlint/faultlint/internal/report"
)

// repair applies the suggested fixes of findings and returns what is left of
// them. What would not compile is left as it is, and said.
func repair(ctx context.Context, dir string, flags []string, found []report.Finding, stderr io.Writer) ([]report.Finding, error) {
	plan := fix.New(found)
	for len(plan.Taken) > 0 {
		files, bad := plan.Files()
		left := make(map[string]bool)
		for _, name := range slices.Sorted(maps.Keys(bad)) {
			left[name] = true
			fmt.Fprintf(stderr, "faultlint: %s is left as it is: %v\n", report.Rel(dir, name), bad[name])
		}
		if len(left) == 0 {
			broken, err := fix.Check(ctx, dir, flags, files)
			if err != nil {
				return found, fmt.Errorf("nothing is repaired, as it cannot be told whether the result compiles: %w", err)
			}
			if len(broken) == 0 {
				if err := fix.Write(files); err != nil {
					return found, err
				}
				fmt.Fprintf(stderr, "faultlint: %s repaired in %s\n", count(len(plan.Taken), "finding"), count(len(files), "file"))
				var rest []report.Finding
				for i, f := range found {
					if !slices.Contains(plan.Taken, i) {
						rest = append(rest, f)
					}
				}
				return rest, nil
			}
			left = broken
			for _, name := range slices.Sorted(maps.Keys(left)) {
				fmt.Fprintf(stderr, "faultlint: %s is left as it is: it would not compile\n", report.Rel(dir, name))
			}
		}
		plan = plan.Without(left)
	}
	return found, nil
}
