import { fileURLToPath } from 'node:url';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../../playground/index.ts';

const file = new URL('../../../openapi/dist/reference.html', import.meta.url);

let browser: Browser;
let page: Page;
const asked: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  browser = await startBrowser();
  const context = await browser.newContext({ offline: true });
  page = await context.newPage();
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(file.href);
  await page.getByRole('heading', { name: 'Create a video' }).waitFor();
});

afterAll(() => browser.close());

describe('the reference, in a browser without a network', () => {
  it('asks for nothing but itself and complains of nothing', () => {
    // Pictures that are inside the page have data: addresses.
    expect(asked.filter((url) => !/^(data|blob):/.test(url))).toStrictEqual([
      `file://${fileURLToPath(file)}`,
    ]);
    expect(complaints).toStrictEqual([]);
  });

  it('shows operations, the webhook, the callback with its words, and what is not stated', async () => {
    for (const name of ['Create a video', 'Read a task', 'A task reached a result'])
      expect(await page.getByRole('heading', { name }).isVisible()).toBe(true);
    await page.getByText('Not stated').first().waitFor();
    const callback = page.getByRole('button', { name: "Receive the task's result" });
    await callback.scrollIntoViewIfNeeded();
    await callback.click();
    await page.getByText('Treat it as a doorbell').first().waitFor();
  });
});
