package main

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
)

// httpError is an error that says which status answers it.
type httpError struct {
	status  int
	message string
}

func (e httpError) Error() string { return e.message }

var errNotFound = httpError{http.StatusNotFound, "not found"}

// answerErrors turns the last error that a handler attached to its context into the response.
func answerErrors(c *gin.Context) {
	c.Next()
	if len(c.Errors) == 0 {
		return
	}
	err := c.Errors.Last().Err
	status := http.StatusInternalServerError
	if typed, ok := errors.AsType[httpError](err); ok {
		status = typed.status
	}
	c.JSON(status, numbered{status, err.Error()})
}
