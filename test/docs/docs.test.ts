import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { outcomes } from '../../nodes/outcomes/catalogue.ts';
import { type Failure, failureFor, tellModel, tellPerson } from '../../nodes/outcomes/Failure.ts';
import { ways } from '../../nodes/outcomes/money.ts';
import { wakeTable } from '../../nodes/sleep/beginVisit.ts';
import { routeOf, sidebar } from '../../docs/.vitepress/pages.ts';
import { examplesFolder, rootFolder } from '../../playground/folders.ts';
import { fingerprint } from '../../playground/fingerprint.ts';
import { fieldTables } from './fieldTables.ts';

const require = createRequire(import.meta.url);
const manifest = require('../../package.json') as {
  name: string;
  version: string;
  homepage: string;
  scripts: Record<string, string>;
  n8n: { nodes: string[]; credentials: string[] };
};
const docsFolder = join(rootFolder, 'docs');
const files = [
  join(rootFolder, 'README.md'),
  ...['', 'internals'].flatMap((folder) =>
    readdirSync(join(docsFolder, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(docsFolder, folder, name)),
  ),
];
const pages = await Promise.all(
  files.map(async (file) => ({
    name: relative(rootFolder, file),
    text: await readFile(file, 'utf8'),
  })),
);

const fences = (text: string, language: string) =>
  Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')), ([, one]) =>
    one!.trim().split('\n'),
  ).flat();
const withoutFences = (text: string) => text.replaceAll(/^```.*?^```/gms, '');

describe.each(pages)('$name', ({ text }) => {
  it('gives only commands that CI runs, and names only files that are there', async () => {
    const ci = await readFile(join(rootFolder, '.ci/run'), 'utf8');
    // The queue tests run those that start n8n.
    const lines = fences(text, 'sh').filter((line) => !/\bn8n (start|worker|webhook)\b/.test(line));
    const commands = lines.flatMap((line) => line.split(' && '));
    for (const command of commands) expect(ci, command).toContain(command);
    for (const [, script] of withoutFences(text).matchAll(/`npm (?:run )?([\w:]+)[^`]*`/g))
      expect(['ci', 'install', ...Object.keys(manifest.scripts)], script).toContain(script);
    for (const [, path] of text.matchAll(/`((?:nodes|lab|test)\/[\w/.-]*)`/g))
      expect(existsSync(join(rootFolder, path!)), path).toBe(true);
  });
});

const nodes = manifest.n8n.nodes.map((path) => {
  const [NodeClass] = Object.values(require(join(rootFolder, path)) as object);
  const { description } = new (NodeClass as new () => INodeType)();
  const page = description.displayName.toLowerCase().replaceAll(' ', '-');
  return { name: description.displayName, description, page: join(docsFolder, `${page}.md`), path };
});

const optionsOf = (displayName: string) =>
  nodes
    .find(({ name }) => name === displayName)!
    .description.properties.filter(({ type }) => type === 'collection')
    .flatMap(({ options }) => options as INodeProperties[]);
// Both wait, and one page tells of the wait.
const ofWait = optionsOf('Wait for Video');
const listedElsewhere: Record<string, string[]> = {
  'Create Video': ofWait.map(({ name }) => name),
};

/** Compares the tables of a page with what the code says; UPDATE_DOCS writes them instead. */
async function expectTables(page: string, name: string, tables: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  const marks = new RegExp(`(?<=<!-- ${name} -->\\n).*(?=<!-- end of ${name} -->)`, 's');
  expect(text).toMatch(marks);
  const want = await format(
    text.replace(marks, () => `\n${tables}\n\n`),
    { ...(await resolveConfig(page)), filepath: page },
  );
  if (process.env.UPDATE_DOCS) await writeFile(page, want);
  else expect(text).toBe(want);
}

it('the page about sleep shows its table', async () => {
  const rules = wakeTable.map(({ when, step, why }) => `| ${when} | \`${step}\` | ${why} |`);
  const table = ['| when | step | why |', '| --- | --- | --- |', ...rules].join('\n');
  await expectTables(join(docsFolder, 'internals/sleep.md'), 'table', table);
});

it('the page about outcomes shows what a person and a model read of each', async () => {
  const rows = (Object.keys(outcomes) as Array<keyof typeof outcomes>).map((name) => {
    const { says, step } = outcomes[name];
    const places = Array.from(`${says} ${step}`.matchAll(/\{(\w+)\}/g), ([, place]) => place!);
    const varying = Object.fromEntries(places.map((place) => [place, '…']));
    const failure: Failure = { ...failureFor(name, {}, varying), taskId: '…' };
    const person = `${failure.message} — ${tellPerson(failure, ways.again)}`;
    return `| \`${name}\` | ${person} | ${tellModel(failure, tellPerson(failure))} |`;
  });
  const head = [
    '<!-- prettier-ignore -->',
    '| reason | a person reads | a model reads |',
    '| --- | --- | --- |',
  ];
  const page = join(docsFolder, 'internals/outcomes.md');
  await expectTables(page, 'outcomes', [...head, ...rows].join('\n'));
});

describe('a page of a node', () => {
  it.each(nodes)('lists the fields that $name has', async ({ name, description, page }) => {
    await expectTables(page, 'fields', fieldTables(description.properties, listedElsewhere[name]));
  });

  it.each(nodes)('is where the help of $name leads', async ({ path }) => {
    const codex = JSON.parse(
      await readFile(join(rootFolder, path.replace('.js', '.json')), 'utf8'),
    ) as { resources: Record<string, { url: string }[]> };
    const urls = Object.values(codex.resources).flat();
    expect(urls).toHaveLength(2);
    for (const { url } of urls) {
      expect(url.startsWith(`${manifest.homepage}/`), url).toBe(true);
      const page = url.slice(manifest.homepage.length + 1);
      expect(existsSync(join(docsFolder, `${page}.md`)), url).toBe(true);
    }
  });
});

describe('the pages together', () => {
  it('are short: what builders read has at most 9,500 words', () => {
    const ofBuilders = pages.filter(({ name }) => /^docs\/[^/]+$/.test(name));
    const words = ofBuilders.flatMap(({ text }) => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []);
    expect(words.length).toBeGreaterThan(5000);
    expect(words.length).toBeLessThanOrEqual(9500);
  });

  it('name the file to install as npm packs it', async () => {
    const install = await readFile(join(docsFolder, 'install.md'), 'utf8');
    const names = install.match(/n8n-nodes-video-generation-\d[\w.-]*\.tgz/g) ?? [];
    expect(new Set(names)).toEqual(new Set([`${manifest.name}-${manifest.version}.tgz`]));
  });

  it('are all in the index and in the menu of the site', async () => {
    const index = await readFile(join(docsFolder, 'README.md'), 'utf8');
    const names = (await readdir(docsFolder)).filter((n) => n.endsWith('.md') && n !== 'README.md');
    expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
    const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link));
    const routes = pages.map(({ name }) => routeOf(name)!);
    expect(routes.filter((route) => !links.includes(route))).toEqual([]);
  });
});

it('the pictures show the examples as they are (node playground/pictures.ts takes them), each on a page', async () => {
  const pictures = join(docsFolder, 'images/examples');
  const takenOf = JSON.parse(await readFile(join(pictures, 'taken-of.json'), 'utf8'));
  const text = await readFile(join(docsFolder, 'examples.md'), 'utf8');
  const current: Record<string, string> = {};
  for (const name of await readdir(examplesFolder)) {
    current[name] = fingerprint(await readFile(join(examplesFolder, name)));
    const picture = name.replace('.json', '.png');
    expect(existsSync(join(pictures, picture)), name).toBe(true);
    expect(text).toContain(`](../examples/${name})`);
    expect(text).toContain(`](images/examples/${picture})`);
  }
  expect(takenOf).toEqual(current);
});
