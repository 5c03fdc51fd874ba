import { type Statement } from './statements.ts';

/** What each sentence of the document that counts as documented rests on. */
export const sentences: Record<string, Statement[]> = {
  'Asynchronous video generation from text, images, video and audio.': [
    '1 asynchronous',
    '1 reference',
  ],
  'Any HTTP client can call the service; no client library is required.': ['1 client'],
  'Create a task with `createVideo`, then read it with `getTask`, or give a `callback_url` and receive the result.':
    ['1 asynchronous', '2.1 callback'],
  'There are three modes, and each has a standard and a fast model.': ['1 models'],
  'The model id selects the mode:': ['2.1 model'],
  '| text to video | a prompt | `videogen-2.0-text-to-video` | `videogen-2.0-fast-text-to-video` |':
    ['1 text', '2.3 text'],
  '| image to video | a prompt, one or two images | `videogen-2.0-image-to-video` | `videogen-2.0-fast-image-to-video` |':
    ['1 image', '2.3 image'],
  '| reference to video | a prompt, images, videos, audio | `videogen-2.0-reference-to-video` | `videogen-2.0-fast-reference-to-video` |':
    ['1 reference', '2.3 reference'],
  'The service.': ['1 purpose'],
  'All paths are relative to its base URL.': ['4'],
  'The `2.0` in a model id is the model generation.': ['9.2'],
  'The prefix `/v1` is part of every path.': ['9.1'],
  'The service shows no error: no HTTP status, no code and no body.': ['7 gaps'],
  'The one failure that it shows is the task status `failed`.': ['7 failed'],

  'Create videos.': ['1 purpose'],
  'Read tasks, and receive their results.': ['1 asynchronous', '2.1 callback'],

  'Create a video': ['4.1'],
  'Starts the generation of a video and returns a task identifier at once.': [
    '1 purpose',
    '1 asynchronous',
  ],
  'The task is then read by polling, or its result received as a callback.': [
    '1 asynchronous',
    '6 trigger',
  ],
  'The request of the mode that `model` selects.': ['2.1 model'],
  'The task was created.': ['4.1 answer'],
  'Read the task that was created.': ['4.2'],

  "Receive the task's result": ['2.1 callback'],
  "Posted to the request's `callback_url` when the task reaches a result.": [
    '6 trigger',
    '6 delivery',
  ],
  'It replaces polling.': ['6 use'],
  'A task reached a result': ['6 trigger'],
  'Posted to the `callback_url` of a request when its task reaches a result.': [
    '6 trigger',
    '6 delivery',
  ],
  'Same shape as the answer of `getTask`.': ['6 body'],

  'Read a task': ['4.2'],
  'Tells the `status` of a task, its `progress` while it is unfinished, and its `results` when it is completed.':
    ['4.2 answer'],
  'A client that polls stops when `status` is `completed` or `failed`, and otherwise asks again; an interval of 5 seconds is in use.':
    ['2.2 status', '3 polling'],
  'The `id` that the create call returned.': ['4.2'],
  'The task.': ['4.2 answer'],

  'The API key, sent with every request as `Authorization: Bearer <API_KEY>`.': ['5.1'],
  'No other scheme is in use.': ['5.5'],
  'The key is missing or wrong, so the request is rejected as an authentication failure.': ['5.3'],
  "The key is created and copied in the key management area of the service's dashboard.": ['5.2'],
  'Keep it in an environment variable or a secrets manager, never in client-side code or a public repository; use separate keys for development and production, and rotate them.':
    ['5.4'],

  'The text-to-video models, standard and fast.': ['1 models', '2.3 text'],
  'The image-to-video models, standard and fast.': ['1 models', '2.3 image'],
  'The reference-to-video models, standard and fast.': ['1 models', '2.3 reference'],
  'The `2.0` is the model generation.': ['9.2'],
  'Describes the wanted video.': ['2.1 prompt'],
  'In reference to video it also describes the role of each asset, in plain language.': [
    '2.1 rule 5',
  ],
  'Length of the video, presumably in seconds.': ['2.1 duration'],
  '5, 6 and 10 are in use.': ['2.1 duration'],
  'A request is valid without it.': ['2.1 rule 2'],
  'Output quality label.': ['2.1 quality'],
  '`720p` is in use.': ['2.1 quality'],
  'Output aspect ratio.': ['2.1 ratio'],
  '`16:9` and `adaptive` are in use.': ['2.1 ratio'],
  "Address that receives the task's result by HTTP POST, instead of polling.": ['2.1 callback'],
  'An image input, by its URL.': ['2.1 images'],
  'A video reference, by its URL.': ['2.1 videos'],
  'An audio reference, by its URL.': ['2.1 audios'],

  'Text to video': ['1 text'],
  'Image to video': ['1 image'],
  'Reference to video': ['1 reference'],
  'A video from a prompt alone.': ['1 text'],
  'A video from one or two images and a prompt.': ['1 image'],
  'A video from a prompt and image, video and audio assets.': ['1 reference'],
  'The fast model takes the same parameters.': ['2.1 rule 6'],
  'One image is the first frame.': ['2.1 rule 3'],
  'Two images are the first and the last frame, in this order.': ['2.1 rule 4'],
  'The prompt describes the role of each asset in plain language, for instance by "video 1" or "audio 1"; there is no tag syntax.':
    ['2.1 rule 5'],
  'Image references, whose roles the prompt describes.': ['2.1 images', '2.1 rule 5'],
  'Video references, whose roles the prompt describes.': ['2.1 videos', '2.1 rule 5'],
  'Audio references, whose roles the prompt describes.': ['2.1 audios', '2.1 rule 5'],
  'The wanted video.': ['1 purpose'],
  '`model` selects the mode.': ['2.1 model'],

  'State of a task.': ['2.2 status'],
  'A client that polls stops at `completed` or `failed`, and asks again at any other.': [
    '3 polling',
  ],
  'A state that the service does not name.': ['3 transitions'],
  'The states that the service names.': ['3 pending', '3 completed', '3 failed'],
  '`pending`: the initial one, which the create call returns.': ['3 pending'],
  '`completed`: the generation is finished, and element 0 of `results` is the address of the video.':
    ['3 completed'],
  '`failed`: the generation did not succeed.': ['3 failed'],

  'The task as the create call returns it, with a `status` that is initially `pending`.': [
    '4.1 answer',
  ],
  'More fields come than the two that are named here.': ['2.2 others'],
  'Task identifier, used in the path of `getTask`.': ['2.2 id'],
  'A task as the query returns it and as a callback carries it.': ['4.2 answer', '6 body'],
  'Completion percentage, which the answer has while the task is unfinished.': [
    '2.2 progress',
    '4.2 answer',
  ],
  'Video URLs, present when the task is completed.': ['2.2 results', '4.2 answer'],
  'Element 0 is the generated video.': ['2.2 results'],
  'A video URL.': ['4.2 answer'],

  // Of the examples.
  Text: ['1 text'],
  'Text, nothing but the prompt': ['2.1 rule 2'],
  'A request is valid without the other fields.': ['2.1 rule 2'],
  'Text, fast model': ['2.3 text'],
  'Only the model id differs from the standard request.': ['2.1 rule 6'],
  'Image, first frame': ['2.1 rule 3'],
  'One image is the first frame of the video.': ['2.1 rule 3'],
  'Image, first and last frame': ['2.1 rule 4'],
  'The first image is the start of the video and the second its end.': ['2.1 rule 4'],
  'Reference, images, video and audio': ['1 reference'],
  'The prompt describes the role of each asset in plain language.': ['2.1 rule 5'],
  'With a callback': ['2.1 callback'],
  'The result is posted to the address, instead of polling.': ['2.1 callback', '6 delivery'],
  Created: ['4.1 answer'],
  'More fields come than these two.': ['2.2 others'],
  Completed: ['3 completed'],
  'Element 0 of `results` is the video.': ['4.2 answer'],
  'Whether an `id` comes with it is not stated.': ['2.2 others'],
  Failed: ['3 failed'],
  'The generation did not succeed.': ['3 failed'],
  'Where a reason would stand is not stated.': ['2.2 others'],
  'Whether a failure is posted is not stated.': ['6 gaps'],
};

/** What the restrictions rest on that count as documented, by their place in the document. */
export const restrictions: Record<string, Statement[]> = {
  'TextToVideoModel enum': ['2.3 text'],
  'ImageToVideoModel enum': ['2.3 image'],
  'ReferenceToVideoModel enum': ['2.3 reference'],
  'CallbackUrl format': ['2.1 callback'],
  'ImageUrl format': ['2.1 images'],
  'VideoUrl format': ['2.1 videos'],
  'AudioUrl format': ['2.1 audios'],
  'ImageToVideoRequest/properties/image_urls minItems': ['1 image'],
  'ImageToVideoRequest/properties/image_urls maxItems': ['1 image'],
  'KnownTaskStatus enum': ['3 pending', '3 completed', '3 failed'],
  'CreatedTask required': ['4.1 answer'],
  'Task required': ['4.2 answer'],
  'Task/properties/results/items format': ['2.2 results'],
};

/** Sentences that speak of the document itself, and claim nothing of the service. */
export const aboutTheDocument = [
  '| mode | takes | standard | fast |',
  '| --- | --- | --- | --- |',
  '## Errors',
  'So there is no list of errors here that you could rely on: each answer that stands here for an error is ours, and so is the shape of its body.',
  '## How far to trust this document',
  "Every member says how it is known: `x-evidence` is `documented` (the service says so), `observed` (every use shows it) or `assumed` (a choice of this document's authors).",
  'A keyword that restricts a value says the same in `x-constraint-evidence`.',
  'What the service leaves open is not guessed; it is left out and listed in `x-unspecified`.',
  'In a description, the rest of a paragraph after "Our advice:" or "Our reading:" is ours and not the service\'s.',
  'The local sandbox.',
  'It stands first for tools that take a server as it is, without filling in variables.',
];
