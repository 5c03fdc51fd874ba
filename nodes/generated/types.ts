// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description The text-to-video models, standard and fast. The `2.0` is the model generation.
     * @enum {string}
     */
    TextToVideoModel: 'videogen-2.0-text-to-video' | 'videogen-2.0-fast-text-to-video';
    /**
     * @description Describes the wanted video. In reference to video it also describes the role of each asset, in plain language.
     * @example A paper boat drifts down a rain-filled street at dusk
     */
    Prompt: string;
    /**
     * @description Length of the video, presumably in seconds. 5, 6 and 10 are in use. A request is valid without it.
     * @example 5
     * @example 6
     * @example 10
     */
    Duration: number;
    /**
     * @description Output quality label. `720p` is in use. A request is valid without it.
     * @example 720p
     */
    Quality: string;
    /**
     * @description Output aspect ratio. `16:9` and `adaptive` are in use. A request is valid without it.
     * @example 16:9
     * @example adaptive
     */
    AspectRatio: string;
    /**
     * Format: uri
     * @description Address that receives the task's result by HTTP POST, instead of polling.
     *
     *     Our reading: the service must be able to reach it.
     * @example https://hooks.example.com/video
     */
    CallbackUrl: string;
    /**
     * Text to video
     * @description A video from a prompt alone. The fast model takes the same parameters.
     */
    TextToVideoRequest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      model: 'videogen-2.0-text-to-video' | 'videogen-2.0-fast-text-to-video';
      prompt: components['schemas']['Prompt'];
      duration?: components['schemas']['Duration'];
      quality?: components['schemas']['Quality'];
      aspect_ratio?: components['schemas']['AspectRatio'];
      callback_url?: components['schemas']['CallbackUrl'];
    };
    /**
     * @description The image-to-video models, standard and fast. The `2.0` is the model generation.
     * @enum {string}
     */
    ImageToVideoModel: 'videogen-2.0-image-to-video' | 'videogen-2.0-fast-image-to-video';
    /**
     * Format: uri
     * @description An image input, by its URL.
     *
     *     Our reading: the service must be able to reach it.
     * @example https://files.example.com/street-at-dusk.jpg
     */
    ImageUrl: string;
    /**
     * Image to video
     * @description A video from one or two images and a prompt. The fast model takes the same parameters.
     */
    ImageToVideoRequest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      model: 'videogen-2.0-image-to-video' | 'videogen-2.0-fast-image-to-video';
      prompt: components['schemas']['Prompt'];
      duration?: components['schemas']['Duration'];
      quality?: components['schemas']['Quality'];
      aspect_ratio?: components['schemas']['AspectRatio'];
      callback_url?: components['schemas']['CallbackUrl'];
      /** @description One image is the first frame. Two images are the first and the last frame, in this order. */
      image_urls: components['schemas']['ImageUrl'][];
    };
    /**
     * @description The reference-to-video models, standard and fast. The `2.0` is the model generation.
     * @enum {string}
     */
    ReferenceToVideoModel:
      'videogen-2.0-reference-to-video' | 'videogen-2.0-fast-reference-to-video';
    /**
     * Format: uri
     * @description A video reference, by its URL.
     *
     *     Our reading: the service must be able to reach it.
     * @example https://files.example.com/tracking-shot.mp4
     */
    VideoUrl: string;
    /**
     * Format: uri
     * @description An audio reference, by its URL.
     *
     *     Our reading: the service must be able to reach it.
     * @example https://files.example.com/piano.mp3
     */
    AudioUrl: string;
    /**
     * Reference to video
     * @description A video from a prompt and image, video and audio assets.
     *     The prompt describes the role of each asset in plain language, for instance by "video 1" or "audio 1"; there is no tag syntax.
     *     The fast model takes the same parameters.
     */
    ReferenceToVideoRequest: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      model: 'videogen-2.0-reference-to-video' | 'videogen-2.0-fast-reference-to-video';
      prompt: components['schemas']['Prompt'];
      duration?: components['schemas']['Duration'];
      quality?: components['schemas']['Quality'];
      aspect_ratio?: components['schemas']['AspectRatio'];
      callback_url?: components['schemas']['CallbackUrl'];
      /** @description Image references, whose roles the prompt describes. */
      image_urls?: components['schemas']['ImageUrl'][];
      /** @description Video references, whose roles the prompt describes. */
      video_urls?: components['schemas']['VideoUrl'][];
      /** @description Audio references, whose roles the prompt describes. */
      audio_urls?: components['schemas']['AudioUrl'][];
    };
    /**
     * @description The wanted video. `model` selects the mode.
     *
     *     Our reading: fields that a mode does not name are not refused here, since the service may add some.
     */
    GenerationRequest:
      | components['schemas']['TextToVideoRequest']
      | components['schemas']['ImageToVideoRequest']
      | components['schemas']['ReferenceToVideoRequest'];
    /**
     * @description The body of an error, as far as one can prepare for it. The service shows none, so this is ours: any JSON is allowed, and
     *     these are the fields in which services of this kind put their words, beside the `title` of problem details (RFC 9457). Each
     *     may be absent, a text or an object with a `message`; take the first that says something.
     */
    ErrorAnswer: {
      /** @description What went wrong. */
      message?: unknown;
      /** @description What went wrong, or an object that tells it. */
      error?: unknown;
      /** @description What went wrong in this case. */
      detail?: unknown;
      /** @description A name or number for the kind of error. */
      code?: unknown;
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The states that the service names. `pending`: the initial one, which the create call returns. `completed`: the generation is
     *     finished, and element 0 of `results` is the address of the video. `failed`: the generation did not succeed.
     * @enum {string}
     */
    KnownTaskStatus: 'pending' | 'completed' | 'failed';
    /**
     * @description State of a task. A client that polls stops at `completed` or `failed`, and asks again at any other.
     *
     *     Our reading: the list of states is open, since whether there are others is not stated.
     */
    TaskStatus: components['schemas']['KnownTaskStatus'] | string;
    /** @description The task as the create call returns it, with a `status` that is initially `pending`. More fields come than the two that are named here. */
    CreatedTask: {
      /**
       * @description Task identifier, used in the path of `getTask`.
       *
       *     Our advice: keep it, since no other way back to the task is stated.
       * @example task_01HZX3V8K4
       */
      id: string;
      status: components['schemas']['TaskStatus'];
    } & {
      [key: string]: unknown;
    };
    /** @description A task as the query returns it and as a callback carries it. */
    Task: {
      /**
       * @description Task identifier, if the service repeats it here. Keep the one from the create call.
       * @example task_01HZX3V8K4
       */
      id?: string | null;
      status: components['schemas']['TaskStatus'];
      /**
       * @description Completion percentage, which the answer has while the task is unfinished.
       *
       *     Our advice: show it, and decide by `status` alone whether the task is finished.
       * @example 40
       */
      progress?: number | null;
      /** @description Video URLs, present when the task is completed. Element 0 is the generated video. */
      results?: string[] | null;
    } & {
      [key: string]: unknown;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type TextToVideoModel = components['schemas']['TextToVideoModel'];
export type Prompt = components['schemas']['Prompt'];
export type Duration = components['schemas']['Duration'];
export type Quality = components['schemas']['Quality'];
export type AspectRatio = components['schemas']['AspectRatio'];
export type CallbackUrl = components['schemas']['CallbackUrl'];
export type TextToVideoRequest = components['schemas']['TextToVideoRequest'];
export type ImageToVideoModel = components['schemas']['ImageToVideoModel'];
export type ImageUrl = components['schemas']['ImageUrl'];
export type ImageToVideoRequest = components['schemas']['ImageToVideoRequest'];
export type ReferenceToVideoModel = components['schemas']['ReferenceToVideoModel'];
export type VideoUrl = components['schemas']['VideoUrl'];
export type AudioUrl = components['schemas']['AudioUrl'];
export type ReferenceToVideoRequest = components['schemas']['ReferenceToVideoRequest'];
export type GenerationRequest = components['schemas']['GenerationRequest'];
export type ErrorAnswer = components['schemas']['ErrorAnswer'];
export type KnownTaskStatus = components['schemas']['KnownTaskStatus'];
export type TaskStatus = components['schemas']['TaskStatus'];
export type CreatedTask = components['schemas']['CreatedTask'];
export type Task = components['schemas']['Task'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
