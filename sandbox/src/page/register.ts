import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance } from 'fastify';

const root = fileURLToPath(new URL('../../page/', import.meta.url));

/** Serves the page that lists the tasks; what it shows comes from the admin API. */
export async function registerPage(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    decorateReply: false,
    wildcard: false,
    setHeaders: (response) => {
      // A result may be on another host, so media may come from anywhere; code may not.
      const policy =
        "default-src 'self'; img-src 'self' data:; media-src *; frame-ancestors 'none'";
      response.header('content-security-policy', policy);
    },
  });
}
