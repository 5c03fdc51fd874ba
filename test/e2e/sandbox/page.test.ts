import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../../playground/index.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/src/index.ts';
import { orderVideo } from '../orderVideo.ts';

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ speed: 100, preset: 'public' });
  browser = await startBrowser();
  page = await browser.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

const create = (prompt: string) => orderVideo(ours(), { prompt, duration: 1, quality: '144p' });
const ours = () => ({ url: sandbox.url, apiKey: sandbox.key });

const card = (id: string) => page.locator(`[data-task="${id}"]`);

describe('the page of the sandbox', () => {
  it('says that there are no tasks, then shows new ones without a reload', async () => {
    await page.goto(sandbox.url);
    await page.getByText('No tasks yet').waitFor();
    const id = await create('مرحبا <b>by hand</b>');
    await card(id).getByText('مرحبا <b>by hand</b>').waitFor();
    await card(id).getByText('completed').waitFor();
    expect(complaints).toStrictEqual([]);
  });

  it('plays the video in the browser when it is finished', async () => {
    const id = await create('A paper boat');
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
