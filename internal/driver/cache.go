package driver

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Key names a cache entry by all that its content follows from.
type Key [sha256.Size]byte

// A Cache keeps what was learned about packages, on disk, by content. It never answers with
// anything but what was put in under the very key: an entry that is damaged, cut short or not
// ours is as good as absent, and is written anew. Entries appear whole (they are renamed into
// place), so that any number of runs can share the directory and be stopped at any time.
//
// A nil *Cache is valid and empty.
type Cache struct {
	dir string
}

const (
	cacheMagic = "faultlint cache 1\n"
	cacheTrim  = 30 * 24 * time.Hour // entries that nothing has used for so long are removed
	cacheTouch = 24 * time.Hour      // how exactly the last use is recorded
	trimFile   = "trim.txt"          // its time is that of the last trim
	tempPrefix = "tmp-"
)

// CacheDir returns the directory of the cache: FAULTLINT_CACHE, or faultlint in the user's cache
// directory. It returns "" if the cache is turned off by FAULTLINT_CACHE=off.
func CacheDir() (string, error) {
	switch dir := os.Getenv("FAULTLINT_CACHE"); {
	case dir == "off":
		return "", nil
	case dir != "":
		if !filepath.IsAbs(dir) {
			return "", errors.New("FAULTLINT_CACHE is not an absolute path")
		}
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "faultlint"), nil
}

// OpenCache returns the cache in dir, which need not exist yet; "" means none.
func OpenCache(dir string) *Cache {
	if dir == "" {
		return nil
	}
	return &Cache{dir}
}

func (c *Cache) file(key Key) string {
	name := hex.EncodeToString(key[:])
	return filepath.Join(c.dir, name[:2], name[2:])
}

// Get returns the data that was put in under the key.
func (c *Cache) Get(key Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	name := c.file(key)
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	data, ok := bytes.CutPrefix(raw, []byte(cacheMagic))
	if !ok || len(data) < 2*sha256.Size || !bytes.Equal(data[:len(key)], key[:]) {
		return nil, false
	}
	sum, data := data[len(key):2*sha256.Size], data[2*sha256.Size:]
	if got := sha256.Sum256(data); !bytes.Equal(got[:], sum) {
		return nil, false
	}
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > cacheTouch {
		now := time.Now()
		os.Chtimes(name, now, now) // so that trim keeps it; if it fails, it is made anew some day
	}
	return data, true
}

// Has reports whether there seems to be an entry under the key.
func (c *Cache) Has(key Key) bool {
	if c == nil {
		return false
	}
	_, err := os.Stat(c.file(key))
	return err == nil
}

// Put stores data under the key. An entry that cannot be written is only lost time.
func (c *Cache) Put(key Key, data []byte) error {
	if c == nil {
		return nil
	}
	name := c.file(key)
	sum := sha256.Sum256(data)
	f, err := os.CreateTemp(filepath.Dir(name), tempPrefix)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(name), 0o777); err == nil {
			f, err = os.CreateTemp(filepath.Dir(name), tempPrefix)
		}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(bytes.Join([][]byte{[]byte(cacheMagic), key[:], sum[:], data}, nil))
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Trim removes entries that were not used for a month, at most once a day.
func (c *Cache) Trim() {
	if c == nil {
		return
	}
	now := time.Now()
	mark := filepath.Join(c.dir, trimFile)
	if info, err := os.Stat(mark); err == nil && now.Sub(info.ModTime()) < 24*time.Hour {
		return
	}
	if err := os.WriteFile(mark, []byte(now.UTC().Format(time.RFC3339)+"\n"), 0o666); err != nil {
		return // no cache yet
	}
	c.each(func(name string, temp bool) {
		info, err := os.Stat(name)
		if err != nil {
			return
		}
		if age := now.Sub(info.ModTime()); age > cacheTrim || temp && age > time.Hour {
			os.Remove(name)
		}
	})
}

// Clean removes all entries, and nothing that is not the cache's own: the directory may have been
// named by mistake.
func (c *Cache) Clean() error {
	if c == nil {
		return nil
	}
	var first error
	note := func(err error) {
		if err != nil && first == nil && !errors.Is(err, fs.ErrNotExist) {
			first = err
		}
	}
	dirs := make(map[string]bool)
	c.each(func(name string, temp bool) {
		dirs[filepath.Dir(name)] = true
		note(os.Remove(name))
	})
	for dir := range dirs {
		os.Remove(dir) // only if empty
	}
	note(os.Remove(filepath.Join(c.dir, trimFile)))
	os.Remove(c.dir)
	return first
}

// each calls f for each file that is named like an entry, or like one half written.
func (c *Cache) each(f func(name string, temp bool)) {
	dirs, _ := os.ReadDir(c.dir)
	for _, dir := range dirs {
		if !dir.IsDir() || len(dir.Name()) != 2 || !isHex(dir.Name()) {
			continue
		}
		files, _ := os.ReadDir(filepath.Join(c.dir, dir.Name()))
		for _, file := range files {
			name := file.Name()
			temp := strings.HasPrefix(name, tempPrefix)
			if temp || len(name) == 2*sha256.Size-2 && isHex(name) {
				f(filepath.Join(c.dir, dir.Name(), name), temp)
			}
		}
	}
}

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdef") == ""
}
