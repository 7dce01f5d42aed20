package main

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/zeromicro/go-zero/rest"
	"github.com/zeromicro/go-zero/rest/httpx"
)

type status struct {
	Status int    `json:"status"`
	Msg    string `json:"msg"`
}

type menuList struct {
	status
	Data []menu `json:"data"`
}

type large struct {
	Content string  `json:"content"`
	Size    int     `json:"size"`
	Price   float64 `json:"price"`
	VIP     bool    `json:"vip"`
}

// numbered is the body of errors, and of the counter, whose message is a number.
type numbered struct {
	Code    int `json:"code"`
	Message any `json:"message"`
}

// What requests carry: go-zero reads and checks it by these tags.
type (
	byID struct {
		ID string `path:"id"`
	}

	firstMenus struct {
		Limit int `form:"limit,default=11,range=[1:11]"`
	}
)

// badRequest is an error that is answered with status 400.
type badRequest struct{ message string }

func (err badRequest) Error() string { return err.message }

// errorBody makes the body of an error. go-zero itself answers each with status 400 and plain text.
func errorBody(_ context.Context, err error) (int, any) {
	code := http.StatusInternalServerError
	if _, ok := errors.AsType[badRequest](err); ok {
		code = http.StatusBadRequest
	} else if errors.Is(err, errNotFound) {
		code = http.StatusNotFound
	}
	return code, numbered{code, err.Error()}
}

// answer makes a handler of logic that needs nothing of the request but its context.
func answer[Body any](logic func(context.Context) (Body, error)) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		body, err := logic(request.Context())
		respond(response, request, http.StatusOK, body, err)
	}
}

// answerTo makes a handler as goctl generates them: it reads the request, calls the logic, and answers.
func answerTo[Request, Body any](code int, logic func(context.Context, Request) (Body, error)) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		var read Request
		if err := httpx.Parse(request, &read); err != nil {
			httpx.ErrorCtx(request.Context(), response, badRequest{err.Error()})
			return
		}
		body, err := logic(request.Context(), read)
		respond(response, request, code, body, err)
	}
}

func respond(response http.ResponseWriter, request *http.Request, code int, body any, err error) {
	if err != nil {
		httpx.ErrorCtx(request.Context(), response, err)
		return
	}
	httpx.WriteJsonCtx(request.Context(), response, code, body)
}

func answerText(text string) http.HandlerFunc {
	return func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		// Fails only if the client is gone.
		_, _ = response.Write([]byte(text))
	}
}

func answerNotFound(response http.ResponseWriter, request *http.Request) {
	httpx.ErrorCtx(request.Context(), response, errNotFound)
}

// answerNotAllowed names the methods of the path itself: the router tells them to no handler but its own.
func answerNotAllowed(response http.ResponseWriter, request *http.Request) {
	const code = http.StatusMethodNotAllowed
	allowed := http.MethodGet
	if request.URL.Path == "/accounts" {
		allowed = "GET, POST"
	}
	response.Header().Set("Allow", allowed)
	httpx.WriteJsonCtx(request.Context(), response, code, numbered{code, "method not allowed"})
}

// service is what the routes have in common.
type service struct {
	data     sharedData
	stores   stores
	requests atomic.Int64
}

func newService(data sharedData, stores stores) *service {
	httpx.SetErrorHandlerCtx(errorBody)
	return &service{data: data, stores: stores}
}

// count is middleware. A server uses it for its routes, so the handlers of unknown paths and methods are given it.
func (service *service) count(next http.HandlerFunc) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		service.requests.Add(1)
		next(response, request)
	}
}

func (service *service) routes() []rest.Route {
	const get, post = http.MethodGet, http.MethodPost
	return []rest.Route{
		{Method: get, Path: "/healthz", Handler: answerText("ok")},
		{Method: get, Path: "/plaintext", Handler: answerText("Hello, World!")},
		{Method: get, Path: "/json", Handler: answer(service.small)},
		{Method: get, Path: "/json-large", Handler: answer(service.large)},
		{Method: get, Path: "/error", Handler: answer(service.fail)},
		{Method: get, Path: "/count", Handler: answer(service.total)},
		{Method: get, Path: "/assets/:id", Handler: answerTo(http.StatusOK, service.asset)},
		{Method: get, Path: "/menus", Handler: answerTo(http.StatusOK, service.menus)},
		{Method: post, Path: "/accounts", Handler: answerTo(http.StatusCreated, service.addAccount)},
		{Method: get, Path: "/accounts", Handler: answer(service.accounts)},
		{Method: get, Path: "/accounts/:id", Handler: answerTo(http.StatusOK, service.account)},
		{Method: get, Path: "/users", Handler: answer(service.users)},
	}
}

func (service *service) small(context.Context) (status, error) { return status{1, "成功"}, nil }

func (service *service) large(context.Context) (large, error) {
	return large{service.data.content, 100, 10.12, true}, nil
}

func (service *service) fail(context.Context) (any, error) { return nil, badRequest{"abcd"} }

func (service *service) total(context.Context) (numbered, error) {
	return numbered{http.StatusOK, service.requests.Load()}, nil
}

func (service *service) asset(_ context.Context, request byID) (asset, error) {
	id, err := strconv.Atoi(request.ID)
	found, known := service.data.assets[id]
	if err != nil || !known {
		return asset{}, errNotFound
	}
	return found, nil
}

func (service *service) menus(ctx context.Context, request firstMenus) (menuList, error) {
	rows, err := service.stores.menus.first(ctx, request.Limit)
	return menuList{status{1, "success"}, rows}, err
}

func (service *service) addAccount(ctx context.Context, created newAccount) (account, error) {
	return service.stores.accounts.insert(ctx, created)
}

func (service *service) accounts(ctx context.Context) ([]account, error) {
	return service.stores.accounts.list(ctx)
}

func (service *service) account(ctx context.Context, request byID) (account, error) {
	id, err := strconv.ParseInt(request.ID, 10, 64)
	if err != nil {
		return account{}, errNotFound
	}
	return service.stores.accounts.get(ctx, id)
}

func (service *service) users(ctx context.Context) ([]user, error) {
	return service.stores.users.list(ctx)
}
