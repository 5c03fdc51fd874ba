import { readFile } from 'node:fs/promises';
import { format } from 'prettier';
import { stringify } from 'yaml';
import { downgrade } from './downgrade.ts';
import { flatten } from './flatten.ts';
import { generateConstants } from './generateConstants.ts';
import { generateTypes } from './generateTypes.ts';
import { makePostman } from './makePostman.ts';
import { makeTools } from './makeTools.ts';
import { makeValidators } from './makeValidators.ts';
import { publishModule, publishTypes } from './publishTypes.ts';
import { readReferenceLicense, renderReference } from './renderReference.ts';
import { toSwagger } from './toSwagger.ts';
import { writeLlmsText } from './writeLlmsText.ts';

/** Quotes what a parser of YAML 1.1 would misread, such as `16:9` (969) and `on` (true). */
const yaml = (value: object) => stringify(value, { compat: 'yaml-1.1', lineWidth: 0 });
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Makes every published form that does not come from the bundler itself.
 *
 * @param source - folder of the written document
 * @param dist - folder that holds the bundle and the dereferenced document
 * @returns file names in `dist/`, each with its text
 */
export async function buildPackage(source: string, dist: string): Promise<Record<string, string>> {
  const read = (file: string) => readFile(file, 'utf8');
  const bundle = JSON.parse(await read(`${dist}/openapi.json`)) as object;
  const dereferenced = JSON.parse(await read(`${dist}/openapi.dereferenced.json`)) as object;
  const old = downgrade(bundle, dereferenced);
  const flat = flatten(dereferenced);
  const style = { parser: 'typescript', singleQuote: true, printWidth: 100 };
  const constants = await format(generateConstants(bundle), style);
  return {
    'llms.txt': writeLlmsText(flat, bundle),
    'arazzo.yaml': await read(`${source}/arazzo.yaml`),
    'openapi.3.0.json': json(old),
    'openapi.3.0.yaml': yaml(old),
    'openapi.flat.json': json(flat),
    'openapi.flat.yaml': yaml(flat),
    'swagger.json': json(toSwagger(old)),
    'postman.json': json(makePostman(dereferenced)),
    'reference.html': await renderReference(bundle),
    'reference.LICENSE.txt': await readReferenceLicense(),
    ...makeValidators(bundle),
    ...publishModule('toolDefinitions', makeTools(dereferenced)),
    ...publishModule('taskEnd', await read(`${source}/src/taskEnd.ts`)),
    ...publishModule('client', await read(`${source}/src/client.ts`)),
    ...publishModule('tools', await read(`${source}/src/tools.ts`)),
    ...publishTypes(await generateTypes(bundle), constants, bundle),
  };
}
