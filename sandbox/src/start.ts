import { type FastifyInstance } from 'fastify';
import { addressOf, buildApp } from './app.ts';
import { resolveOptions, type SandboxOptions } from './options.ts';

export interface Sandbox {
  app: FastifyInstance;
  /** Base URL, without a trailing slash. */
  url: string;
  /** The first accepted key. */
  key: string;
  /** What makes the videos, such as an ffmpeg with its version. */
  renderer: string;
  close(): Promise<void>;
}

/** Starts the service on a port of its own choice unless one is given, on loopback. */
export async function startSandbox(
  options: SandboxOptions = {},
  { port = 0, host = '127.0.0.1' } = {},
): Promise<Sandbox> {
  const app = await buildApp(options);
  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.close();
    throw error;
  }
  const key = resolveOptions(options).keys[0]?.key ?? '';
  const renderer = app.getDecorator<string>('rendererName');
  return { app, url: addressOf(app), key, renderer, close: () => app.close() };
}
