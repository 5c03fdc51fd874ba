import bundle from 'video-generation-openapi/openapi.json' with { type: 'json' };

/** The name under which the bundle is known to the validator; references start with it. */
export const documentId = 'video-generation-openapi';

interface Media {
  content?: Record<string, { schema?: object }>;
}

interface Operation {
  operationId: string;
  requestBody?: Media;
  responses: Record<string, Media>;
}

/** The bundled OpenAPI document: the one place that knows the service's paths, fields and ids. */
export const document = bundle as unknown as {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { discriminator?: { mapping: Record<string, string> } }>;
  };
};

const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const pointer = (...parts: string[]) => `${documentId}#/${parts.map(escapePointer).join('/')}`;

export interface OperationRoute {
  operationId: string;
  method: string;
  /** Path in Fastify's notation. */
  url: string;
  /** Reference to the schema of the 200 answer. */
  answerRef: string;
}

/** The operations of the document as routes of a Fastify app. */
export function listOperations(): OperationRoute[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId)
      .map(([method, { operationId }]) => ({
        operationId,
        method: method.toUpperCase(),
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        answerRef: pointer(
          ...['paths', path, method, 'responses', '200'],
          ...['content', 'application/json', 'schema'],
        ),
      })),
  );
}

/** References to the request schema of each model id, from the discriminator. */
export const requestRefByModel = new Map(
  Object.entries(
    document.components.schemas['GenerationRequest']?.discriminator?.mapping ?? {},
  ).map(([model, ref]) => [model, documentId + ref]),
);
