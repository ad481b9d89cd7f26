// Package cron is a stub.
package cron

type Job interface{ Run() }
type EntryID int
type Cron struct{}

func (c *Cron) AddFunc(spec string, cmd func()) (EntryID, error) { return 0, nil }
func (c *Cron) AddJob(spec string, cmd Job) (EntryID, error)     { return 0, nil }
