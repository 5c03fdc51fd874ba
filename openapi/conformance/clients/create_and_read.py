import sys

from openapi_client import ApiClient, Configuration, GenerationRequest, TasksApi, VideosApi

configuration = Configuration(host=sys.argv[1])
configuration.access_token = sys.argv[2]
with ApiClient(configuration) as client:
    request = GenerationRequest(model='videogen-2.0-text-to-video', prompt='A paper boat')
    created = VideosApi(client).create_video(request)
    task = TasksApi(client).get_task(created.id)
    print(created.id, created.status, task.status)
try:
    GenerationRequest(prompt='A paper boat')
    sys.exit('A request without a model is taken')
except ValueError:
    pass
