import { type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { modelFamily, requestField } from 'video-generation-openapi/constants';
import { echo } from '../http/echo.ts';
import { document, documentId, requestRefByModel } from './document.ts';

// OpenAPI keywords such as `discriminator` are annotations here, so strict mode stays off. The
// document is checked where it is built; once more would be a third of the sandbox's start.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(document, documentId);

const mostListed = 10;

const describe = (root: string) => (error: ErrorObject) =>
  `${root}${error.instancePath.replaceAll('/', '.')} ${error.message ?? error.keyword}`;

/**
 * Lists what a value violates.
 *
 * @param ref - reference to a schema of the bundle
 * @returns one sentence per violation; empty when the value satisfies the schema
 */
export function listViolations(ref: string, value: unknown, root: string): string[] {
  const validate = ajv.getSchema(ref);
  if (!validate) throw new Error(`The bundle has no schema at ${ref}`);
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const more = errors.length - mostListed;
  const listed = errors.slice(0, mostListed).map(describe(root));
  return more > 0 ? [...listed, `and ${more} more`] : listed;
}

/** What is wrong with a create request. */
export interface Violations {
  sentences: string[];
  /** The model ids that there are, where the request names another. */
  knownModels?: string;
}

/**
 * Lists what a create request violates, judged by the schema of the mode that its model selects:
 * the union as a whole would only say that no branch matches.
 *
 * @param families - what model ids begin with, in place of the contract's word
 */
export function listRequestViolations(body: unknown, families: string[]): Violations {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { sentences: ['Expected the body to be a JSON object'] };
  const model = (body as Record<string, unknown>)[requestField.model];
  const known = families.flatMap((family) =>
    Array.from(requestRefByModel, ([ofContract, ref]) => ({
      model: family + ofContract.slice(modelFamily.length),
      ofContract,
      ref,
    })),
  );
  const match = known.find((candidate) => candidate.model === model);
  if (match) {
    const asContract = { ...body, [requestField.model]: match.ofContract };
    return { sentences: listViolations(match.ref, asContract, 'body') };
  }
  const names = known.map((candidate) => candidate.model).join(', ');
  const got = echo(JSON.stringify(model) ?? 'nothing');
  return {
    sentences: [`Expected body.${requestField.model} to be one of ${names}, got ${got}`],
    ...(typeof model === 'string' && { knownModels: names }),
  };
}
