import { createRequire } from 'node:module';
import { arrangePostman, type Collection } from './arrangePostman.ts';

interface Converter {
  convertV2(
    input: { type: 'json'; data: object },
    options: object,
    done: (
      error: Error | null,
      result: { result: boolean; reason?: string; output?: Array<{ data: Collection }> },
    ) => void,
  ): void;
}

const converter = createRequire(import.meta.url)('openapi-to-postmanv2') as Converter;

/** The converter would make up the body of an error, of which nothing is known, anew at every run. */
function withoutErrorBodies(bundle: object): object {
  const copy = structuredClone(bundle) as {
    components: { responses: Record<string, { content?: object }> };
  };
  for (const response of Object.values(copy.components.responses)) delete response.content;
  return copy;
}

/**
 * Makes a Postman collection; fill its `baseUrl` and `bearerToken` variables.
 *
 * @param bundle - the bundled document, as an object
 * @param dereferenced - the same without references
 * @returns the collection
 * @throws when the converter refuses the document
 */
export function makePostman(bundle: object, dereferenced: object): Promise<object> {
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    includeWebhooks: false,
  };
  return new Promise((resolve, reject) => {
    converter.convertV2(
      { type: 'json', data: withoutErrorBodies(bundle) },
      options,
      (error, result) => {
        const collection = result?.output?.[0]?.data;
        if (error || !collection)
          reject(
            error ?? new Error(`The Postman converter refused the document: ${result.reason}`),
          );
        else resolve(arrangePostman(collection, dereferenced));
      },
    );
  });
}
