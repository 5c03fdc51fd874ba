import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page } from 'playwright-core';
import { operations } from 'videogen-openapi/constants';
import { type GenerationRequest } from 'videogen-openapi/types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBrowser } from '../../../playground/index.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/src/index.ts';

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let folder: string;
let complaints: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-page-'));
  sandbox = await startSandbox({ speed: 100, dataFolder: folder });
  browser = await startBrowser();
  page = await browser.newPage();
  complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
});

afterEach(async () => {
  await browser.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

async function create(request: Partial<GenerationRequest>): Promise<string> {
  const response = await fetch(sandbox.url + operations.createVideo.path, {
    method: operations.createVideo.method,
    headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'videogen-2.0-text-to-video',
      duration: 1,
      quality: '144p',
      ...request,
    }),
  });
  return ((await response.json()) as { id: string }).id;
}

const card = (id: string) => page.locator(`[data-task="${id}"]`);

describe('the page of the sandbox', () => {
  it('says that there are no tasks, then shows new ones without a reload', async () => {
    await page.goto(sandbox.url);
    await page.getByText('No tasks yet').waitFor();
    const id = await create({ prompt: 'مرحبا <b>by hand</b>' });
    await card(id).getByText('مرحبا <b>by hand</b>').waitFor();
    await card(id).getByText('completed').waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it('plays the video in the browser when it is finished', async () => {
    const id = await create({ prompt: 'A paper boat' });
    await page.goto(sandbox.url);
    const video = card(id).locator('video');
    await video.waitFor();
    await card(id).getByRole('progressbar').waitFor({ state: 'hidden' });
    await video.evaluate(async (element: { play(): Promise<void>; currentTime: number }) => {
      await element.play();
      while (element.currentTime < 0.3) await new Promise((done) => setTimeout(done, 20));
    });
    const size = await video.evaluate(
      ({ videoWidth, videoHeight }: { videoWidth: number; videoHeight: number }) => [
        videoWidth,
        videoHeight,
      ],
    );
    expect(size).toStrictEqual([256, 144]);
    expect(complaints).toStrictEqual([]);
  });
});
