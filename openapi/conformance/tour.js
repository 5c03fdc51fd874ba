// The tour of other people's tools. Each is installed alone in an empty folder, in the version that
// stands here, and takes the form that the README gives it.
import { dirname, join } from 'node:path';
import { dist, execute, inEmptyFolder, write } from './context.js';

const source = 'openapi.json';
const strict = 'openapi.strict.json';
const flat = 'openapi.flat.json';
const old = 'openapi.3.0.json';
const swagger = 'swagger.json';

/** Compiles what a generator wrote, as its users would. */
const compile = `npx tsc --noEmit --skipLibCheck --strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable`;
const pact = `{"consumer":{"name":"c"},"provider":{"name":"p"},"interactions":[],"metadata":{"pactSpecification":{"version":"2.0.0"}}}`;
const request = `document.paths['/v1/videos/generations'].post.requestBody.content['application/json'].schema`;

/**
 * Packages, the form that the first takes, and what is run: a command, in which IN and OUT stand for
 * files, or the body of a program, which has the form as `document` and its file as `file`.
 */
const tools = [
  ['@hey-api/openapi-ts@0.99.0', source, `openapi-ts -i IN -o OUT && ${compile} OUT/index.ts`],
  ['typed-openapi@2.2.7', source, `typed-openapi IN -o OUT.ts && ${compile} OUT.ts`],
  ['oazapfts@7.5.0 @oazapfts/runtime', source, `oazapfts IN OUT.ts && ${compile} OUT.ts`],
  ['orval@8.20.0', source, `orval --input IN --output OUT.ts --client fetch && ${compile} OUT.ts`],
  ['dtsgenerator@3.19.2', source, `dtsgen --out OUT.d.ts IN && ${compile} OUT.d.ts`],
  ['openapi-typescript-codegen@0.31.0', old, `openapi -i IN -o OUT && ${compile} OUT/index.ts`],
  [
    // The others by name: npm finds no newer ones that fit together.
    '@typespec/openapi3@1.11.0 @typespec/compiler@1.11.0 @typespec/http@1.11.0 @typespec/openapi@1.11.0',
    old,
    'tsp-openapi3 IN --output-dir OUT && test -s OUT/main.tsp',
  ],
  [
    '@stoplight/spectral-cli@6.16.3',
    source,
    `echo '{"extends":["spectral:oas"]}' > rules.json && spectral lint -F warn -r rules.json IN`,
  ],
  [
    '@stoplight/spectral-cli@6.16.3',
    strict,
    `echo '{"extends":["spectral:oas"]}' > rules.json && spectral lint -F warn -r rules.json IN`,
  ],
  [
    '@stoplight/spectral-cli@6.16.3',
    flat,
    `echo '{"extends":["spectral:oas"]}' > rules.json && spectral lint -F warn -r rules.json IN`,
  ],
  [
    'insomnia-importers@3.6.0',
    old,
    `const { convert } = await import('insomnia-importers'); const { readFile } = await import('node:fs/promises');
     const { data } = await convert(await readFile(file, 'utf8'));
     const { body } = data.resources.find(({ _type, method }) => _type === 'request' && method === 'POST');
     const sent = JSON.parse(body.text); if (Object.keys(sent).join() !== 'model,prompt' || sent.model === 'string') throw new Error(body.text);`,
  ],
  [
    '@devlikeapro/n8n-openapi-node@0.1.4',
    old,
    `const { N8NPropertiesBuilder } = await import('@devlikeapro/n8n-openapi-node');
     const made = JSON.stringify(new N8NPropertiesBuilder(document).build());
     if (/hooks.example|files.example/.test(made) || !made.includes('task_id')) throw new Error(made);`,
  ],
  [
    '@usebruno/converters@0.23.0',
    source,
    `const { openApiToBruno } = await import('@usebruno/converters'); const { environments } = await openApiToBruno(document);
     if (environments.map(({ name }) => name).join() !== 'Local sandbox,Video service') throw new Error(JSON.stringify(environments));`,
  ],
  ['@seriousme/openapi-schema-validator@2.11.0', source, 'validate-api IN'],
  ['@scalar/cli@2.0.1', source, 'scalar document validate IN && scalar document lint IN'],
  ['swagger-cli@4.0.4', old, 'swagger-cli validate IN'],
  ['widdershins@4.0.1', source, 'widdershins IN -o OUT.md && test -s OUT.md'],
  [
    '@apiture/openapi-down-convert@0.14.2 swagger-cli@4.0.4',
    source,
    'openapi-down-convert --input IN --output OUT.json && swagger-cli validate OUT.json',
  ],
  [
    '@pactflow/swagger-mock-validator@14.5.0',
    strict,
    `echo '${pact}' > p.json && swagger-mock-validator IN p.json`,
  ],
  [
    'openapi-validator-middleware@3.2.6',
    old,
    `const { default: it } = await import('openapi-validator-middleware'); it.init(file, { framework: 'express' });`,
  ],
  ['openapi2apigee@0.6.2', old, 'openapi2apigee generateApi video -s IN -d OUT'],
  ['ng-swagger-gen@2.3.1', swagger, 'ng-swagger-gen -i IN -o OUT && test -s OUT/api.module.ts'],
  ['openapi-enforcer-cli@0.3.7', old, 'openapi-enforcer validate IN'],
  ['openapi-filter@3.2.3', source, 'openapi-filter IN OUT.json && test -s OUT.json'],
  [
    'openapi-static-validator@1.7.2',
    source,
    'openapi-static-validator IN > OUT.mjs && node OUT.mjs',
  ],
  [
    'openapi-to-effect@0.9.3 effect@3',
    source,
    `mkdir OUT && openapi-to-effect gen IN OUT && ${compile} --allowImportingTsExtensions OUT/*.ts`,
  ],
  [
    '@pagopa/openapi-codegen-ts@14.2.0',
    old,
    'gen-api-models --api-spec IN --out-dir OUT --client && test -s OUT/client.ts',
  ],
  [
    'openapi-typescript-validator@4.0.0 ajv@8.20.0 ajv-formats@3.0.1',
    old,
    `const { default: it } = await import('openapi-typescript-validator'); await it.generate({ schemaFile: file, schemaType: 'json', directory: 'made' });`,
  ],
  [
    '@asyncapi/modelina@5.10.1',
    source,
    `const { TypeScriptGenerator } = await import('@asyncapi/modelina');
     const models = await new TypeScriptGenerator().generate(document); if (models.length < 10) throw new Error('no models');`,
  ],
  [
    'chai-openapi-response-validator@0.14.2 chai@4',
    old,
    `const { default: plugin } = await import('chai-openapi-response-validator'); const chai = await import('chai');
     (chai.use ?? chai.default.use)(plugin.default(file));`,
  ],
  [
    'openapi-sampler@1.7.9',
    flat,
    `const { sample } = await import('openapi-sampler'); if (!sample(${request}).model) throw new Error('no model');`,
  ],
  [
    'json-schema-to-zod@2.6.1',
    flat,
    `const { jsonSchemaToZod } = await import('json-schema-to-zod'); if (!jsonSchemaToZod(${request}).includes('videogen-2.0')) throw new Error('no model');`,
  ],
  [
    '@openapi-contrib/openapi-schema-to-json-schema@5.1.0 ajv@8.20.0 ajv-formats@3.0.1',
    old,
    `const { openapiSchemaToJsonSchema: convert } = await import('@openapi-contrib/openapi-schema-to-json-schema');
     const { default: Ajv } = await import('ajv'); const { default: addFormats } = await import('ajv-formats');
     const { $schema, ...schema } = convert(document.components.schemas.Task);
     const isTask = addFormats.default(new Ajv.default({ strict: false })).compile(schema);
     if (!isTask({ status: 'pending', results: null }) || isTask({})) throw new Error('Task is read otherwise');`,
  ],
];

/** Installs the packages of a row and runs it; what it printed when that failed. */
async function take([packages, form, script], folder) {
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  const shared = ['typescript@5.9', '@types/node@24'];
  await write(folder, 'package.json', { private: true });
  const installed = await execute('npm', [...install, ...packages.split(' '), ...shared], {
    cwd: folder,
  });
  if (installed.code !== 0) return installed;
  const file = join(dist, form);
  const paths = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH];
  const env = { PATH: paths.join(':') };
  if (script.startsWith('const ')) {
    const head = `const file = ${JSON.stringify(file)};\nconst { default: document } = await import(file, { with: { type: 'json' } });\n`;
    const program = await write(folder, 'program.mjs', head + script);
    return execute(process.execPath, [program], { cwd: folder, env });
  }
  const command = script.replaceAll('IN', file).replaceAll('OUT', 'made');
  return execute('/bin/sh', ['-c', command], { cwd: folder, env });
}

/**
 * Takes the tour, or the tools of it that are named.
 *
 * @returns how many of them failed
 */
export async function takeTour(wanted) {
  let failed = 0;
  for (const row of tools) {
    const [packages, form] = row;
    if (wanted.length > 0 && !wanted.some((name) => packages.includes(name))) continue;
    const { code, output } = await inEmptyFolder((folder) => take(row, folder));
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${packages} (${form})`);
    if (code !== 0) console.log(output.slice(-1500));
    if (code !== 0) failed += 1;
  }
  console.log(`\n${failed} failed`);
  return failed;
}
