import ts from 'typescript';

const { CommonJS, ESNext } = ts.ModuleKind;

function transpile(source: string, module: ts.ModuleKind): string {
  const compilerOptions = { module, target: ts.ScriptTarget.ES2022, removeComments: false };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

/** Names of modules as the published files have them, in code and in declarations alike. */
const withExtension = (text: string, extension: string) =>
  text.replace(/from '\.\.\/dist\/(\w+)\.js'/g, `from './$1.${extension}'`);

/**
 * Turns a module into what the package publishes, for ES modules and CommonJS alike.
 *
 * @param name - its name, without extension
 * @param source - its text; exports need their types written out
 * @returns file names in `dist/`, each with its text
 */
export function publishModule(name: string, source: string): Record<string, string> {
  const declared = ts.transpileDeclaration(source, {}).outputText;
  return Object.fromEntries(
    [
      { extension: 'js', declaration: 'd.ts', module: ESNext },
      { extension: 'cjs', declaration: 'd.cts', module: CommonJS },
    ].flatMap(({ extension, declaration, module }) => [
      [`${name}.${extension}`, transpile(withExtension(source, extension), module)],
      [`${name}.${declaration}`, withExtension(declared, extension)],
    ]),
  ) as Record<string, string>;
}

/**
 * Turns the generated modules into what the package publishes, for ES modules and CommonJS alike.
 *
 * @param types - source of the generated types
 * @param constants - source of the generated constants
 * @param bundle - the bundled document, whose schema names become exports of the package's root
 * @returns file names in `dist/`, each with its text
 */
export function publishTypes(
  types: string,
  constants: string,
  bundle: object,
): Record<string, string> {
  const { schemas } = (bundle as { components: { schemas: object } }).components;
  const names = ['paths', 'webhooks', 'components', ...Object.keys(schemas)].join(', ');
  const declared = ts.transpileDeclaration(constants, {}).outputText;
  const declare = (extension: string) =>
    `export * from './client.${extension}';\nexport * from './constants.${extension}';\nexport type { ${names} } from './types.${extension}';\n`;
  const files: Record<string, string> = {};
  for (const [extension, module] of [
    ['js', ESNext],
    ['cjs', CommonJS],
  ] as const) {
    const declaration = `d.${extension === 'js' ? 'ts' : 'cts'}`;
    files[`constants.${extension}`] = transpile(constants, module);
    files[`constants.${declaration}`] = declared;
    files[`types.${extension}`] = transpile('export {};', module);
    files[`types.${declaration}`] = types;
    const index = `export * from './client.${extension}';\nexport * from './constants.${extension}';`;
    files[`index.${extension}`] = transpile(index, module);
    files[`index.${declaration}`] = declare(extension);
  }
  return files;
}
