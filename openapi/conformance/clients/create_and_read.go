package main

import (
	"context"
	"fmt"
	"os"

	api "videogen"
)

func main() {
	configuration := api.NewConfiguration()
	configuration.BasePath = os.Args[1]
	client := api.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, os.Args[2])
	request := api.GenerationRequest{Model: "videogen-2.0-text-to-video", Prompt: "A paper boat"}
	created, _, err := client.VideosApi.CreateVideo(ctx, request)
	if err != nil {
		panic(err)
	}
	task, _, err := client.TasksApi.GetTask(ctx, created.Id)
	if err != nil {
		panic(err)
	}
	fmt.Println(created.Id, created.Status, task.Status)
}
