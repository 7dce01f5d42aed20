package main

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/vicanso/elton"
	"github.com/vicanso/hes"
)

var errNotFound = hes.NewWithStatusCode("not found", http.StatusNotFound)

// missingDatabase fails every query of a database whose variable is not set: the other scenarios need none.
type missingDatabase string

func (variable missingDatabase) Error() string {
	return "no database: " + string(variable) + " is not set"
}

// answerErrors makes the body of an error. Elton's own middleware for that writes hes.Error as it is, with
// statusCode where the contract says code; its documentation advises one's own for one's own format.
func answerErrors(c *elton.Context) error {
	err := c.Next()
	if err == nil {
		return nil
	}
	answer := numbered{http.StatusInternalServerError, nil}
	if typed, ok := errors.AsType[*hes.Error](err); ok {
		answer = numbered{typed.StatusCode, typed.Message}
	} else {
		answer.Message = err.Error()
	}
	c.StatusCode = answer.Code
	c.Body = answer
	return nil
}

func answerNotFound(response http.ResponseWriter, _ *http.Request) {
	answerUnrouted(response, http.StatusNotFound, "not found")
}

// answerNotAllowed names the methods of the path itself: the router tells them to no handler.
func answerNotAllowed(response http.ResponseWriter, request *http.Request) {
	allowed := http.MethodGet
	if request.URL.Path == "/accounts" {
		allowed = "GET, POST"
	}
	response.Header().Set("Allow", allowed)
	answerUnrouted(response, http.StatusMethodNotAllowed, "method not allowed")
}

// answerUnrouted answers what no route takes: Elton runs no middleware then.
func answerUnrouted(response http.ResponseWriter, code int, message string) {
	response.Header().Set(elton.HeaderContentType, elton.MIMEApplicationJSON)
	response.WriteHeader(code)
	// Fails only where the client is gone.
	_ = json.NewEncoder(response).Encode(numbered{code, message})
}
