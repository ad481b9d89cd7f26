package api

import (
	"strings"
	"testing"
)

func TestSQLEffect(t *testing.T) {
	const (
		r = EffectRead
		i = EffectIdempotent
		w = EffectWrite
		c = EffectConditional
		q = EffectConsume
		u = EffectUnknown
	)
	tests := []struct {
		text string
		want EffectKind
	}{
		// reads
		{`SELECT 1`, r},
		{`  select * from t where id = $1 for update`, r},
		{`(SELECT a FROM t) UNION (SELECT b FROM u)`, r},
		{`SHOW TABLES`, r},
		{`VALUES (1), (2)`, r},
		{`EXPLAIN INSERT INTO t VALUES (1)`, r},
		{`EXPLAIN ANALYZE INSERT INTO t (a) VALUES (1)`, w},
		{`EXPLAIN (ANALYZE, BUFFERS) DELETE FROM t WHERE id = 1`, i},
		{`SELECT COUNT(*), max(x) FROM t`, r},
		{`SELECT insert_date, "update" FROM t -- INSERT INTO x`, r},
		{`SELECT 'INSERT INTO t' FROM u`, r},
		{`/* UPDATE t SET a = a + 1 */ SELECT 1`, r},
		{`SELECT $$DELETE FROM t$$ AS s`, r},
		{`SELECT now(), current_user`, r},
		{`SELECT * FROM unnest($1::int[])`, r},
		{`SELECT a.id, my_rank(a) FROM a`, r},
		{`SELECT do_transfer($1, $2)`, u},
		{`SELECT * FROM create_order($1)`, u},
		{`SELECT nextval('s')`, u},
		{`SELECT pg_notify('c', $1)`, w},
		{`SELECT pg_advisory_xact_lock($1)`, u},
		{`SELECT setval('s', 10)`, i},
		{`SELECT * FROM jobs WHERE state = 'new' LIMIT 1 FOR UPDATE SKIP LOCKED`, q},
		{`PRAGMA journal_mode = WAL`, r},
		// inserts
		{`INSERT INTO t (a, b) VALUES ($1, $2)`, w},
		{"INSERT INTO `t` SET a = ?", w},
		{`insert into s.t(a) select a from u`, w},
		{`INSERT INTO t (a) VALUES (?) RETURNING id`, w},
		{`INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING`, i},
		{`INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = EXCLUDED.b, updated_at = now()`, i},
		{`INSERT INTO t (a, n) VALUES ($1, 1) ON CONFLICT (a) DO UPDATE SET n = t.n + 1`, w},
		{`INSERT INTO t (a, n) VALUES ($1, 1) ON CONFLICT (a) DO UPDATE SET n = t.n + EXCLUDED.n`, w},
		{`INSERT INTO t (a, n) VALUES ($1, 1) ON CONFLICT (a) DO UPDATE SET n = EXCLUDED.n WHERE t.version < EXCLUDED.version`, i},
		{`INSERT IGNORE INTO t (a) VALUES (?)`, i},
		{`INSERT OR IGNORE INTO t (a) VALUES (?)`, i},
		{`INSERT OR REPLACE INTO t (a) VALUES (?)`, i},
		{`INSERT INTO t (a, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = VALUES(n)`, i},
		{`INSERT INTO t (a, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = n + VALUES(n)`, w},
		{`INSERT INTO t (a, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = GREATEST(n, VALUES(n))`, i},
		{`INSERT INTO t (a) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = $1)`, c},
		{`INSERT INTO orders (id, total) VALUES ($1, $2)`, c},
		{`INSERT INTO orders (order_id, total) VALUES ($1, $2)`, c},
		{`INSERT INTO orders (customer_id, total) VALUES ($1, $2)`, w},
		{`INSERT INTO orders (id, total) VALUES (gen_random_uuid(), $2)`, w},
		{`INSERT INTO orders (id, total) VALUES (DEFAULT, $2)`, w},
		{`INSERT INTO payments (amount, idempotency_key) VALUES ($1, $2)`, c},
		{`INSERT INTO orders (id) SELECT id FROM carts`, w},
		{`REPLACE INTO t (a) VALUES (?)`, i},
		{`UPSERT INTO t (a) VALUES ($1)`, i},
		{`INSERT OVERWRITE TABLE t SELECT * FROM u`, i},
		{`MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = s.a WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)`, i},
		{`MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET n = t.n + s.n`, w},
		// updates
		{`UPDATE t SET a = $1 WHERE id = $2`, i},
		{`UPDATE t SET a = $1, updated_at = now() WHERE id = $2`, i},
		{`UPDATE accounts SET balance = balance - $1 WHERE id = $2`, w},
		{`UPDATE accounts a SET balance = a.balance + $1 WHERE a.id = $2`, w},
		{`UPDATE accounts SET balance = balance - $1 WHERE id = $2 AND balance >= $1`, w},
		{`UPDATE accounts SET balance = balance - $1, version = version + 1 WHERE id = $2 AND version = $3`, c},
		{`UPDATE t SET name = $1, version = version + 1 WHERE id = $2`, u},
		{`UPDATE jobs SET attempts = attempts + 1 WHERE id = $1`, u},
		{`UPDATE orders SET status = 'paid' WHERE id = $1 AND status = 'new'`, c},
		{`UPDATE mails SET sent_at = now() WHERE id = $1 AND sent_at IS NULL`, c},
		{`UPDATE mails SET sent = true WHERE id = $1 AND NOT sent`, c},
		{`UPDATE t SET active = NOT active WHERE id = $1`, w},
		{`UPDATE t SET tags = array_append(tags, $1) WHERE id = $2`, w},
		{`UPDATE t SET log = log || 'x' WHERE id = $1`, w},
		{`UPDATE t SET log = CONCAT(log, ?) WHERE id = ?`, w},
		{`UPDATE t SET data = data || $1 WHERE id = $2`, u},
		{`UPDATE t SET data = data || $1::jsonb WHERE id = $2`, i},
		{`UPDATE t SET data = jsonb_set(data, '{a}', $1) WHERE id = $2`, i},
		{`UPDATE t SET n = COALESCE(n, 0) + 1 WHERE id = $1`, w},
		{`UPDATE t SET n = COALESCE(n, $1) WHERE id = $2`, i},
		{`UPDATE t SET a = a WHERE id = 1`, i},
		{`UPDATE t SET (a, b) = ($1, $2) WHERE id = $3`, i},
		{`UPDATE t SET token = gen_random_uuid() WHERE id = $1`, u},
		{`UPDATE t SET n = (SELECT count(*) + 1 FROM u) WHERE id = $1`, i},
		{`UPDATE t SET a = u.a FROM u WHERE u.id = t.id`, i},
		{`UPDATE jobs SET owner = $1 WHERE id = (SELECT id FROM jobs WHERE owner IS NULL FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING *`, q},
		{`UPDATE jobs SET owner = ? WHERE owner IS NULL LIMIT 1`, q},
		{`UPDATE t SET n = n + 1 WHERE NOT EXISTS (SELECT 1 FROM done WHERE id = $1)`, c},
		{`UPDATE t SET "count" = "count" + 1`, w},
		{"UPDATE t SET `count` = `count` - 1", w},
		// deletes
		{`DELETE FROM t WHERE id = $1`, i},
		{`DELETE FROM t WHERE id = $1 RETURNING *`, q},
		{`DELETE FROM t WHERE expired LIMIT 100`, w},
		{`DELETE FROM t WHERE id IN (SELECT id FROM t WHERE a ORDER BY b LIMIT 1)`, i},
		// with
		{`WITH x AS (SELECT 1) SELECT * FROM x`, r},
		{`WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT n FROM x`, r},
		{`WITH moved AS (DELETE FROM a RETURNING *) INSERT INTO b SELECT * FROM moved`, w},
		{`WITH ins AS (INSERT INTO t (a) VALUES ($1) RETURNING id) SELECT id FROM ins`, w},
		{`WITH up AS (UPDATE t SET a = $1 WHERE id = $2 RETURNING *) SELECT * FROM up`, i},
		{`WITH a AS NOT MATERIALIZED (SELECT 1), b AS (SELECT 2) UPDATE t SET n = n + 1 FROM a WHERE t.id = $1`, w},
		// schema and session
		{`CREATE TABLE IF NOT EXISTS t (a int)`, i},
		{`CREATE TABLE t (a int)`, c},
		{`CREATE OR REPLACE VIEW v AS SELECT 1`, i},
		{`DROP TABLE IF EXISTS t`, i},
		{`ALTER TABLE t ADD COLUMN b int`, c},
		{`ALTER TABLE t ADD COLUMN IF NOT EXISTS b int`, i},
		{`TRUNCATE t`, i},
		{`BEGIN`, r},
		{`SET LOCAL lock_timeout = '1s'`, r},
		{`NOTIFY c, 'x'`, w},
		{`COPY t FROM STDIN`, w},
		{`COPY (SELECT * FROM t) TO STDOUT`, r},
		{`LOAD DATA INFILE 'x' INTO TABLE t`, w},
		{`CALL pay($1)`, u},
		{`DO $body$ BEGIN INSERT INTO t VALUES (1); END $body$`, u},
		{`COMMIT`, u},
		// several
		{`SELECT 1; INSERT INTO t (a) VALUES (1)`, w},
		{`BEGIN; UPDATE t SET a = 1; COMMIT`, u},
		// comments and quotes
		{"-- note\nINSERT INTO t (a) VALUES (1)", w},
		{"# note\nDELETE FROM t WHERE id = 1", i},
		{`INSERT /*+ APPEND */ INTO t (a) VALUES ('it''s -- no comment')`, w},
		{`UPDATE t SET a = 'a = a + 1' WHERE id = 1`, i},
		{`UPDATE t SET a = E'it\'s' WHERE id = 1`, i},
		{`UPDATE t SET j = j #- '{a}' WHERE id = 1`, i},
		// holes
		{`INSERT INTO %s (a, b) VALUES ($1, $2)`, w},
		{`INSERT INTO t (%s) VALUES (%s)`, w},
		{`INSERT INTO t (a) VALUES %s`, w},
		{`INSERT INTO t (a) VALUES ($1) %s`, u},
		{`UPDATE t SET %s WHERE id = $1`, u},
		{`UPDATE %s SET n = n + 1 WHERE id = %d`, w},
		{`UPDATE t SET n = n + 1 WHERE %s`, u},
		{`SELECT %s FROM %s`, r},
		{`DELETE FROM %[1]s WHERE id = $1`, i},
		{`%s INTO t`, u},
		{`SELECT a %% 2 FROM t`, r},
		{`UPDATE t SET a = a % 2`, w},
		// odd
		{``, u},
		{`;`, u},
		{`-- nothing`, u},
		{`hello`, u},
		{`INSERT`, w},
		{`UPDATE`, u},
		{`WITH`, u},
		{`WITH x AS (`, u},
		{`(`, r},
		{`INSERT INTO t (`, w},
		{`UPDATE t SET a = `, i},
		{`SELECT 'unclosed`, r},
		{`SELECT $tag$ unclosed`, r},
	}
	for _, tt := range tests {
		if got, why := SQLEffect(tt.text); got != tt.want {
			t.Errorf("%s\n\tkind %d (%s), want %d", tt.text, got, why, tt.want)
		}
	}
}

func TestSQLReasons(t *testing.T) {
	for text, want := range map[string]string{
		`INSERT INTO t (a) VALUES (1)`:                        "inserts a row",
		`UPDATE a SET balance = balance + 1`:                  "adds to balance",
		`UPDATE a SET balance = a.balance - 1`:                "takes from balance",
		`UPDATE a SET on_off = NOT on_off`:                    "toggles on_off",
		`INSERT INTO t (id, a) VALUES ($1, $2)`:               "inserts a row under the caller's id",
		`SELECT 1; UPDATE a SET n = n + 1`:                    "adds to n",
		`INSERT INTO t (a) VALUES (1) ON CONFLICT DO NOTHING`: "skips rows that exist",
	} {
		if _, got := SQLEffect(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Whatever the text, there is an answer.
func FuzzSQLEffect(f *testing.F) {
	f.Add("WITH x AS (DELETE FROM t RETURNING *) INSERT INTO u SELECT * FROM x")
	f.Add("INSERT INTO t (id, a) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET a = t.a + 1")
	f.Add("UPDATE t SET a = $$x$$, b = 'it''s' WHERE %[1]s -- c")
	f.Add("MERGE INTO t USING s ON a WHEN MATCHED THEN UPDATE SET n = t.n + s.n")
	f.Fuzz(func(t *testing.T, text string) {
		kind, _ := SQLEffect(text)
		if sqlRank(kind) < 0 {
			t.Errorf("kind %d", kind)
		}
		for _, lang := range []Lang{LangCQL, LangMongo, LangDynamo, LangRedis, LangLua, LangKube} {
			Classify(lang, text)
		}
		RPCEffect(text)
	})
}

func TestClassify(t *testing.T) {
	const (
		r = EffectRead
		i = EffectIdempotent
		w = EffectWrite
		c = EffectConditional
		q = EffectConsume
		u = EffectUnknown
	)
	tests := []struct {
		lang Lang
		text string
		want EffectKind
	}{
		{LangCQL, `INSERT INTO t (a, b) VALUES (?, ?)`, i},
		{LangCQL, `INSERT INTO t (a, b) VALUES (?, ?) IF NOT EXISTS`, c},
		{LangCQL, `INSERT INTO t (a, b) VALUES (now(), ?)`, w},
		{LangCQL, `UPDATE t SET a = ? WHERE k = ?`, i},
		{LangCQL, `UPDATE t SET n = n + 1 WHERE k = ?`, w},
		{LangCQL, `UPDATE t SET l = l + ['x'] WHERE k = ?`, w},
		{LangCQL, `UPDATE t SET s = s + {'x'} WHERE k = ?`, i},
		{LangCQL, `UPDATE t SET l = l + ? WHERE k = ?`, u},
		{LangCQL, `UPDATE t SET a = ? WHERE k = ? IF a = ?`, c},
		{LangCQL, `SELECT a FROM t WHERE k = ?`, r},
		{LangCQL, `DELETE FROM t WHERE k = ?`, i},
		{LangCQL, `BEGIN BATCH INSERT INTO t (a) VALUES (1) UPDATE t SET b = 2 WHERE a = 1 APPLY BATCH`, i},
		{LangCQL, `BEGIN COUNTER BATCH UPDATE t SET n = n + 1 WHERE a = 1 APPLY BATCH`, w},
		{LangMongo, `$set`, i},
		{LangMongo, `$set,$inc`, w},
		{LangMongo, `$push`, w},
		{LangMongo, `$addToSet $unset`, i},
		{LangMongo, `$match`, u},
		{LangMongo, ``, u},
		{LangDynamo, `SET a = :a, #b = :b`, i},
		{LangDynamo, `SET n = n + :one`, w},
		{LangDynamo, `SET #n = if_not_exists(#n, :zero) + :one`, w},
		{LangDynamo, `SET n = n - :one`, w},
		{LangDynamo, `set items = list_append(items, :i)`, w},
		{LangDynamo, `SET a = if_not_exists(a, :a)`, i},
		{LangDynamo, `ADD n :one`, w},
		{LangDynamo, `SET a = :a ADD n :one`, w},
		{LangDynamo, `REMOVE a, b`, i},
		{LangDynamo, `REMOVE l[0]`, w},
		{LangDynamo, `SET total = price + :tax`, u},
		{LangDynamo, `%s`, u},
		{LangRedis, `INCR`, w},
		{LangRedis, `incr`, w},
		{LangRedis, `GET`, r},
		{LangRedis, `SET`, i},
		{LangRedis, `SETNX`, c},
		{LangRedis, `RPOP`, q},
		{LangRedis, `EVAL`, u},
		{LangLua, `return redis.call('INCR', KEYS[1])`, w},
		{LangLua, `local v = redis.pcall("rpop", KEYS[1]) redis.call('expire', KEYS[1], 1) return v`, q},
		{LangLua, `if redis.call('SETNX', KEYS[2], 1) == 1 then redis.call('INCR', KEYS[1]) end`, u},
		{LangLua, `return redis.call(ARGV[1], KEYS[1])`, u},
		{LangLua, `return 1`, u},
		{LangLua, ``, u},
		{LangRedis, ``, u},
		{LangKube, `application/merge-patch+json`, i},
		{LangKube, `application/json-patch+json`, u},
	}
	for _, tt := range tests {
		if got, why := Classify(tt.lang, tt.text); got != tt.want {
			t.Errorf("%d %s\n\tkind %d (%s), want %d", tt.lang, tt.text, got, why, tt.want)
		}
	}
}

func TestRPCEffect(t *testing.T) {
	tests := map[EffectKind]string{
		EffectRead:        "GetUser ListOrders BatchGetItems SearchBooks /pkg.Svc/LookupHost CheckQuota CountRows TestIamPermissions HeadObject GetUserAndOrders WatchEvents DescribeTable Ping get_user",
		EffectIdempotent:  "UpdateUser SetLabels PutItem DeleteUser GetOrCreateUser FindOrCreate EnsureTopic CreateIfNotExists CreateOrUpdate AddOrUpdate CancelOrder StopInstance UpsertRow ArchiveThread PutIfAbsent Ack BatchDeleteItems",
		EffectWrite:       "CreateUser InsertRow AddItem SendMessage Publish EnqueueTask ChargeCard RefundPayment TransferFunds AppendRows IncrementCounter CheckIn CheckOut PutRecord PutRecords PutEvents PutMetricData PutLogEvents BatchCreateUsers SendCode Withdraw",
		EffectConsume:     "GetNextJob PopTask DequeueMessage LeaseTasks AcquireJobs ClaimReward ReceiveMessage PullMessages ReadAndDelete ListAndLock GetAndIncrement",
		EffectConditional: "SetNX CompareAndSwap TestAndSet",
		EffectUnknown:     "UpdateBalance GetToken GetUploadURL GetSignedURL Frobnicate RunQuery Process Login AdjustStock ",
	}
	for want, names := range tests {
		for _, name := range strings.Fields(names) {
			if got := RPCEffect(name); got != want {
				t.Errorf("%s: %d, want %d", name, got, want)
			}
		}
	}
}
