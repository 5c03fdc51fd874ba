import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  create,
  createAndWait,
  finalTaskStatuses,
  modes,
  operations,
  taskStatus,
  type GenerationRequest,
  type ImageToVideoRequest,
  type KnownTaskStatus,
  type ReferenceToVideoRequest,
  type Task,
  type TextToVideoRequest,
  type paths,
} from 'video-generation-openapi';

const prompt = 'A paper boat drifts down a rain-filled street at dusk';
const image_urls = ['https://files.example.com/street-at-dusk.jpg'];

// `npm run check` compiles this file: an error that does not occur fails it as much as one that does.
describe('the request types', () => {
  it('take each mode with its own fields', () => {
    const requests: GenerationRequest[] = [
      { model: 'videogen-2.0-text-to-video', prompt },
      { model: 'videogen-2.0-fast-image-to-video', prompt, image_urls },
      { model: 'videogen-2.0-reference-to-video', prompt, audio_urls: image_urls },
    ];
    expect(requests).toHaveLength(3);
  });

  it('refuse a field or an id of another mode', () => {
    // @ts-expect-error text mode takes no images
    const text: TextToVideoRequest = { model: 'videogen-2.0-text-to-video', prompt, image_urls };
    // @ts-expect-error image mode needs its images
    const image: ImageToVideoRequest = { model: 'videogen-2.0-image-to-video', prompt };
    const reference: ReferenceToVideoRequest = {
      // @ts-expect-error the id of another mode
      model: 'videogen-2.0-text-to-video',
      prompt,
    };
    // @ts-expect-error every request needs its prompt
    const silent: GenerationRequest = { model: 'videogen-2.0-text-to-video' };
    // @ts-expect-error no such model
    const unknown: GenerationRequest = { model: 'videogen-1.0-text-to-video', prompt };
    // @ts-expect-error the image id without images fits no mode
    const mixed: GenerationRequest = { model: 'videogen-2.0-image-to-video', prompt };
    expect([text, image, reference, silent, unknown, mixed]).toHaveLength(6);
  });
});

describe('a call of the client', () => {
  // Only compiled: the signal is aborted, so that nothing is sent.
  const service = { baseUrl: 'https://api.example.com', apiKey: 'key' };
  const options = { signal: AbortSignal.abort() };
  const calls: Array<() => Promise<unknown>> = [];

  it('takes any model identifier, and holds one of the document to its mode', () => {
    const model: string = 'x-2.0-text-to-video';
    const request: GenerationRequest = { model: 'videogen-2.0-text-to-video', prompt };
    calls.push(
      () => createAndWait(service, { model, prompt, image_urls, seed: 7 }, options),
      () => createAndWait(service, { model: 'x-2.0-text-to-video', prompt }, options),
      () => create(service, request, options),
      () => create(service, { model: 'videogen-2.0-image-to-video', prompt, image_urls }, options),
      // @ts-expect-error the image id without images fits no mode
      () => create(service, { model: 'videogen-2.0-image-to-video', prompt }, options),
      // @ts-expect-error every request needs its prompt
      () => createAndWait(service, { model }, options),
    );
    expect(calls).toHaveLength(6);
  });
});

describe('the answer types', () => {
  it('keep the states open and what is not promised optional', () => {
    const task: Task = { status: 'a state that the service adds' };
    expectTypeOf<Task['id']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Task['results']>().toEqualTypeOf<string[] | null | undefined>();
    // A plain string, not `string & {}`: clients that map over the fields of an answer keep it.
    expectTypeOf<Task['status']>().toEqualTypeOf<string>();
    expectTypeOf<KnownTaskStatus>().toEqualTypeOf<'pending' | 'completed' | 'failed'>();
    // @ts-expect-error a task has a status
    const stateless: Task = {};
    expect([task, stateless]).toHaveLength(2);
  });
});

describe('the constants', () => {
  it('are literal, and agree with the paths', () => {
    expectTypeOf(operations.createVideo.path).toExtend<keyof paths>();
    expectTypeOf(operations.getTask.path).toExtend<keyof paths>();
    expectTypeOf(modes.textToVideo.models.fast).toExtend<TextToVideoRequest['model']>();
    expectTypeOf(finalTaskStatuses[0]).toEqualTypeOf<'completed'>();
    expect(finalTaskStatuses).toEqual(['completed', 'failed']);
    expect(Object.values(taskStatus)).toEqual(['pending', 'completed', 'failed']);
  });
});
