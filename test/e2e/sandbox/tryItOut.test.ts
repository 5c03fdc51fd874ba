import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { type Browser, type Page } from 'playwright-core';
import { operations } from 'videogen-openapi/constants';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBrowser } from '../../../playground/index.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/src/index.ts';

const require = createRequire(import.meta.url);
const assets = dirname(require.resolve('swagger-ui-dist/package.json'));
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

const html = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/swagger-ui.css"><div id="ui"></div>
<script src="/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui', validatorUrl: null });</script>`;

let sandbox: Sandbox;
let server: Server;
let browser: Browser;
let page: Page;

/** Swagger UI with the built document, whose server is the sandbox, on a port of its own. */
async function serveUi(): Promise<number> {
  const document = JSON.parse(await readFile('openapi/dist/openapi.json', 'utf8'));
  const answers: Record<string, [type: string, text: string]> = {
    '/': ['text/html', html],
    '/openapi.json': [
      'application/json',
      JSON.stringify({ ...document, servers: [{ url: sandbox.url }] }),
    ],
  };
  server = createServer(({ url = '/' }, response) => {
    const [type, text] = answers[url] ?? [];
    if (type) return void response.setHeader('content-type', type).end(text);
    if (!(extname(url) in types)) return void response.writeHead(404).end();
    response.setHeader('content-type', types[extname(url)]!);
    createReadStream(join(assets, url.slice(1))).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  sandbox = await startSandbox({ renderer: 'instant' });
  browser = await startBrowser();
  page = await browser.newPage();
});

afterEach(async () => {
  await browser.close();
  await sandbox.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

/** Opens an operation and makes it ready to be sent. */
async function open(operationId: keyof typeof operations) {
  const { method, path } = operations[operationId];
  const block = page.locator(`.opblock-${method.toLowerCase()}`).filter({ hasText: path });
  await block.locator('.opblock-summary-control').first().click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  return block;
}

const answerOf = (block: Awaited<ReturnType<typeof open>>) => {
  const live = block.locator('.live-responses-table');
  return {
    status: () => live.locator('.response-col_status').last().innerText(),
    body: () => live.locator('.highlight-code').first().innerText(),
  };
};

describe("Swagger UI's Try it out", () => {
  it('creates a task of the sandbox and reads it', async () => {
    await page.goto(`http://127.0.0.1:${await serveUi()}/`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.modal-ux input').fill(sandbox.key);
    await page.locator('.modal-ux .auth-btn-wrapper .authorize').click();
    await page.locator('.modal-ux .btn-done').click();

    const create = await open('createVideo');
    await create
      .locator('textarea.body-param__text')
      .fill(JSON.stringify({ model: 'videogen-2.0-text-to-video', prompt: 'A paper boat' }));
    await create.getByRole('button', { name: 'Execute' }).click();
    await expect.poll(answerOf(create).status, { timeout: 60_000 }).toMatch(/^200/);
    const id = /task_\w+/.exec(await answerOf(create).body())?.[0];

    const read = await open('getTask');
    await read.locator('.parameters input[type=text]').first().fill(id!);
    const body = answerOf(read).body;
    await expect
      .poll(
        async () => {
          await read.getByRole('button', { name: 'Execute' }).click();
          await read.locator('.live-responses-table').waitFor();
          return body();
        },
        { interval: 1000, timeout: 60_000 },
      )
      .toContain('"completed"');
  });
});
