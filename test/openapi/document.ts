import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { howMany } from '../thorough.ts';

/** A built form of the document, by the end of its name, such as "flat". */
export const readBuilt = async (form: string) =>
  JSON.parse(await readFile(`openapi/dist/${form}.json`, 'utf8'));

/** Takes the schema to be right, as the linter has found; the check would take longer than all else. */
export function validatorOf(schema: object): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

export interface Schema {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Many values that the schema's own keywords allow; conditions are for the caller to check. */
export const samplesOf = (schema: Schema): unknown[] =>
  fc.sample(arbitraryOf(schema), { numRuns: howMany(150, 500), seed: 7 });

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.integer();
    case 'string':
      // All of fc.webUrl takes more than a second to be made.
      return schema.format === 'uri'
        ? fc.webAuthority().map((host) => `https://${host}/a`)
        : fc.string();
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems: maxLength = 4 } = schema;
      return fc.array(arbitraryOf(items), { minLength, maxLength });
    }
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      const model = Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field)]));
      return fc.record(model, { requiredKeys: schema.required ?? [] });
    }
    default:
      throw new Error(`No values for ${JSON.stringify(schema)}`);
  }
}
