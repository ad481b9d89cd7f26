// Package state holds state that grows with each run, and state that may.
package state

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/google/uuid"

	"state/helpers"
)

func again(f func() error) error { return f() }

type item struct {
	ID     string
	Points int
	N      int
}

type store struct {
	db       *sql.DB
	attempts atomic.Int64
	retries  int
	seq      int
}

func (s *store) rows() (*sql.Rows, error) { return s.db.Query("SELECT a FROM t") }

func (s *store) fetch(ctx context.Context, page int) ([]string, int, error) { return nil, 0, nil }

func (s *store) put(ctx context.Context, v any) error { return nil }

func Append(s *store) ([]string, error) {
	var out []string
	err := again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var a string
			if err := rows.Scan(&a); err != nil {
				return err
			}
			out = append(out, a) // want "append out"
		}
		return rows.Err()
	})
	return out, err
}

func AppendOwn(s *store) (out []string, err error) {
	err = again(func() error {
		var found []string
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var a string
			if err := rows.Scan(&a); err != nil {
				return err
			}
			found = append(found, a)
		}
		out = found
		return rows.Err()
	})
	return out, err
}

func AppendReset(s *store) ([]string, error) {
	var out []string
	err := again(func() error {
		out = out[:0]
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var a string
			if err := rows.Scan(&a); err != nil {
				return err
			}
			out = append(out, a)
		}
		return rows.Err()
	})
	return out, err
}

func AppendResetNil(s *store) (out []string, err error) {
	for try := 0; try < 3; try++ {
		out = nil
		var rows *sql.Rows
		if rows, err = s.rows(); err != nil {
			continue
		}
		for rows.Next() {
			var a string
			rows.Scan(&a)
			out = append(out, a)
		}
		if err = rows.Err(); err == nil {
			break
		}
	}
	return out, err
}

func AppendInLoop(s *store) ([]string, error) {
	var out []string
	for try := 0; try < 3; try++ {
		rows, err := s.rows()
		if err != nil {
			continue
		}
		for rows.Next() {
			var a string
			rows.Scan(&a)
			out = append(out, a) // want "append out"
		}
		if rows.Err() == nil {
			return out, nil
		}
	}
	return nil, errors.New("gave up")
}

func AppendOnSuccess(s *store, ctx context.Context) ([]string, error) {
	var out []string
	err := again(func() error {
		page, _, err := s.fetch(ctx, 1)
		if err != nil {
			return err
		}
		out = append(out, page...)
		return nil
	})
	return out, err
}

func AppendOnSuccessLoop(s *store, ctx context.Context) ([]string, error) {
	var out []string
	for try := 0; try < 3; try++ {
		page, _, err := s.fetch(ctx, 1)
		if err != nil {
			continue
		}
		out = append(out, page...)
		break
	}
	return out, nil
}

// Tx restarts its closure although it returned nil: the commit may fail.
func Tx(ctx context.Context, s *store) ([]string, error) {
	var out []string
	err := crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		var a string
		if err := tx.QueryRow("SELECT a FROM t").Scan(&a); err != nil {
			return err
		}
		out = append(out, a) // want "append out"
		return nil
	})
	return out, err
}

func ErrorLog(s *store, ctx context.Context) error {
	var causes []error
	var texts []string
	err := again(func() error {
		err := s.put(ctx, 1)
		if err != nil {
			causes = append(causes, err)
			texts = append(texts, err.Error())
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %s", errors.Join(causes...), strings.Join(texts, ", "))
	}
	return nil
}

func TriedHosts(s *store, ctx context.Context, hosts []string) error {
	var tried []string
	for try := range hosts {
		host := hosts[try]
		tried = append(tried, host)
		if err := s.put(ctx, host); err == nil {
			return nil
		}
	}
	return fmt.Errorf("tried %v", tried)
}

func AttemptRecords(s *store, ctx context.Context) []item {
	var records []item
	again(func() error {
		start := time.Now()
		err := s.put(ctx, 1)
		records = append(records, item{ID: fmt.Sprint(time.Since(start), err)})
		return err
	})
	return records
}

func GrowingArgs(s *store, ctx context.Context, args []string) error {
	return again(func() error {
		args = append(args, "--force") // want "append args"
		return s.put(ctx, args)
	})
}

func Exclude(s *store, ctx context.Context) error {
	var exclude []string
	for try := 0; try < 3; try++ {
		host := s.pick(exclude)
		exclude = append(exclude, host)
		if s.put(ctx, host) == nil {
			return nil
		}
	}
	return errors.New("gave up")
}

func (s *store) pick(exclude []string) string { return "" }

func Entity(ctx context.Context, s *store, v *item, points int) error {
	return crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		v.Points -= points // want "add v.Points"
		v.N++
		_, err := tx.ExecContext(ctx, "UPDATE t SET p = $1, n = $2 WHERE id = $3", v.Points, v.N, v.ID)
		return err
	})
}

func EntityVersion(ctx context.Context, s *store, v *item) error {
	return again(func() error {
		v.N++ // want "add v.N"
		return s.put(ctx, v)
	})
}

func EntityCopy(ctx context.Context, s *store, v *item, points int) error {
	var stored item
	err := crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		next := *v
		next.Points -= points
		_, err := tx.ExecContext(ctx, "UPDATE t SET p = $1 WHERE id = $2", next.Points, next.ID)
		stored = next
		return err
	})
	*v = stored
	return err
}

func EntityReload(ctx context.Context, s *store, id string, points int) error {
	var v item
	return again(func() error {
		v = item{ID: id}
		v.Points -= points
		return s.put(ctx, v)
	})
}

func Counters(ctx context.Context, s *store, log *slog.Logger) error {
	attempts, failed := 0, 0
	err := again(func() error {
		attempts++
		s.attempts.Add(1)
		s.retries++
		err := s.put(ctx, 1)
		if err != nil {
			failed++
		}
		log.Info("put", "attempt", attempts, "failed", failed)
		return err
	})
	if err != nil {
		return fmt.Errorf("after %d attempts: %w", attempts, err)
	}
	return nil
}

func Stats(ctx context.Context, s *store) (int, error) {
	attempts := 0
	err := again(func() error {
		attempts++
		return s.put(ctx, 1)
	})
	return attempts, err
}

func Delay(ctx context.Context, s *store) error {
	delay := time.Millisecond
	for try := 0; try < 3; try++ {
		if s.put(ctx, 1) == nil {
			return nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	return nil
}

func Sum(s *store) (int, error) {
	total := 0
	err := again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var n int
			if err := rows.Scan(&n); err != nil {
				return err
			}
			total += n // want "add total"
		}
		return rows.Err()
	})
	return total, err
}

func CountItems(s *store) (n int, err error) {
	err = again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			n++ // want "add n"
		}
		return rows.Err()
	})
	return n, err
}

func SumReset(s *store) (total int, err error) {
	err = again(func() error {
		total = 0
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			total += 1
		}
		return rows.Err()
	})
	return total, err
}

func Offset(ctx context.Context, src io.ReaderAt, s *store) (int64, error) {
	var off int64
	err := again(func() error {
		buf := make([]byte, 10)
		n, err := src.ReadAt(buf, off)
		off += int64(n)
		return err
	})
	return off, err
}

func Pages(ctx context.Context, s *store) ([]string, error) {
	var out []string
	page := 1
	for try := 0; try < 3; try++ {
		items, next, err := s.fetch(ctx, page)
		if err != nil {
			continue
		}
		out = append(out, items...)
		if next == 0 {
			return out, nil
		}
		page = next
	}
	return out, nil
}

func Partial(ctx context.Context, s *store, batch []string) (sent int, err error) {
	for try := 0; try < 3; try++ {
		failed, n, err := s.sendAll(ctx, batch)
		if err != nil {
			continue
		}
		for range n {
			sent++
		}
		if len(failed) == 0 {
			return sent, nil
		}
		batch = failed
	}
	return sent, nil
}

func (s *store) sendAll(ctx context.Context, b []string) ([]string, int, error) { return nil, 0, nil }

func MapFresh(ctx context.Context, s *store) (map[string]string, error) {
	out := map[string]string{}
	err := again(func() error {
		id := uuid.NewString()
		out[id] = "x" // want "insert out"
		return s.put(ctx, id)
	})
	return out, err
}

func MapSame(ctx context.Context, s *store, ids []string) (map[string]string, error) {
	out := map[string]string{}
	err := again(func() error {
		for _, id := range ids {
			out[id] = "x"
		}
		return s.put(ctx, out)
	})
	return out, err
}

func MapCount(s *store) (map[string]int, error) {
	out := map[string]int{}
	err := again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var k string
			rows.Scan(&k)
			out[k]++ // want "add out[k]"
		}
		return rows.Err()
	})
	return out, err
}

func MapCleared(s *store) (map[string]int, error) {
	out := map[string]int{}
	err := again(func() error {
		clear(out)
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var k string
			rows.Scan(&k)
			out[k]++
		}
		return rows.Err()
	})
	return out, err
}

func Buffer(s *store, v any) (string, error) {
	var buf bytes.Buffer
	err := again(func() error {
		if err := json.NewEncoder(&buf).Encode(v); err != nil { // want "write &buf"
			return err
		}
		return s.put(context.Background(), 1)
	})
	return buf.String(), err
}

func BufferReset(s *store, v any) (string, error) {
	var buf bytes.Buffer
	err := again(func() error {
		buf.Reset()
		fmt.Fprintf(&buf, "%v", v)
		return s.put(context.Background(), 1)
	})
	return buf.String(), err
}

func Builder(s *store) (string, error) {
	var sb strings.Builder
	err := again(func() error {
		sb.WriteString("head") // want "write sb"
		return s.put(context.Background(), 1)
	})
	return sb.String(), err
}

func BuilderForLog(s *store, log *slog.Logger) error {
	var sb strings.Builder
	err := again(func() error {
		sb.WriteString("tried ")
		return s.put(context.Background(), 1)
	})
	log.Info("done", "trace", sb.String())
	return err
}

func Hash(s *store, src func() io.Reader) ([]byte, error) {
	h := sha256.New()
	err := again(func() error {
		_, err := io.Copy(h, src()) // want "write h"
		return err
	})
	return h.Sum(nil), err
}

func HalfWritten(w http.ResponseWriter, hc *http.Client, url string) error {
	return again(func() error {
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(w, resp.Body) // want "write w"
		return err
	})
}

func WrittenOnce(w http.ResponseWriter, hc *http.Client, url string) error {
	return again(func() error {
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		io.Copy(w, resp.Body)
		return nil
	})
}

func Download(out io.Writer, hc *http.Client, url string) error {
	return again(func() error {
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(out, resp.Body) // want "write out"
		return err
	})
}

func DownloadFile(name string, hc *http.Client, url string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return again(func() error {
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(file, resp.Body) // want "write file"
		return err
	})
}

func DownloadFileAnew(name string, hc *http.Client, url string) error {
	return again(func() error {
		file, err := os.Create(name)
		if err != nil {
			return err
		}
		defer file.Close()
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(file, resp.Body)
		return err
	})
}

func DownloadTruncates(file *os.File, hc *http.Client, url string) error {
	return again(func() error {
		if err := file.Truncate(0); err != nil {
			return err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(file, resp.Body)
		return err
	})
}

func Resume(out io.Writer, hc *http.Client, req *http.Request) (n int64, err error) {
	err = again(func() error {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", n))
		resp, err := hc.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		m, err := io.Copy(out, resp.Body)
		n += m
		return err
	})
	return n, err
}

func Messages(out io.Writer, s *store, ctx context.Context) error {
	for try := 0; try < 3; try++ {
		fmt.Fprintf(out, "attempt %d\n", try)
		if s.put(ctx, 1) == nil {
			return nil
		}
	}
	return nil
}

func Iterator(s *store) (out []string, err error) {
	rows, err := s.rows()
	if err != nil {
		return nil, err
	}
	err = again(func() error {
		for rows.Next() { // want "advance rows"
			var a string
			if err := rows.Scan(&a); err != nil {
				return err
			}
			s.put(context.Background(), a)
		}
		return rows.Err()
	})
	return out, err
}

func Stream(s *store, out chan<- string) error {
	return again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var a string
			if err := rows.Scan(&a); err != nil {
				return err
			}
			out <- a // want "send out"
		}
		return rows.Err()
	})
}

func Notify(s *store, errs chan error, ctx context.Context) error {
	return again(func() error {
		err := s.put(ctx, 1)
		errs <- err
		return err
	})
}

func Collects(s *store) ([]string, error) {
	var out []string
	err := again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		return helpers.Collect(rows, &out) // want "append &out via helpers.Collect"
	})
	return out, err
}

func CollectsAnew(s *store) ([]string, error) {
	var out []string
	err := again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		return helpers.CollectAnew(rows, &out)
	})
	return out, err
}

type collector struct{ names []string }

func (c *collector) add(s string) { c.names = append(c.names, s) }

func (c *collector) reset() { c.names = nil }

func Collector(s *store) ([]string, error) {
	var c collector
	err := again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var a string
			if err := rows.Scan(&a); err != nil {
				return err
			}
			c.add(a) // want "append c via (*collector).add"
		}
		return rows.Err()
	})
	return c.names, err
}

func CollectorReset(s *store) ([]string, error) {
	var c collector
	err := again(func() error {
		c.reset()
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var a string
			rows.Scan(&a)
			c.add(a)
		}
		return rows.Err()
	})
	return c.names, err
}

func (it *item) take(points int) { it.Points -= points }

func EntityHelper(ctx context.Context, s *store, v *item, points int) error {
	return again(func() error {
		v.take(points) // want "add v via (*item).take"
		return s.put(ctx, v)
	})
}

func PointerOut(s *store, out *[]string) error {
	return again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var a string
			if err := rows.Scan(&a); err != nil {
				return err
			}
			*out = append(*out, a) // want "append *out"
		}
		return rows.Err()
	})
}

func Unread(s *store) error {
	var seen []string
	return again(func() error {
		rows, err := s.rows()
		if err != nil {
			return err
		}
		for rows.Next() {
			var a string
			rows.Scan(&a)
			seen = append(seen, a)
		}
		return rows.Err()
	})
}

func (s *store) Sequence(ctx context.Context) error {
	return again(func() error {
		s.seq++
		return s.put(ctx, s.seq)
	})
}

func Path(ctx context.Context, s *store, name string) error {
	return again(func() error {
		name += ".tmp" // want "add name"
		return s.put(ctx, name)
	})
}

func Version(ctx context.Context, s *store, v *item) error {
	for try := 0; try < 3; try++ {
		err := s.put(ctx, v)
		if err == nil {
			return nil
		}
		v.N++
	}
	return nil
}

func Flag(ctx context.Context, s *store, plate string) (bool, error) {
	var fine bool
	err := crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRow("SELECT count(*) FROM permits WHERE plate = $1", plate).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			fine = true // want "stick fine"
		}
		_, err := tx.Exec("UPDATE t SET a = 1")
		return err
	})
	if err != nil || !fine {
		return false, err
	}
	return true, s.put(ctx, plate)
}

func FlagDecided(ctx context.Context, s *store, plate string) (bool, error) {
	var fine bool
	err := crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRow("SELECT count(*) FROM permits").Scan(&n); err != nil {
			return err
		}
		fine = n == 0
		return nil
	})
	return fine, err
}

func FlagReset(ctx context.Context, s *store, plate string) (fine bool, err error) {
	err = crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		fine = false
		var n int
		if err := tx.QueryRow("SELECT count(*) FROM permits").Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			fine = true
		}
		return nil
	})
	return fine, err
}

func Memo(ctx context.Context, s *store) (v *item, err error) {
	err = crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRow("SELECT 1").Scan(&n); err != nil {
			return err
		}
		if v == nil && n > 0 {
			v = &item{}
		}
		return nil
	})
	return v, err
}

func Moves(ctx context.Context, s *store, shards []string, node string) (map[string]string, error) {
	moves := make(map[string]string)
	err := crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		for _, shard := range shards {
			var owner string
			if err := tx.QueryRow("SELECT o FROM t WHERE s = $1", shard).Scan(&owner); err != nil {
				return err
			}
			if owner != node {
				continue
			}
			moves[shard] = owner // want "insert moves"
		}
		return nil
	})
	return moves, err
}

func MovesAnew(ctx context.Context, s *store, shards []string, node string) (moves map[string]string, err error) {
	err = crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		moves = make(map[string]string)
		for _, shard := range shards {
			var owner string
			if err := tx.QueryRow("SELECT o FROM t WHERE s = $1", shard).Scan(&owner); err != nil {
				return err
			}
			if owner != node {
				continue
			}
			moves[shard] = owner
		}
		return nil
	})
	return moves, err
}

func Owners(ctx context.Context, s *store, shards []string) (map[string]string, error) {
	owners := make(map[string]string)
	err := crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		for _, shard := range shards {
			var owner string
			if err := tx.QueryRow("SELECT o FROM t WHERE s = $1", shard).Scan(&owner); err != nil {
				return err
			}
			owners[shard] = owner
		}
		return nil
	})
	return owners, err
}

func RowsToMap(ctx context.Context, s *store) (map[string]int, error) {
	out := make(map[string]int)
	err := crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		rows, err := tx.Query("SELECT k, v FROM t")
		if err != nil {
			return err
		}
		for rows.Next() {
			var k string
			var v int
			if err := rows.Scan(&k, &v); err != nil {
				return err
			}
			out[k] = v // want "insert out"
		}
		return rows.Err()
	})
	return out, err
}

func SumStored(ctx context.Context, s *store) error {
	var litres int
	return crdb.ExecuteTx(ctx, s.db, nil, func(tx *sql.Tx) error {
		rows, err := tx.Query("SELECT l FROM t")
		if err != nil {
			return err
		}
		for rows.Next() {
			var l int
			if err := rows.Scan(&l); err != nil {
				return err
			}
			litres += l // want "add litres"
		}
		_, err = tx.Exec("UPDATE months SET litres = $1", litres)
		return err
	})
}

func CopyOn(ctx context.Context, s *store, w io.Writer) error {
	var done int64
	for try := 0; try < 3; try++ {
		n, err := s.copy(ctx, w, done)
		done += n
		if err == nil {
			return nil
		}
	}
	return nil
}

func CopyAgain(ctx context.Context, s *store, w io.Writer) error {
	for try := 0; try < 3; try++ {
		if _, err := s.copy(ctx, w, 0); err == nil { // want "write w via (*store).copy"
			return nil
		}
	}
	return nil
}

func (s *store) open(ctx context.Context, off int64) io.Reader { return nil }

func (s *store) copy(ctx context.Context, w io.Writer, off int64) (int64, error) {
	return io.Copy(w, s.open(ctx, off))
}
