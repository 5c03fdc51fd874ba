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
     * @description Starts the generation of one video and answers with its task at once.
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
        /**
         * @description The `id` that the create call returned.
         * @example task_01HZX3V8K4
         */
        task_id: components['parameters']['TaskId'];
      };
      cookie?: never;
    };
    /**
     * Read a task
     * @description Tells how far a task is, and where the video is once it is completed.
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
     * @description The same notice as the callback of `createVideo`, for tools that only read webhooks.
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
     * @description What the video is to show, in plain words.
     * @example A paper boat drifts down a rain-filled street at dusk
     */
    Prompt: string;
    /**
     * @description Length of the video, presumably in seconds. The service does not state which values it takes.
     * @example 5
     * @example 6
     * @example 10
     */
    Duration: number;
    /**
     * @description Output quality label. The service does not state which labels it takes.
     * @example 720p
     */
    Quality: string;
    /**
     * @description Output aspect ratio. The service does not state which values it takes.
     * @example 16:9
     * @example adaptive
     */
    AspectRatio: string;
    /**
     * Format: uri
     * @description Address that receives the task's result by HTTP POST.
     * @example https://hooks.example.com/videogen
     */
    CallbackUrl: string;
    /** @description A video from a prompt alone. */
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
    /** @description A video from one or two images and a prompt. */
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
      image_urls: string[];
    };
    /**
     * @description The reference-to-video models.
     * @enum {string}
     */
    ReferenceToVideoModel:
      'videogen-2.0-reference-to-video' | 'videogen-2.0-fast-reference-to-video';
    /** @description A video from a prompt and image, video and audio reference assets. */
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
      /** @description Image references; the prompt says in plain words what each is for. */
      image_urls?: string[];
      /** @description Video references; the prompt says in plain words what each is for. */
      video_urls?: string[];
      /** @description Audio references; the prompt says in plain words what each is for. */
      audio_urls?: string[];
    };
    /** @description One request shape per mode, selected by the model id. */
    GenerationRequest:
      | components['schemas']['TextToVideoRequest']
      | components['schemas']['ImageToVideoRequest']
      | components['schemas']['ReferenceToVideoRequest'];
    /**
     * @description The states that the service names.
     * @enum {string}
     */
    KnownTaskStatus: 'pending' | 'completed' | 'failed';
    /** @description State of a task. States that the service does not name may occur; read them as "not finished yet". */
    TaskStatus: components['schemas']['KnownTaskStatus'] | (string & {});
    /** @description The task as the create call returns it. The service sends more fields than it names. */
    CreatedTask: {
      /** @description Task identifier, used in the query path. */
      id: string;
      status: components['schemas']['TaskStatus'];
    } & {
      [key: string]: unknown;
    };
    /** @description A task as the query returns it and as a callback carries it. */
    Task: {
      /** @description Task identifier. Not promised in this body. */
      id?: string;
      status: components['schemas']['TaskStatus'];
      /** @description Completion percentage, while the task is unfinished. */
      progress?: number;
      /** @description Present when the task is completed; element 0 is the URL of the generated video. */
      results?: string[];
    } & {
      [key: string]: unknown;
    };
  };
  responses: {
    /** @description The request was not served. The service does not document the shape of its error bodies. */
    Error: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': unknown;
      };
    };
  };
  parameters: {
    /**
     * @description The `id` that the create call returned.
     * @example task_01HZX3V8K4
     */
    TaskId: string;
  };
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
export type ImageToVideoRequest = components['schemas']['ImageToVideoRequest'];
export type ReferenceToVideoModel = components['schemas']['ReferenceToVideoModel'];
export type ReferenceToVideoRequest = components['schemas']['ReferenceToVideoRequest'];
export type GenerationRequest = components['schemas']['GenerationRequest'];
export type KnownTaskStatus = components['schemas']['KnownTaskStatus'];
export type TaskStatus = components['schemas']['TaskStatus'];
export type CreatedTask = components['schemas']['CreatedTask'];
export type Task = components['schemas']['Task'];
export type ResponseError = components['responses']['Error'];
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
      '4XX': components['responses']['Error'];
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
      '4XX': components['responses']['Error'];
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
      /** @description The receiver took the notice. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The receiver refused the notice. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
