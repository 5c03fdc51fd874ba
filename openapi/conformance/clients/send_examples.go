// Reads each YAML form and sends every example of the create request.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"gopkg.in/yaml.v3"
)

type example struct {
	Ref   string      `yaml:"$ref"`
	Value interface{} `yaml:"value"`
}

type document struct {
	Paths map[string]struct {
		Post struct {
			RequestBody struct {
				Content map[string]struct {
					Examples map[string]example `yaml:"examples"`
				} `yaml:"content"`
			} `yaml:"requestBody"`
		} `yaml:"post"`
	} `yaml:"paths"`
	Components struct {
		Examples map[string]example `yaml:"examples"`
	} `yaml:"components"`
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	url, key := os.Args[1], os.Args[2]
	for _, file := range os.Args[3:] {
		text, err := os.ReadFile(file)
		check(err)
		var read document
		check(yaml.Unmarshal(text, &read))
		post := read.Paths["/v1/videos/generations"].Post
		for name, found := range post.RequestBody.Content["application/json"].Examples {
			if found.Ref != "" {
				found = read.Components.Examples[found.Ref[strings.LastIndex(found.Ref, "/")+1:]]
			}
			body, err := json.Marshal(found.Value)
			check(err)
			request, err := http.NewRequest("POST", url+"/v1/videos/generations", bytes.NewReader(body))
			check(err)
			request.Header.Set("Authorization", "Bearer "+key)
			request.Header.Set("Content-Type", "application/json")
			answer, err := http.DefaultClient.Do(request)
			check(err)
			check(answer.Body.Close())
			ratio, ok := found.Value.(map[string]interface{})["aspect_ratio"]
			if !ok {
				ratio = "-"
			}
			fmt.Println(name, answer.StatusCode, ratio)
		}
	}
}
