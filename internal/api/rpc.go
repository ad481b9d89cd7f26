package api

import (
	"go/types"
	"strings"
)

// RPCEffect guesses from the name of a method of a generated client what a
// second call does. A name only ever supports other evidence: the caller must
// know that it is a client's method.
func RPCEffect(method string) EffectKind {
	if i := strings.LastIndexAny(method, "/."); i >= 0 {
		method = method[i+1:]
	}
	words := camelWords(method)
	if len(words) == 0 {
		return EffectUnknown
	}
	for i, w := range words {
		switch {
		case i > 0 && w == "or" && i+1 < len(words) && (verbIn(words[i+1], rpcWrites) || words[i+1] == "update" || words[i+1] == "set"):
			return EffectIdempotent // GetOrCreate, CreateOrUpdate
		case w == "if" && i > 0:
			return EffectIdempotent // CreateIfNotExists, PutIfAbsent
		case w == "and" && i > 0 && i+1 < len(words):
			changes := verbIn(words[i+1], rpcWrites) || verbIn(words[i+1], rpcIdempotent) || verbIn(words[i+1], "swap,lock,modify")
			switch {
			case !changes: // GetUserAndOrders
			case verbIn(words[0], "compare,test,check"):
				return EffectConditional // CompareAndSwap
			case verbIn(words[0], rpcReads):
				return EffectConsume // ReadAndDelete, ListAndLock
			default:
				return EffectUnknown
			}
		}
	}
	first, second := words[0], ""
	if len(words) > 1 {
		second = words[1]
	}
	last := words[len(words)-1]
	switch {
	case verbIn(first, "get,fetch,read") && verbIn(second, "next,then"):
		return EffectConsume
	case first == "get" && verbIn(last, "token,url,ticket,code,challenge,nonce"):
		return EffectUnknown // it may mint one
	case first == "check" && verbIn(second, "in,out"), first == "checkin", first == "checkout":
		return EffectWrite
	case first == "test" && last != "permissions" && last != "permission":
		return EffectUnknown
	case first == "set" && last == "nx":
		return EffectConditional
	case first == "put" && verbIn(second, "record,records,event,events,metric,log,message,messages"):
		return EffectWrite // they append
	case verbIn(first, "update,adjust,change,modify,set") && verbIn(last, "balance,counter,count,stock,quantity,credits,credit,points,inventory,amount,score"):
		return EffectUnknown // by a difference, or to a value
	case verbIn(first, "run,execute,start,batch") && verbIn(second, "query,statement,select,search,get,read"):
		if first == "batch" {
			return EffectRead
		}
		return EffectUnknown
	case first == "batch" && second != "":
		return RPCEffect(strings.Join(words[1:], "_"))
	case verbIn(first, rpcConsumes):
		return EffectConsume
	case verbIn(first, rpcReads):
		return EffectRead
	case verbIn(first, rpcWrites):
		return EffectWrite
	case verbIn(first, rpcIdempotent):
		return EffectIdempotent
	}
	return EffectUnknown
}

const (
	rpcReads = "get,list,search,lookup,check,count,find,fetch,describe,query,read,watch,test,export,head,exists,has,is,ping,health,status,estimate,calculate,preview,resolve,scan,show,view,compare,validate"

	rpcWrites = "create,insert,add,send,publish,enqueue,submit,charge,pay,capture,refund,transfer,run,execute,start,trigger,append,increment,decrement,increase,decrease,generate,issue,import,clone,copy," +
		"push,post,emit,notify,dispatch,schedule,book,place,purchase,buy,sell,withdraw,deposit,credit,debit,redeem,award,invite,email,mail,broadcast,invoke,launch,deliver,order,ship,mint,donate"

	rpcIdempotent = "update,set,put,replace,upsert,patch,enable,disable,cancel,archive,undelete,unarchive,ack,acknowledge,close,stop,delete,remove,unset,clear,revoke,deregister,unregister,detach,unsubscribe,terminate,drop,expire," +
		"invalidate,purge,ensure,tag,untag,mark,touch,grant,checkpoint,apply,sync,reset,rename,move"

	rpcConsumes = "pop,dequeue,lease,acquire,claim,receive,pull,reserve,take,consume"
)

func verbIn(word, list string) bool {
	if word == "" {
		return false
	}
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}

// camelWords splits a name into its words, in lower case: GetHTTPServer is get,
// http, server.
func camelWords(name string) []string {
	var words []string
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(name[start:end]))
		}
		start = end
	}
	upper := func(i int) bool { return i < len(name) && 'A' <= name[i] && name[i] <= 'Z' }
	lower := func(i int) bool { return i < len(name) && 'a' <= name[i] && name[i] <= 'z' }
	for i := 0; i < len(name); i++ {
		switch {
		case name[i] == '_' || name[i] == '-':
			flush(i)
			start = i + 1
		case upper(i) && i > 0 && (!upper(i-1) || lower(i+1)):
			flush(i)
		}
	}
	flush(len(name))
	return words
}

// Sends reports whether a method is called as what brings something to somebody
// is, where a second call brings it again: Deliver, SendMail, NotifyAll. As with
// RPCEffect, the name only supports other evidence.
func Sends(method string) bool {
	words := camelWords(method)
	return len(words) > 0 && verbIn(words[0], "deliver,send,publish,notify,charge,pay,mail,email,post,dispatch,emit,transfer,refund,credit,debit,announce,invite,remind")
}

// InvokesByName reports whether the method with a key is the one that generated
// clients are made of, with the remote method as a text.
func InvokesByName(key string) bool {
	return key == "(*google.golang.org/grpc.ClientConn).Invoke" || key == "(google.golang.org/grpc.ClientConnInterface).Invoke"
}

// InvokerParam is the parameter of an interceptor of remote calls that sends a call on.
const InvokerParam = 5

// InterceptsCalls reports whether parameters are those of an interceptor of
// remote calls.
func InterceptsCalls(params []*types.Var) bool {
	return len(params) == 7 && KeyOfType(params[InvokerParam].Type()) == grpcPath+".UnaryInvoker"
}

// TakesInterceptors reports whether the function with a key makes an option of a
// connection that has each call pass the interceptors it is given.
func TakesInterceptors(key string) bool {
	return key == grpcPath+".WithUnaryInterceptor" || key == grpcPath+".WithChainUnaryInterceptor"
}

// AddsToCall reports whether the function with a key adds pairs of a name and a
// value to what is sent along with the calls under a context.
func AddsToCall(key string) bool { return key == grpcMetadata+"AppendToOutgoingContext" }

// SetsForCall reports whether the function with a key settles what is sent along
// with the calls under a context.
func SetsForCall(key string) bool { return key == grpcMetadata+"NewOutgoingContext" }

// PairsForCall reports whether the function with a key makes of pairs what
// SetsForCall takes.
func PairsForCall(key string) bool { return key == grpcMetadata+"Pairs" }

const (
	grpcPath     = "google.golang.org/grpc"
	grpcMetadata = grpcPath + "/metadata."
)

// IsChannel reports whether a type is that of a connection for remote calls.
func IsChannel(t types.Type) bool {
	switch TypeName(t) {
	case grpcPath + ".ClientConn", grpcPath + ".ClientConnInterface":
		return true
	}
	return false
}

// MakesChannel reports whether the function with a key makes a connection for
// remote calls, with options.
func MakesChannel(key string) bool {
	switch key {
	case "google.golang.org/grpc.NewClient", "google.golang.org/grpc.Dial", "google.golang.org/grpc.DialContext":
		return true
	}
	return false
}

// ForeignOption reports whether a function of another package than grpc's own
// makes an option of a connection for remote calls, or a list of them.
func ForeignOption(fn *types.Func) bool {
	res := fn.Signature().Results()
	if fn.Pkg() == nil || Path(fn.Pkg().Path()) == grpcPath || res.Len() == 0 {
		return false
	}
	t := res.At(0).Type()
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return TypeName(t) == grpcPath+".DialOption"
}

// TakesCallOptions reports whether a function takes the options of a remote call
// last, as the methods of generated clients do.
func TakesCallOptions(fn *types.Func) bool {
	sig := fn.Signature()
	if !sig.Variadic() {
		return false
	}
	s, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	return ok && TypeName(s.Elem()) == grpcPath+".CallOption"
}

// SetsReady reports whether the function with a key makes the option of remote
// calls that says whether they wait for their connection to become ready.
func SetsReady(key string) bool { return key == grpcPath+".WaitForReady" }

// OpensAnswers reports whether a function is the method of a generated client that
// asks one question and gets a stream of answers.
func OpensAnswers(fn *types.Func) bool {
	res := fn.Signature().Results()
	if !TakesCallOptions(fn) || fn.Signature().Params().Len() != 3 || res.Len() != 2 || !types.IsInterface(res.At(0).Type()) {
		return false
	}
	methods := types.NewMethodSet(res.At(0).Type())
	return methods.Lookup(nil, "Recv") != nil && methods.Lookup(nil, "RecvMsg") != nil && methods.Lookup(nil, "Send") == nil
}
