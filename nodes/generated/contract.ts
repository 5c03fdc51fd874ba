// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.

/** Method and path of each operation, by operationId. */
export const operations = {
  createVideo: { method: 'POST', path: '/v1/videos/generations' },
  getTask: { method: 'GET', path: '/v1/tasks/{task_id}' },
} as const;

/** What all model ids begin with: the word in the maker’s place, and the version. */
export const modelFamily = 'videogen-2.0' as const;

/** What each mode takes, and what stands behind the family in its model ids. */
export const modes = {
  textToVideo: { suffixes: { standard: '-text-to-video', fast: '-fast-text-to-video' } },
  imageToVideo: { suffixes: { standard: '-image-to-video', fast: '-fast-image-to-video' } },
  referenceToVideo: {
    suffixes: { standard: '-reference-to-video', fast: '-fast-reference-to-video' },
  },
} as const;

/** Wire names of the request fields. */
export const requestField = {
  model: 'model',
  prompt: 'prompt',
  duration: 'duration',
  quality: 'quality',
  aspectRatio: 'aspect_ratio',
  callbackUrl: 'callback_url',
  imageUrls: 'image_urls',
  videoUrls: 'video_urls',
  audioUrls: 'audio_urls',
} as const;

/** Values in use of the request fields. */
export const requestFieldExamples = {
  prompt: ['A paper boat drifts down a rain-filled street at dusk'],
  duration: [5, 6, 10],
  quality: ['720p'],
  aspectRatio: ['16:9', 'adaptive'],
  callbackUrl: ['https://hooks.example.com/video'],
} as const;

/** Wire names of the task fields. */
export const taskField = {
  id: 'id',
  status: 'status',
  progress: 'progress',
  results: 'results',
} as const;

/** The states that the service names. */
export const taskStatus = { pending: 'pending', completed: 'completed', failed: 'failed' } as const;

/** The states at which a client stops polling. */
export const finalTaskStatuses = ['completed', 'failed'] as const;
