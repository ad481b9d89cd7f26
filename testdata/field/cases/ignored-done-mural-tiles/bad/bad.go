// Package bad paints a mural tile by tile with some painters. A painter who fails leaves; whoever
// hands out tiles asks between two tiles whether anyone failed. If the last painter leaves right
// after that question, the next tile is held out to nobody, for ever.
package bad

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// Paint paints one tile.
type Paint func(ctx context.Context, n int, tile []byte) error

type tile struct {
	n    int
	data []byte
}

// Mural is one picture in the making.
type Mural struct {
	paint    Paint
	painters int
	size     int

	mu  sync.Mutex
	err error
}

// New returns a mural that is painted in tiles of size bytes.
func New(paint Paint, painters, size int) *Mural {
	return &Mural{paint: paint, painters: painters, size: size}
}

// Draw paints a whole picture.
func (m *Mural) Draw(ctx context.Context, picture io.Reader) error {
	tiles := make(chan tile, m.painters)
	var wg sync.WaitGroup
	for range m.painters {
		wg.Add(1)
		go m.work(ctx, &wg, tiles)
	}
	for n := 0; m.failed() == nil; n++ {
		data := make([]byte, m.size)
		read, err := io.ReadFull(picture, data)
		if err == io.EOF {
			break
		}
		tiles <- tile{n, data[:read]} // EXPECT ignored-done
		if err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			m.fail(fmt.Errorf("read tile %d: %w", n, err))
		}
	}
	close(tiles)
	wg.Wait()
	return m.failed()
}

func (m *Mural) work(ctx context.Context, wg *sync.WaitGroup, tiles <-chan tile) {
	defer wg.Done()
	for t := range tiles {
		if err := m.paint(ctx, t.n, t.data); err != nil {
			m.fail(fmt.Errorf("tile %d: %w", t.n, err))
			return // OR ignored-done
		}
	}
}

func (m *Mural) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil {
		m.err = err
	}
}

func (m *Mural) failed() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}
