import { expect, expectTypeOf, it } from 'vitest';
import {
  create,
  createAndWait,
  finalTaskStatuses,
  modes,
  operations,
  taskStatus,
  type GenerationRequest,
  type KnownTaskStatus,
  type Task,
  type TextToVideoRequest,
  type paths,
} from 'video-generation-openapi';

const prompt = 'A paper boat drifts down a rain-filled street at dusk';
const image_urls = ['https://files.example.com/street-at-dusk.jpg'];

// `npm run check` compiles this file: an error that does not occur fails it as much as one that does.
it('a request has the fields and the ids of its mode', () => {
  const requests: GenerationRequest[] = [
    { model: 'videogen-2.0-text-to-video', prompt },
    { model: 'videogen-2.0-fast-image-to-video', prompt, image_urls },
    { model: 'videogen-2.0-reference-to-video', prompt, audio_urls: image_urls },
    // @ts-expect-error text mode takes no images
    { model: 'videogen-2.0-text-to-video', prompt, image_urls },
    // @ts-expect-error image mode needs its images
    { model: 'videogen-2.0-image-to-video', prompt },
    // @ts-expect-error every request needs its prompt
    { model: 'videogen-2.0-text-to-video' },
    // @ts-expect-error no such model
    { model: 'videogen-1.0-text-to-video', prompt },
  ];
  expect(requests).toHaveLength(7);
});

it('a call of the client takes any model id, and holds one of the document to its mode', () => {
  const service = { baseUrl: 'https://api.example.com', apiKey: 'key' };
  const model: string = 'x-2.0-text-to-video';
  const request: GenerationRequest = { model: 'videogen-2.0-text-to-video', prompt };
  // Only compiled.
  const calls: Array<() => Promise<unknown>> = [
    () => createAndWait(service, { model, prompt, image_urls, seed: 7 }),
    () => createAndWait(service, { model: 'x-2.0-text-to-video', prompt }),
    () => create(service, request),
    () => create(service, { model: 'videogen-2.0-image-to-video', prompt, image_urls }),
    // @ts-expect-error the image id without images fits no mode
    () => create(service, { model: 'videogen-2.0-image-to-video', prompt }),
    // @ts-expect-error every request needs its prompt
    () => createAndWait(service, { model }),
  ];
  expect(calls).toHaveLength(6);
});

it('an answer keeps the states open and what is not promised optional', () => {
  expectTypeOf<Task['id']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Task['results']>().toEqualTypeOf<string[] | null | undefined>();
  // A plain string, not `string & {}`: clients that map over the fields of an answer keep it.
  expectTypeOf<Task['status']>().toEqualTypeOf<string>();
  expectTypeOf<KnownTaskStatus>().toEqualTypeOf<'pending' | 'completed' | 'failed'>();
});

it('the constants are literal, and agree with the paths', () => {
  expectTypeOf(operations.createVideo.path).toExtend<keyof paths>();
  expectTypeOf(operations.getTask.path).toExtend<keyof paths>();
  expectTypeOf(modes.textToVideo.models.fast).toExtend<TextToVideoRequest['model']>();
  expectTypeOf(finalTaskStatuses[0]).toEqualTypeOf<'completed'>();
  expect(finalTaskStatuses).toEqual(['completed', 'failed']);
  expect(Object.values(taskStatus)).toEqual(['pending', 'completed', 'failed']);
});
