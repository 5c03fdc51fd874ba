// The build graph: document -> bundle -> types and constants -> nodes -> assets; the sandbox; the
// documentation site.
const { execFile } = require('node:child_process');
const { existsSync } = require('node:fs');
const { cp, glob, mkdir, readFile, rm, stat, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { finished } = require('node:stream/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const run = promisify(execFile);
const bin = (name) => join(__dirname, 'node_modules', '.bin', name);

/** Modification times (ms) of the files that match. */
async function times(patterns) {
  const found = [];
  for await (const file of glob(patterns, { cwd: __dirname }))
    found.push((await stat(file)).mtimeMs);
  return found;
}

/** Wraps a task so that it is skipped when every output is newer than every input. */
function incremental(name, { inputs, outputs }, work) {
  const task = async () => {
    const sources = await times(inputs);
    const made = await Promise.all(
      outputs.map((output) =>
        stat(join(__dirname, output))
          .then((s) => s.mtimeMs)
          .catch(() => 0),
      ),
    );
    if (Math.min(...made) > Math.max(...sources)) return;
    try {
      await work();
    } catch (error) {
      throw new Error(
        `${name} failed:\n${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`,
      );
    }
  };
  return Object.assign(task, { displayName: name });
}

async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const documentSources = ['openapi/openapi.yaml', 'openapi/{paths,webhooks,components}/**/*.yaml'];
const strictOverlay = 'openapi/profiles/strict.overlay.yaml';
const bundles = {
  'openapi.yaml': [],
  'openapi.json': [],
  'openapi.dereferenced.json': ['--dereferenced'],
  'openapi.strict.yaml': ['--overlay', strictOverlay],
  'openapi.strict.json': ['--overlay', strictOverlay],
};
const bundled = Object.keys(bundles).map((name) => `openapi/dist/${name}`);
const taskEnd = 'openapi/src/taskEnd.ts';
const generated = ['types', 'contract', 'taskEnd'].map((name) => `nodes/generated/${name}.ts`);
const published = ['openapi/dist/types.d.ts', 'openapi/dist/constants.d.ts'];
const gapsPage = 'openapi/docs/unspecified.md';

const bundle = incremental(
  'bundle',
  { inputs: [...documentSources, strictOverlay], outputs: bundled },
  async () => {
    await Promise.all(
      Object.entries(bundles).map(([name, options]) =>
        run(
          bin('redocly'),
          ['bundle', 'openapi/openapi.yaml', '--output', `openapi/dist/${name}`, ...options],
          { cwd: __dirname },
        ),
      ),
    );
  },
);

const types = incremental(
  'types',
  {
    inputs: [bundled[1], bundled[2], taskEnd, 'openapi/build/*.ts'],
    outputs: [...generated, gapsPage],
  },
  async () => {
    const { generateSchemaTypes } = await import('./openapi/build/generateTypes.ts');
    const { generateConstants } = await import('./openapi/build/generateConstants.ts');
    const { listUnspecified } = await import('./openapi/build/listUnspecified.ts');
    const [document, dereferenced] = await Promise.all(
      [bundled[1], bundled[2]].map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
    );
    const names = ['GenerationRequest', 'Task'];
    await write(generated[0], await generateSchemaTypes(dereferenced, names));
    await write(generated[1], generateConstants(document, ['suffixes']));
    const banner = `// Generated from ${taskEnd} by \`npx gulp\`. Do not edit.\n\n`;
    await write(generated[2], banner + (await readFile(taskEnd, 'utf8')));
    await write(gapsPage, listUnspecified(document));
    await run(bin('prettier'), ['--write', ...generated, gapsPage], { cwd: __dirname });
  },
);

const documentForms = incremental(
  'forms',
  {
    inputs: [...[...bundled, 'openapi/arazzo.yaml'], ...['openapi/build/*.ts', 'openapi/src/*.ts']],
    outputs: ['openapi/dist/constants.js', 'openapi/dist/reference.html'],
  },
  async () => {
    const { buildPackage } = await import('./openapi/build/buildPackage.ts');
    const files = await buildPackage('openapi', 'openapi/dist');
    for (const [name, text] of Object.entries(files)) await write(`openapi/dist/${name}`, text);
  },
);

const compileKit = incremental(
  'kit',
  {
    inputs: ['openapi/src/**/*.ts', 'openapi/tsconfig.json', ...published],
    outputs: ['openapi/dist/command/.tsbuildinfo'],
  },
  () => run(bin('tsc'), ['-p', 'openapi'], { cwd: __dirname }),
);

/** Removes what was compiled from sources that are gone: it would be tested and published. */
async function removeOrphans() {
  for await (const file of glob('dist/{nodes,credentials}/**/*.js', { cwd: __dirname })) {
    const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
    if (!existsSync(join(__dirname, source))) await rm(join(__dirname, file));
  }
}

// What is published is what the compiler writes, a file for each source.
const compileNodes = incremental(
  'nodes',
  {
    inputs: ['nodes/**/*.ts', 'credentials/**/*.ts', 'tsconfig.json', 'package.json'],
    // A type check writes .tsbuildinfo too, and a failed build does; only a build writes this.
    outputs: ['dist/.built'],
  },
  async () => {
    await run(bin('tsc'), [], { cwd: __dirname });
    await removeOrphans();
    await write('dist/.built', '');
  },
);

const assetSources = ['nodes/**/*.{json,svg}', 'credentials/**/*.svg'];

// Only when there is something new: a build beside running tests must not write what they read.
const assets = incremental(
  'assets',
  { inputs: assetSources, outputs: ['dist/.assets'] },
  async () => {
    const copied = src(assetSources, { base: '.', encoding: false }).pipe(dest('dist'));
    await finished(copied.resume());
    await write('dist/.assets', '');
  },
);

const compileSandbox = incremental(
  'sandbox',
  {
    inputs: ['sandbox/src/**/*.ts', 'sandbox/tsconfig.json', ...published],
    outputs: ['sandbox/dist/.built'],
  },
  async () => {
    await run(bin('tsc'), ['-p', 'sandbox'], { cwd: __dirname });
    await write('sandbox/dist/.built', '');
  },
);

const fontPackages = Object.keys(require('./sandbox/package.json').devDependencies)
  .filter((name) => name.startsWith('@fontsource/'))
  .map((name) => name.split('/')[1]);
// The first font with a letter draws it: good shapes first, the one with every letter last.
const fontOrder = (name) => ['noto-sans', '', 'noto-emoji', 'unifontex'].indexOf(name);

// Web fonts also come in numbered slices, and each with letters that the first font draws.
const isWanted = (file, order) =>
  !/-\d+-400-/.test(file) && (order !== 1 || !/-(latin|cyrillic|greek|vietnamese)-/.test(file));

const sandboxFonts = incremental(
  'sandboxFonts',
  { inputs: ['sandbox/package.json'], outputs: ['sandbox/dist/fonts/LICENSES.txt'] },
  async () => {
    const to = join(__dirname, 'sandbox/dist/fonts');
    const licenses = [];
    await rm(to, { recursive: true, force: true });
    await mkdir(to, { recursive: true });
    for (const name of fontPackages) {
      const from = join(__dirname, 'node_modules/@fontsource', name);
      const order = fontOrder(name) === -1 ? 1 : fontOrder(name);
      for await (const file of glob('*-400-normal.woff2', { cwd: join(from, 'files') }))
        if (isWanted(file, order))
          await cp(join(from, 'files', file), join(to, `${order}-${file}`));
      licenses.push(`${name}\n\n${await readFile(join(from, 'LICENSE'), 'utf8')}`);
    }
    await write(join(to, 'LICENSES.txt'), licenses.join('\n\n'));
  },
);

const siteSources = ['docs/.vitepress/*.ts', 'docs/.vitepress/{markdown,theme}/*'];
const siteFolder = 'docs/.vitepress/dist';

// What visitors download or open beside the pages.
const siteFiles = Object.assign(
  () =>
    src(
      [
        'examples/*.json',
        ...['openapi/dist/openapi.{yaml,json}', 'openapi/dist/{reference.html,llms.txt}'],
        ...['nodes/icons/video-generation*.svg', 'docs/images/examples/text-to-video.png'],
      ],
      { encoding: false },
    ).pipe(
      dest(({ dirname: from }) =>
        join('docs/.vitepress/public', /examples$/.exec(from)?.[0] ?? ''),
      ),
    ),
  { displayName: 'siteFiles' },
);

const buildSite = incremental(
  'site',
  {
    inputs: [
      ...['package.json', '*.md', 'docs/**/*.{md,png,svg,json}', '{openapi,sandbox}/*.md'],
      ...['openapi/docs/*.md', 'examples/*.json', 'openapi/dist/reference.html', ...siteSources],
    ],
    outputs: [`${siteFolder}/.built`],
  },
  async () => {
    await run(bin('vitepress'), ['build', 'docs'], { cwd: __dirname });
    const { checkSite } = await import('./docs/.vitepress/checkSite.ts');
    const { base } = await import('./docs/.vitepress/identity.ts');
    const problems = await checkSite(siteFolder, base);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    await write(`${siteFolder}/.built`, '');
  },
);

exports.types = series(bundle, types, documentForms, compileKit);
exports.nodes = series(exports.types, parallel(compileNodes, assets));
exports.sandbox = series(exports.types, parallel(compileSandbox, sandboxFonts));
exports.siteFiles = series(exports.types, siteFiles);
exports.site = series(exports.siteFiles, buildSite);
exports.default = series(
  exports.types,
  parallel(compileNodes, assets, compileSandbox, sandboxFonts),
);
