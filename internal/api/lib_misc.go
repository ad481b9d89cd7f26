package api

// libMisc is libraries of a row or two each.
func libMisc() Rows {
	const (
		fcm    = "(*firebase.google.com/go/v4/messaging.fcmClient)."
		sentry = "github.com/getsentry/sentry-go."
		push   = "(*github.com/prometheus/client_golang/prometheus/push.Pusher)."
		flock  = "(*github.com/gofrs/flock.Flock)."
		oauth  = "golang.org/x/oauth2."
	)
	return Rows{
		Calls: []Call{
			{Fn: []string{fcm + "{Send,SendDryRun,SendEach,SendEachForMulticast,SendEachDryRun}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{sentry + "Flush", "(*" + sentry + "Hub).Flush"}, Kind: WaitNet, BoundArg: 1},
			{Fn: []string{push + "{Push,Add}"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{push + "{PushContext,AddContext}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{push + "Delete"}, Kind: WaitNet, Fix: FixNone},
			{Fn: []string{"(go.uber.org/ratelimit.Limiter).Take"}, Kind: WaitSleep, Fix: FixRewrite, How: "use golang.org/x/time/rate, whose Wait takes a context"},
			{Fn: []string{"(*github.com/juju/ratelimit.Bucket).Wait"}, Kind: WaitSleep, Fix: FixRewrite, How: "use golang.org/x/time/rate, whose Wait takes a context"},
			{Fn: []string{flock + "Lock"}, Kind: WaitLock, Twin: flock + "TryLockContext", Fix: FixRewrite, How: "use TryLockContext with the context"},
			{Fn: []string{flock + "RLock"}, Kind: WaitLock, Twin: flock + "TryRLockContext", Fix: FixRewrite, How: "use TryRLockContext with the context"},
			{Fn: []string{flock + "{TryLockContext,TryRLockContext}"}, Kind: WaitLock, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{flock + "{Unlock,Close}"}, Unblocks: true},
			{Fn: []string{"k8s.io/client-go/tools/leaderelection.RunOrDie", "(*k8s.io/client-go/tools/leaderelection.LeaderElector).Run"}, Kind: WaitServer, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + oauth + "Config).{Exchange,PasswordCredentialsToken,DeviceAuth,DeviceAccessToken}", "(*golang.org/x/oauth2/clientcredentials.Config).Token"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(" + oauth + "TokenSource).Token"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + oauth + "Config).TokenSource"}, Obeys: Yes, Never: true, Note: "The context is the one that the source was made with."},
			{Fn: []string{"(*go.etcd.io/bbolt.DB).{Update,View,Batch,Begin}"}, Kind: WaitLock, Never: true},
			{Fn: []string{"go.etcd.io/bbolt.Open"}, Kind: WaitLock, Startup: true, Note: "waits for the file's lock without bound unless Options.Timeout"},
		},
		Effects: []Effect{
			{Fn: []string{fcm + "{Send,SendEach,SendEachForMulticast}"}, Kind: EffectWrite, What: "sends the notification", Safe: "an outbox row that is marked as sent"},
			{Fn: []string{fcm + "{SendDryRun,SendEachDryRun}"}, Kind: EffectRead},
			{Fn: []string{sentry + "{CaptureException,CaptureMessage,CaptureEvent,Flush,AddBreadcrumb,ConfigureScope,WithScope}", "(*" + sentry + "Hub).{CaptureException,CaptureMessage,CaptureEvent,Flush,AddBreadcrumb,WithScope,ConfigureScope}"}, Kind: EffectLocal},
			{Fn: []string{push + "{Push,PushContext,Add,AddContext,Delete}"}, Kind: EffectLocal},
			{Fn: []string{"(*" + oauth + "Config).Exchange"}, Kind: EffectConsume, What: "uses up the authorization code"},
			{Fn: []string{"(*" + oauth + "Config).PasswordCredentialsToken", "(*golang.org/x/oauth2/clientcredentials.Config).Token", "(" + oauth + "TokenSource).Token"}, Kind: EffectRead},
			{Fn: []string{"(github.com/prometheus/client_golang/prometheus.{Counter,Gauge,Observer,Summary,Histogram}).*", "(*github.com/prometheus/client_golang/prometheus.*Vec).*", "(go.opentelemetry.io/otel/trace.{Span,Tracer}).*", "(go.opentelemetry.io/otel/metric.*).*"}, Kind: EffectLocal},
			{Fn: []string{flock + "{Lock,RLock,TryLock,TryRLock,TryLockContext,TryRLockContext,Unlock}"}, Kind: EffectIdempotent},
		},
		Runners: []Runner{
			{Fn: []string{sentry + "{WithScope,ConfigureScope}", "(*" + sentry + "Hub).{WithScope,ConfigureScope}"}, Op: 0, PassCtx: No},
		},
		Makers: []Maker{
			{Fn: []string{oauth + "NewClient", "(*" + oauth + "Config).Client", "(*golang.org/x/oauth2/clientcredentials.Config).Client"}, Trait: TraitNoTimeout},
		},
	}
}
