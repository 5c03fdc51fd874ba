// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.

export interface paths {
  '/v1/videos/generations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a video
     * @description Starts the generation of a video and returns a task identifier at once. The task is then read by polling, or its result
     *     received as a callback.
     *
     *     Our advice: do not send a request again while you do not know whether the first was accepted. Neither prices nor a way to
     *     repeat a request safely are stated, so each may make a task of its own and cost money.
     */
    post: operations['createVideo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tasks/{task_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a task
     * @description Tells the `status` of a task, its `progress` while it is unfinished, and its `results` when it is completed. A client
     *     that polls stops when `status` is `completed` or `failed`, and otherwise asks again; an interval of 5 seconds is in use.
     */
    get: operations['getTask'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  taskFinished: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A task reached a result
     * @description Posted to the `callback_url` of a request when its task reaches a result.
     *
     *     Our reading: this is the callback of `createVideo` once more, for tools that read webhooks and skip callbacks. There is
     *     nothing to register, and it comes without a key of yours.
     */
    post: operations['taskFinished'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
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
  responses: {
    /** @description The request was not served. Which HTTP status, code and body stand for which cause is not documented. */
    Error: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorAnswer'];
      };
    };
    /**
     * @description The key is missing or wrong, so the request is rejected as an authentication failure.
     *
     *     Our reading: with the HTTP status 401, as HTTP has it, and a body of any shape.
     */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ErrorAnswer'];
      };
    };
    /** @description The receiver took the notice. */
    NoticeTaken: {
      headers: {
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The receiver refused the notice. */
    NoticeRefused: {
      headers: {
        [name: string]: unknown;
      };
      content?: never;
    };
  };
  parameters: never;
  requestBodies: {
    /** @description Same shape as the answer of `getTask`. */
    TaskFinished: {
      content: {
        'application/json': components['schemas']['Task'];
      };
    };
  };
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
export type ResponseError = components['responses']['Error'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseNoticeTaken = components['responses']['NoticeTaken'];
export type ResponseNoticeRefused = components['responses']['NoticeRefused'];
export type RequestBodyTaskFinished = components['requestBodies']['TaskFinished'];
export type $defs = Record<string, never>;
export interface operations {
  createVideo: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The request of the mode that `model` selects. */
    requestBody: {
      content: {
        'application/json': components['schemas']['GenerationRequest'];
      };
    };
    responses: {
      /** @description The task was created. Our reading: success has the HTTP status 200, which the service does not state. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedTask'];
        };
      };
      401: components['responses']['Unauthorized'];
      default: components['responses']['Error'];
    };
  };
  getTask: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The `id` that the create call returned.
         * @example task_01HZX3V8K4
         */
        task_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The task. Our reading: success has the HTTP status 200, which the service does not state. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Task'];
        };
      };
      401: components['responses']['Unauthorized'];
      default: components['responses']['Error'];
    };
  };
  taskFinished: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: components['requestBodies']['TaskFinished'];
    responses: {
      '2XX': components['responses']['NoticeTaken'];
      '4XX': components['responses']['NoticeRefused'];
    };
  };
}
