package main

import (
	"errors"
	"fmt"
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

func badRequest(format string, values ...any) httpError {
	return httpError{http.StatusBadRequest, fmt.Sprintf(format, values...)}
}

// missingDatabase fails every query of a database whose variable is not set: the other scenarios need none.
type missingDatabase string

func (variable missingDatabase) Error() string {
	return "no database: " + string(variable) + " is not set"
}

// answerErrors turns the last error that a handler attached to its context into the response.
func answerErrors(c *gin.Context) {
	c.Next()
	if len(c.Errors) == 0 {
		return
	}
	err := c.Errors.Last().Err
	status := http.StatusInternalServerError
	var typed httpError
	if errors.As(err, &typed) {
		status = typed.status
	}
	c.JSON(status, numbered{status, err.Error()})
}
