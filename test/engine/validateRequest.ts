import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';

const document = JSON.parse(
  readFileSync(new URL('../../openapi/dist/openapi.json', import.meta.url), 'utf8'),
) as object;

// Whether the document is right is the linter's to say, and would take longer than all else here.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi.json');

/**
 * Checks a request body against the bundled document.
 *
 * @returns what is wrong with it, or undefined
 */
export function bodyViolation(path: string, method: string, body: unknown): string | undefined {
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = `openapi.json#/paths/${escaped}/${method}/requestBody/content/application~1json/schema`;
  const validate = ajv.getSchema(pointer);
  if (!validate) throw new Error(`no schema at ${pointer}`);
  return validate(body) ? undefined : ajv.errorsText(validate.errors);
}
