package api

import "strings"

// sqlLocks are the locks that a session of a database keeps until it gives them
// back or ends, by the functions and statements that take them and give them back.
var sqlLocks = []struct {
	name        string
	takes, give []string
}{
	{"advisory lock", []string{"pg_advisory_lock", "pg_try_advisory_lock"}, []string{"pg_advisory_unlock"}},
	{"named lock", []string{"get_lock"}, []string{"release_lock", "release_all_locks"}},
	{"application lock", []string{"sp_getapplock"}, []string{"sp_releaseapplock"}},
	{"table lock", []string{"lock tables", "lock table"}, []string{"unlock tables", "unlock table"}},
}

// SQLLock says which lock of a session a statement takes or gives back, "" if
// none. Of a statement that does both it says that it gives back.
func SQLLock(text string) (name string, gives bool) {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, l := range sqlLocks {
		for _, w := range l.give {
			if strings.Contains(text, w) {
				return l.name, true
			}
		}
	}
	for _, l := range sqlLocks {
		for _, w := range l.takes {
			if strings.Contains(text, w) {
				return l.name, false
			}
		}
	}
	return "", false
}
