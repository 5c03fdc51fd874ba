// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.

export interface components {
  schemas: {
    GenerationRequest:
      | {
          model: 'videogen-2.0-text-to-video' | 'videogen-2.0-fast-text-to-video';
          prompt: string;
          duration?: number;
          quality?: string;
          aspect_ratio?: string;
          callback_url?: string;
        }
      | {
          model: 'videogen-2.0-image-to-video' | 'videogen-2.0-fast-image-to-video';
          prompt: string;
          duration?: number;
          quality?: string;
          aspect_ratio?: string;
          callback_url?: string;
          image_urls: string[];
        }
      | {
          model: 'videogen-2.0-reference-to-video' | 'videogen-2.0-fast-reference-to-video';
          prompt: string;
          duration?: number;
          quality?: string;
          aspect_ratio?: string;
          callback_url?: string;
          image_urls?: string[];
          video_urls?: string[];
          audio_urls?: string[];
        };
    Task: {
      id?: string | null;
      status: ('pending' | 'completed' | 'failed') | string;
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
