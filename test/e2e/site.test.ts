import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sidebar } from '../../docs/.vitepress/pages.ts';
import { startBrowser, startDocs, type RunningDocs } from '../../playground/index.ts';

const routes = sidebar.flatMap(({ items }) => items.map(({ link }) => link));
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let folder: string;
let docs: RunningDocs;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'video-generation-site-'));
  docs = await startDocs(folder);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await docs?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(settings: object) {
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(docs.url))
      complaints.push(`asked for ${request.url()}`);
  });
  return { page, complaints, close: () => context.close() };
}

const visit = async (page: Page, route: string) => {
  await page.goto(docs.url + route);
  // By then the page has come to life, and would have complained.
  await page.waitForFunction(`document.querySelector('#app').__vue_app__`);
};

describe('the site on a phone', () => {
  it('fits each page into the width, shows all pictures, and asks nobody else', async () => {
    const { page, complaints, close } = await open(phone);
    for (const route of routes) {
      await visit(page, route);
      const seen = (await page.evaluate(`({
        tooWide: document.documentElement.scrollWidth - innerWidth,
        broken: [...document.images].filter((one) => one.complete && !one.naturalWidth).map((one) => one.src),
      })`)) as object;
      expect({ route, ...seen }).toEqual({ route, tooWide: 0, broken: [] });
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the reference, as a file without a network', () => {
  it('shows operations, callback and what is not stated, and asks for nothing', async () => {
    const { page, complaints, close } = await open({ offline: true });
    const url = pathToFileURL('openapi/dist/reference.html').href;
    await page.goto(url);
    for (const name of ['Create a video', 'Read a task', 'A task reached a result'])
      await page.getByRole('heading', { name }).waitFor();
    await page.getByText('Not stated').first().waitFor();
    await page.getByRole('button', { name: "Receive the task's result" }).click();
    await page.getByText('Treat it as a doorbell').first().waitFor();
    expect(complaints).toEqual([`asked for ${url}`]);
    await close();
  });
});
