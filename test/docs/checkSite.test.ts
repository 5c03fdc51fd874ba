import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSite } from '../../docs/.vitepress/checkSite.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-site-test-'));
  await mkdir(join(folder, 'images'));
  await writeFile(join(folder, 'images/a.png'), '');
  await writePage('other', '<h1>Other</h1><h2 id="part">Part</h2>');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writePage = (name: string, body: string) =>
  writeFile(
    join(folder, `${name}.html`),
    `<!doctype html><html><head><title>A page</title></head><body>${body}</body></html>`,
  );

describe('checkSite', () => {
  it('takes pages, anchors, pictures and other sites that are there', async () => {
    await writePage(
      'index',
      `<h1>A</h1><a href="/docs/other#part">1</a><a href="/docs/other.html">2</a>
       <a href="#here">3</a><i id="here"></i><img src="/docs/images/a.png">
       <a href="https://n8n.io/x#y">4</a><a href="/docs/other?theme=dark">5</a><a href="/docs/">6</a>`,
    );
    expect(await checkSite(folder, '/docs/')).toEqual([]);
  });

  it.each([
    ['<a href="/docs/gone">', 'index.html: /docs/gone leads nowhere'],
    ['<img src="/docs/images/gone.png">', 'index.html: /docs/images/gone.png leads nowhere'],
    ['<a href="/docs/other#gone">', 'index.html: /docs/other#gone has no such anchor'],
    ['<a href="#gone">', 'index.html: #gone has no such anchor'],
    ['<a href="/other">', 'index.html: /other is not below /docs/'],
    ['<a href="/docs/images">', 'index.html: /docs/images leads nowhere'],
    ['<h1>A second title</h1>', 'index.html: has no title, or several'],
  ])('finds %s', async (body, problem) => {
    await writePage('index', `<h1>A</h1>${body}`);
    expect(await checkSite(folder, '/docs/')).toEqual([problem]);
  });

  it('does not take an empty folder for a site', async () => {
    await rm(join(folder, 'other.html'));
    expect(await checkSite(folder, '/')).toEqual([`There are no pages in ${folder}.`]);
  });
});
