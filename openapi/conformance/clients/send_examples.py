"""Reads each YAML form and sends every example of the create request."""
import json
import sys
import urllib.request

import yaml

url, key, *files = sys.argv[1:]
for file in files:
    with open(file, encoding='utf-8') as text:
        document = yaml.safe_load(text)
    media = document['paths']['/v1/videos/generations']['post']['requestBody']['content']['application/json']
    for name, example in media['examples'].items():
        if '$ref' in example:
            example = document['components']['examples'][example['$ref'].split('/')[-1]]
        body = example['value']
        request = urllib.request.Request(
            url + '/v1/videos/generations',
            data=json.dumps(body).encode(),
            headers={'Authorization': f'Bearer {key}', 'Content-Type': 'application/json'},
        )
        with urllib.request.urlopen(request) as answer:
            print(name, answer.status, body.get('aspect_ratio', '-'))
