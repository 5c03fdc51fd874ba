// Validates the profile, and routes and checks requests by it as a gateway does.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	ctx := context.Background()
	document, err := openapi3.NewLoader().LoadFromFile(os.Args[1])
	check(err)
	check(document.Validate(ctx))
	router, err := gorillamux.NewRouter(document)
	check(err)
	options := &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
	judge := func(method, url, body string) (string, error) {
		request, err := http.NewRequest(method, url, strings.NewReader(body))
		check(err)
		request.Header.Set("Content-Type", "application/json")
		route, parameters, err := router.FindRoute(request)
		check(err)
		input := &openapi3filter.RequestValidationInput{
			Request: request, Route: route, PathParams: parameters, Options: options,
		}
		return route.Operation.OperationID + parameters["task_id"], openapi3filter.ValidateRequest(ctx, input)
	}
	server := os.Args[2]
	name, err := judge("POST", server+"/v1/videos/generations", `{"model":"videogen-2.0-text-to-video","prompt":"x"}`)
	check(err)
	read, err := judge("GET", server+"/v1/tasks/task_1", "")
	check(err)
	_, wrong := judge("POST", server+"/v1/videos/generations", `{"model":"videogen-2.0-text-to-video"}`)
	if name != "createVideo" || read != "getTasktask_1" || wrong == nil {
		fmt.Println("Unexpected:", name, read, wrong)
		os.Exit(1)
	}
}
