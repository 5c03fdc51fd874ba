// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    TextToVideoModel: 'videogen-2.0-text-to-video' | 'videogen-2.0-fast-text-to-video';
    Prompt: string;
    Duration: number;
    Quality: string;
    AspectRatio: string;
    CallbackUrl: string;
    TextToVideoRequest: {
      model: 'videogen-2.0-text-to-video' | 'videogen-2.0-fast-text-to-video';
      prompt: components['schemas']['Prompt'];
      duration?: components['schemas']['Duration'];
      quality?: components['schemas']['Quality'];
      aspect_ratio?: components['schemas']['AspectRatio'];
      callback_url?: components['schemas']['CallbackUrl'];
    };
    ImageToVideoModel: 'videogen-2.0-image-to-video' | 'videogen-2.0-fast-image-to-video';
    ImageUrl: string;
    ImageToVideoRequest: {
      model: 'videogen-2.0-image-to-video' | 'videogen-2.0-fast-image-to-video';
      prompt: components['schemas']['Prompt'];
      duration?: components['schemas']['Duration'];
      quality?: components['schemas']['Quality'];
      aspect_ratio?: components['schemas']['AspectRatio'];
      callback_url?: components['schemas']['CallbackUrl'];
      image_urls: components['schemas']['ImageUrl'][];
    };
    ReferenceToVideoModel:
      'videogen-2.0-reference-to-video' | 'videogen-2.0-fast-reference-to-video';
    VideoUrl: string;
    AudioUrl: string;
    ReferenceToVideoRequest: {
      model: 'videogen-2.0-reference-to-video' | 'videogen-2.0-fast-reference-to-video';
      prompt: components['schemas']['Prompt'];
      duration?: components['schemas']['Duration'];
      quality?: components['schemas']['Quality'];
      aspect_ratio?: components['schemas']['AspectRatio'];
      callback_url?: components['schemas']['CallbackUrl'];
      image_urls?: components['schemas']['ImageUrl'][];
      video_urls?: components['schemas']['VideoUrl'][];
      audio_urls?: components['schemas']['AudioUrl'][];
    };
    GenerationRequest:
      | components['schemas']['TextToVideoRequest']
      | components['schemas']['ImageToVideoRequest']
      | components['schemas']['ReferenceToVideoRequest'];
    ErrorAnswer: {
      message?: unknown;
      error?: unknown;
      detail?: unknown;
      code?: unknown;
    } & {
      [key: string]: unknown;
    };
    KnownTaskStatus: 'pending' | 'completed' | 'failed';
    TaskStatus: components['schemas']['KnownTaskStatus'] | string;
    CreatedTask: {
      id: string;
      status: components['schemas']['TaskStatus'];
    } & {
      [key: string]: unknown;
    };
    Task: {
      id?: string | null;
      status: components['schemas']['TaskStatus'];
      progress?: number | null;
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
export type GenerationRequest = components['schemas']['GenerationRequest'];
export type Task = components['schemas']['Task'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
