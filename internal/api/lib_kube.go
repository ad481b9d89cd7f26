package api

// libKube is the clients of Kubernetes and of containers. All take contexts.
func libKube() Rows {
	const (
		ctrl   = "(sigs.k8s.io/controller-runtime/pkg/client."
		typed  = "(k8s.io/client-go/kubernetes/typed/**.*Interface)."
		typedC = "(*k8s.io/client-go/gentype.*)."
		dyn    = "(k8s.io/client-go/dynamic.ResourceInterface)."
		rest   = "(*k8s.io/client-go/rest.Request)."
		disco  = "(k8s.io/client-go/discovery."
		queue  = "(k8s.io/client-go/util/workqueue."
		flow   = "(k8s.io/client-go/util/flowcontrol.RateLimiter)."
		docker = "(~github.com/{docker/docker,moby/moby}/client.{Client,APIClient,*APIClient,Common*})."
	)
	return Rows{
		Drivers: []Driver{
			{Fn: []string{rest + "{Do,DoRaw,Stream,Watch}"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: 11, Stop: Yes, On: OnTransient, Effects: No, Note: "429 or 5xx with Retry-After; a reset connection for GET only."},
		},
		Calls: []Call{
			{Fn: []string{ctrl + "Reader).{Get,List}", ctrl + "Writer).{Create,Update,Patch,Apply,Delete,DeleteAllOf}", ctrl + "SubResourceWriter).{Create,Update,Patch}", ctrl + "SubResourceReader).Get", ctrl + "WithWatch).Watch",
				"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil.{CreateOrUpdate,CreateOrPatch}", "sigs.k8s.io/controller-runtime.CreateOrUpdate"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{typed + "{Create,Update,UpdateStatus,Delete,DeleteCollection,Get,List,Watch,Patch,Apply,ApplyStatus,UpdateScale,GetScale,CreateToken}", typedC + "{Create,Update,UpdateStatus,Delete,DeleteCollection,Get,List,Watch,Patch,Apply,ApplyStatus}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{dyn + "{Create,Update,UpdateStatus,Delete,DeleteCollection,Get,List,Watch,Patch,Apply,ApplyStatus}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{rest + "{Do,DoRaw,Stream,Watch}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{rest + "{Namespace,Resource,Name,Body,VersionedParams,Param,Timeout,AbsPath,Verb,SubResource,SetHeader}", "(*k8s.io/client-go/rest.RESTClient).{Get,Post,Put,Patch,Delete,Verb}", "(k8s.io/client-go/rest.Interface).{Get,Post,Put,Patch,Delete,Verb}"}, Builder: true},
			{Fn: []string{disco + "ServerVersionInterface).ServerVersion", disco + "ServerResourcesInterface).{ServerPreferredResources,ServerGroupsAndResources,ServerResourcesForGroupVersion,ServerPreferredNamespacedResources}", disco + "ServerGroupsInterface).ServerGroups"}, Kind: WaitNet, Fix: FixNone, How: "bound it by rest.Config.Timeout"},
			{Fn: []string{"(k8s.io/client-go/tools/remotecommand.Executor).Stream"}, Kind: WaitNet, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{"(k8s.io/client-go/tools/remotecommand.Executor).StreamWithContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"k8s.io/client-go/tools/cache.{WaitForCacheSync}"}, Kind: WaitSync, Ctx: CtxIn{Kind: CtxStopChan}, Obeys: Yes},
			{Fn: []string{"k8s.io/client-go/tools/cache.WaitForNamedCacheSync"}, Kind: WaitSync, Ctx: CtxIn{Kind: CtxStopChan, Arg: 1}, Obeys: Yes},
			{Fn: []string{queue + "TypedInterface).Get"}, Kind: WaitRecv, Fix: FixNone, Never: true, Note: "ends by ShutDown"},
			{Fn: []string{queue + "TypedInterface).{ShutDown,ShutDownWithDrain}"}, Unblocks: true},
			{Fn: []string{flow + "Accept"}, Kind: WaitSleep, Twin: flow + "Wait", Fix: FixAdapt, How: "use Wait with the context"},
			{Fn: []string{flow + "Wait"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(k8s.io/client-go/informers.SharedInformerFactory).WaitForCacheSync"}, Kind: WaitSync, Ctx: CtxIn{Kind: CtxStopChan}, Obeys: Yes},
			{Fn: []string{"(k8s.io/client-go/tools/cache.SharedInformer).Run", "(k8s.io/client-go/tools/cache.Controller).Run"}, Kind: WaitServer, Ctx: CtxIn{Kind: CtxStopChan}, Obeys: Yes},
			{Fn: []string{"(k8s.io/apimachinery/pkg/watch.Interface).Stop"}, Unblocks: true},
			{Fn: []string{"(sigs.k8s.io/controller-runtime/pkg/manager.Manager).Start"}, Kind: WaitServer, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{docker + "{Close}", "(*github.com/{docker/docker,moby/moby}/client.Client).Close"}, Unblocks: true},
			{Fn: []string{docker + "{ContainerCreate,ContainerStart,ContainerStop,ContainerRestart,ContainerKill,ContainerRemove,ContainerInspect,ContainerList,ContainerLogs,ContainerExecCreate,ContainerExecStart,ContainerExecAttach,ContainerExecInspect,ContainerAttach,ContainerWait,CopyToContainer,CopyFromContainer,ImagePull,ImagePush,ImageBuild,ImageList,ImageRemove,ImageInspect,NetworkCreate,NetworkRemove,NetworkList,VolumeCreate,VolumeRemove,Ping,Info,Events}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Note: "no timeout by default"},
		},
		Effects: []Effect{
			{Fn: []string{ctrl + "Writer).Create", typed + "Create", typedC + "Create", dyn + "Create"}, Kind: EffectConditional, What: "creates the object", Unless: []string{"GenerateName"}, Safe: "a fixed name (AlreadyExists means done)"},
			{Fn: []string{ctrl + "Writer).Update", ctrl + "SubResourceWriter).Update", typed + "{Update,UpdateStatus,UpdateScale}", typedC + "{Update,UpdateStatus}", dyn + "{Update,UpdateStatus}"}, Kind: EffectConditional, What: "updates the object", Safe: "its resourceVersion (get the object anew inside the loop)", Note: "A stale object never succeeds."},
			{Fn: []string{ctrl + "Writer).{Patch,Apply,Delete,DeleteAllOf}", ctrl + "SubResourceWriter).Patch", typed + "{Apply,ApplyStatus,Delete,DeleteCollection}", typedC + "{Apply,ApplyStatus,Delete,DeleteCollection}", dyn + "{Apply,ApplyStatus,Delete,DeleteCollection}",
				"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil.{CreateOrUpdate,CreateOrPatch}", "sigs.k8s.io/controller-runtime.CreateOrUpdate"}, Kind: EffectIdempotent},
			{Fn: []string{typed + "Patch", typedC + "Patch", dyn + "Patch"}, Kind: EffectSQL, Lang: LangKube, SQL: 2, Default: EffectUnknown, What: "patches the object"},
			{Fn: []string{ctrl + "Reader).{Get,List}", ctrl + "SubResourceReader).Get", typed + "{Get,List,Watch,GetScale}", typedC + "{Get,List,Watch}", dyn + "{Get,List,Watch}", disco + "ServerVersionInterface).ServerVersion", disco + "ServerResourcesInterface).*", disco + "ServerGroupsInterface).ServerGroups"}, Kind: EffectRead, Note: "may come from a stale cache"},
			{Fn: []string{rest + "{Do,DoRaw}"}, Kind: EffectUnknown, What: "sends the request"},
			{Fn: []string{rest + "{Stream,Watch}"}, Kind: EffectRead},
			{Fn: []string{docker + "ContainerCreate"}, Kind: EffectUnknown, What: "creates the container", Safe: "a name"},
			{Fn: []string{docker + "{ContainerStart,ContainerStop,ContainerRestart,ContainerKill,ContainerRemove,ImagePull,ImagePush,ImageRemove,NetworkRemove,VolumeCreate,VolumeRemove,CopyToContainer}"}, Kind: EffectIdempotent},
			{Fn: []string{docker + "{ContainerInspect,ContainerList,ContainerLogs,ContainerExecInspect,ContainerWait,CopyFromContainer,ImageList,ImageInspect,NetworkList,Ping,Info,Events}"}, Kind: EffectRead},
			{Fn: []string{docker + "{ContainerExecCreate,ContainerExecStart}"}, Kind: EffectWrite, What: "runs the command in the container"},
		},
		Settings: []Setting{
			{Field: []string{"k8s.io/client-go/rest.Config.Timeout"}, Knob: KnobAttempt, Zero: ZeroNone, Note: "also cuts watches"},
			{Field: []string{"k8s.io/client-go/rest.Config.QPS"}, Knob: KnobPoolWait, Note: "5 by default; makes calls wait"},
			{Fn: []string{rest + "MaxRetries"}, Knob: KnobRetries, DefaultN: 10, Zero: ZeroOff},
		},
		Makers: []Maker{
			{Fn: []string{"github.com/{docker/docker,moby/moby}/client.NewClientWithOpts", "github.com/moby/moby/client.New"}, Trait: TraitNoTimeout},
		},
	}
}
