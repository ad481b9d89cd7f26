// Package drafts reads patterns from the designers' git repositories. A clone cannot be called
// off: from a large or stalled repository it goes on as long as the server keeps talking.
package drafts

import (
	"fmt"
	"path"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/memory"
)

// Charts returns the charts of a pattern as they are at an edition's tag, by file name.
func Charts(repository, edition string) (map[string]string, error) {
	repo, err := git.Clone(memory.NewStorage(), nil, &git.CloneOptions{ // EXPECT blocking-no-ctx
		URL:           repository,
		ReferenceName: plumbing.NewTagReferenceName(edition),
		SingleBranch:  true,
		Depth:         1,
	})
	if err != nil {
		return nil, fmt.Errorf("clone %s: %w", repository, err)
	}
	head, err := repo.Head()
	if err != nil {
		return nil, fmt.Errorf("head of %s: %w", repository, err)
	}
	commit, err := repo.CommitObject(head.Hash())
	if err != nil {
		return nil, fmt.Errorf("commit of %s: %w", edition, err)
	}
	files, err := commit.Files()
	if err != nil {
		return nil, fmt.Errorf("files of %s: %w", edition, err)
	}
	defer files.Close()

	charts := make(map[string]string)
	err = files.ForEach(func(f *object.File) error {
		if path.Ext(f.Name) != ".chart" {
			return nil
		}
		text, err := f.Contents()
		charts[f.Name] = text
		return err
	})
	return charts, err
}
