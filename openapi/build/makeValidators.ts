import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { fastFormats } from 'ajv-formats/dist/formats.js';

const validated = ['CreatedTask', 'Task'];
const declaration = `export interface Violation {
  instancePath: string;
  message?: string;
}
export interface Validate {
  (value: unknown): boolean;
  errors?: Violation[] | null;
}
${validated.map((name) => `export declare const ${name}: Validate;`).join('\n')}
`;

/**
 * Compiles the schemas of the answers into plain functions, so that the published package checks
 * answers without a validator of its own.
 *
 * @param bundle - the bundled document
 * @returns file names in `dist/`, each with its text
 */
export function makeValidators(bundle: object): Record<string, string> {
  const code = (esm: boolean) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, code: { source: true, esm } });
    // As a regular expression it is written out; as a function it would be an import.
    ajv.addFormat('uri', fastFormats.uri as RegExp);
    ajv.addSchema(bundle, 'document');
    const refs = validated.map((name) => [name, `document#/components/schemas/${name}`]);
    return standaloneCode.default(ajv, Object.fromEntries(refs));
  };
  return {
    'validators.js': code(true),
    'validators.cjs': code(false),
    'validators.d.ts': declaration,
    'validators.d.cts': declaration,
  };
}
