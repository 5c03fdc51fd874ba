// Generated from openapi/openapi.yaml by `npm run build`. Do not edit.

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
     * @description Starts the generation of one video and answers with its task at once. Every accepted call is a new task, and a paid
     *     one; do not send it again while it is unknown whether the first was accepted.
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
      path: {
        /** @description The `id` that the create call returned. */
        task_id: components['parameters']['TaskId'];
      };
      cookie?: never;
    };
    /**
     * Read a task
     * @description Tells how far a task is, and where the video is once it is completed. Stop asking when `status` is `completed` or
     *     `failed`; any other state means "not finished yet". An interval of 5 seconds is in use.
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
     * @description The same notice as the callback of `createVideo`, for tools that read webhooks and skip callbacks. There is nothing to
     *     register: the address is the `callback_url` of each request.
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
     * @description The text-to-video models.
     * @enum {string}
     */
    TextToVideoModel: 'videogen-2.0-text-to-video' | 'videogen-2.0-fast-text-to-video';
    /**
     * @description What the video is to show, in plain words. In reference mode it also says what each asset is for.
     * @example A paper boat drifts down a rain-filled street at dusk
     */
    Prompt: string;
    /**
     * @description Length of the video, presumably in seconds. 5, 6 and 10 are in use. Leave it out for the service's default.
     * @example 5
     * @example 6
     * @example 10
     */
    Duration: number;
    /**
     * @description Output quality label. `720p` is in use. Leave it out for the service's default.
     * @example 720p
     */
    Quality: string;
    /**
     * @description Output aspect ratio. `16:9` and `adaptive` are in use. Leave it out for the service's default.
     * @example 16:9
     * @example adaptive
     */
    AspectRatio: string;
    /**
     * Format: uri
     * @description Address that receives the task's result by HTTP POST, instead of polling. The service must be able to reach it.
     * @example https://hooks.example.com/videogen
     */
    CallbackUrl: string;
    /**
     * Text to video
     * @description A video from a prompt alone. The fast model takes the same fields.
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
     * @description The image-to-video models.
     * @enum {string}
     */
    ImageToVideoModel: 'videogen-2.0-image-to-video' | 'videogen-2.0-fast-image-to-video';
    /**
     * Format: uri
     * @description Address from which the service reads an image. The service must be able to reach it.
     * @example https://files.example.com/street-at-dusk.jpg
     */
    ImageUrl: string;
    /**
     * Image to video
     * @description A video from one or two images and a prompt. The fast model takes the same fields.
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
     * @description The reference-to-video models.
     * @enum {string}
     */
    ReferenceToVideoModel:
      'videogen-2.0-reference-to-video' | 'videogen-2.0-fast-reference-to-video';
    /**
     * Format: uri
     * @description Address from which the service reads a video. The service must be able to reach it.
     * @example https://files.example.com/tracking-shot.mp4
     */
    VideoUrl: string;
    /**
     * Format: uri
     * @description Address from which the service reads audio. The service must be able to reach it.
     * @example https://files.example.com/piano.mp3
     */
    AudioUrl: string;
    /**
     * Reference to video
     * @description A video from a prompt and image, video and audio assets.
     *     The prompt says in plain language what each asset is for ("the woman of image 1 walks like the dancer of video 1"); there is no tag syntax.
     *     The fast model takes the same fields.
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
      /** @description Image references, in the order in which the prompt counts them. */
      image_urls?: components['schemas']['ImageUrl'][];
      /** @description Video references, in the order in which the prompt counts them. */
      video_urls?: components['schemas']['VideoUrl'][];
      /** @description Audio references, in the order in which the prompt counts them. */
      audio_urls?: components['schemas']['AudioUrl'][];
    };
    /**
     * @description What the video is to be. `model` selects the mode, and the mode selects the fields.
     *     Fields that a mode does not name are not refused here, since the service may add some.
     */
    GenerationRequest:
      | components['schemas']['TextToVideoRequest']
      | components['schemas']['ImageToVideoRequest']
      | components['schemas']['ReferenceToVideoRequest'];
    /**
     * @description The states that the service names. `pending`: accepted, not finished. `completed`: `results` holds the video.
     *     `failed`: there will be no video. `completed` and `failed` are final.
     * @enum {string}
     */
    KnownTaskStatus: 'pending' | 'completed' | 'failed';
    /** @description State of a task. The list of states is open; read one that is not named as "not finished yet". */
    TaskStatus: components['schemas']['KnownTaskStatus'] | (string & {});
    /** @description The task as the create call returns it. The service sends more fields than the two that it names. */
    CreatedTask: {
      /**
       * @description Task identifier, used in the query path. Keep it; it is the only way back to what was paid for.
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
      id?: string;
      status: components['schemas']['TaskStatus'];
      /**
       * @description Completion percentage, read while the task is unfinished. Show it; do not decide by it whether the task is finished.
       * @example 40
       */
      progress?: number;
      /** @description Addresses of what was made, present once the task is completed. Element 0 is the video. */
      results?: string[];
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
        'application/json': unknown;
      };
    };
    /**
     * @description The key is missing or wrong. The service rejects such a request as an authentication failure; that it does so with 401,
     *     as HTTP has it, is assumed.
     */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': unknown;
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
  parameters: {
    /** @description The `id` that the create call returned. */
    TaskId: string;
  };
  requestBodies: {
    /** @description Same shape as the answer of `getTask`. No signature is documented, so read the task again before you act on it. */
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
export type KnownTaskStatus = components['schemas']['KnownTaskStatus'];
export type TaskStatus = components['schemas']['TaskStatus'];
export type CreatedTask = components['schemas']['CreatedTask'];
export type Task = components['schemas']['Task'];
export type ResponseError = components['responses']['Error'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseNoticeTaken = components['responses']['NoticeTaken'];
export type ResponseNoticeRefused = components['responses']['NoticeRefused'];
export type ParameterTaskId = components['parameters']['TaskId'];
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
    /** @description The mode's request, selected by `model`. */
    requestBody: {
      content: {
        'application/json': components['schemas']['GenerationRequest'];
      };
    };
    responses: {
      /** @description The task was created. */
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
        /** @description The `id` that the create call returned. */
        task_id: components['parameters']['TaskId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The task as it is now. */
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
