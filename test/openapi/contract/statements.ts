/**
 * What is known of the service, in our words: each statement under the number of the section of its
 * interface description that makes it. The description itself is not part of this repository.
 */
export const statements = {
  '1 purpose':
    'From a request that names a model and a text prompt, with optional reference media, the service generates a video.',
  '1 asynchronous':
    'A create call returns a task identifier at once; the client then reads the task by polling, or receives a callback.',
  '1 client': 'Any HTTP client can call the service; no client library is required.',
  '1 text': 'Text-to-video: a video from a prompt alone.',
  '1 image': 'Image-to-video: a video from a prompt and one or two images (1 or 2).',
  '1 reference':
    'Reference-to-video: a video from a prompt and image, video and audio assets in one request.',
  '1 models': 'There are three modes, and each has a standard and a fast model: six identifiers.',
  '2.1 model': '`model`: string, the model identifier; it selects the mode.',
  '2.1 prompt': '`prompt`: string, the text that describes the wanted video.',
  '2.1 duration':
    '`duration`: integer, the length of the video, presumably in seconds; 5, 6 and 10 are in use.',
  '2.1 quality': '`quality`: string, a label of the output quality; `720p` is in use.',
  '2.1 ratio': '`aspect_ratio`: string, of the output; `16:9` and `adaptive` are in use.',
  '2.1 images': '`image_urls`: URLs of image inputs, in image-to-video and reference-to-video.',
  '2.1 videos': '`video_urls`: URLs of video references, in reference-to-video.',
  '2.1 audios': '`audio_urls`: URLs of audio references, in reference-to-video.',
  '2.1 callback':
    '`callback_url`: URL that receives the result of the task by HTTP POST, instead of polling.',
  '2.1 rule 2':
    'Some requests in use omit `duration`, `quality`, `aspect_ratio` and `callback_url`, so a request is valid without them.',
  '2.1 rule 3': 'One image (1 entry) is the first frame.',
  '2.1 rule 4': 'Of two images (2 entries) the first is the start and the second the end.',
  '2.1 rule 5':
    'The prompt describes the role of each asset in plain language (for instance "video 1" or "audio 1"); there is no tag syntax.',
  '2.1 rule 6': 'A fast model changes the value of `model` only; all parameters stay the same.',
  '2.2 id':
    '`id`: string, the task identifier that creation returns, used in the path of the query.',
  '2.2 status': '`status`: string, the state of the task.',
  '2.2 progress':
    '`progress`: number, the completion percentage, read while the task is unfinished.',
  '2.2 results':
    '`results`: URLs, present when the task is completed; element 0 is the generated video.',
  '2.2 others':
    'Other fields of the task are not shown, but the create answer has more fields than `id` and `status`.',
  '2.3 text': '`videogen-2.0-text-to-video`, fast: `videogen-2.0-fast-text-to-video`.',
  '2.3 image': '`videogen-2.0-image-to-video`, fast: `videogen-2.0-fast-image-to-video`.',
  '2.3 reference':
    '`videogen-2.0-reference-to-video`, fast: `videogen-2.0-fast-reference-to-video`.',
  '3 pending': '`pending`: the initial status, which the create call returns.',
  '3 completed': '`completed`: the generation is finished; index 0 of `results` is the video URL.',
  '3 failed': '`failed`: the generation did not succeed.',
  '3 polling':
    'A client that polls stops at `completed` or `failed`, and otherwise polls again; an interval of 5 seconds is in use.',
  '3 transitions': 'Moves between states and further states are not shown.',
  '4': 'All paths are relative to the base URL.',
  '4.1': 'POST `/v1/videos/generations` with the generation request as JSON object.',
  '4.1 answer':
    'The create answer has at least `id` and `status`, which is initially `pending`; the rest is not shown.',
  '4.2': 'GET `/v1/tasks/{task_id}`, where `task_id` is the `id` that the create call returned.',
  '4.2 answer':
    'The query answer has `status`, `progress` while unfinished, and `results` when `status` is `completed`: video URLs, of which element 0 is the video.',
  '5.1': 'Every request carries the header `Authorization: Bearer <API_KEY>`.',
  '5.2':
    "The key is created in the key management area of the service's dashboard, and copied when created.",
  '5.4':
    'Keys are never in client-side code or public repositories, but in environment variables or a secrets manager; separate ones for development and production; rotated.',
  '5.3':
    'A request without the header, or with a wrong key, is rejected as an authentication failure.',
  '5.5': 'The Bearer key is the only scheme in use.',
  '6 trigger': 'A task that was created with `callback_url` reaches a result.',
  '6 delivery': 'HTTP POST to the value of `callback_url`.',
  '6 body': 'The body has the same shape as the answer of the query.',
  '6 use': 'It replaces polling.',
  '6 gaps': 'Which statuses trigger a callback, and whether a failure does, is not shown.',
  '7 gaps': 'HTTP status codes, error codes and the shape of error bodies are not shown.',
  '7 failed': 'The only failure signal that is shown is the task status `failed`.',
  '9.1': 'The prefix `/v1` is part of every path.',
  '9.2': 'The model generation is part of the model identifier: the `2.0`.',
};

export type Statement = keyof typeof statements;
