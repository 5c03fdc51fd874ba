import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startBrowser } from '../../../playground/startBrowser.ts';
import { dist, here } from '../context.js';
import { Missing } from '../openapi-generator.js';

const modules = join(here, 'node_modules');
const files = {
  '/openapi.json': [join(dist, 'openapi.json'), 'application/json'],
  '/rapidoc.js': [join(modules, 'rapidoc/dist/rapidoc-min.js'), 'text/javascript'],
  '/swagger-ui.js': [join(modules, 'swagger-ui-dist/swagger-ui-bundle.js'), 'text/javascript'],
};

const pages = {
  '/rapidoc': `<script src="/rapidoc.js"></script>
    <rapi-doc spec-url="/openapi.json" render-style="view" load-fonts="false"></rapi-doc>`,
  '/swagger-ui': `<div id="page"></div><script src="/swagger-ui.js"></script>
    <script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#page', docExpansion: 'full' });</script>`,
};

const server = createServer(({ url }, response) => {
  const [file, type] = files[url] ?? [];
  response.setHeader('content-type', type ?? 'text/html');
  if (file) createReadStream(file).pipe(response);
  else response.end(pages[url] && `<!doctype html><meta charset="utf-8">${pages[url]}`);
});

/** Opens a page and waits until it shows every text; faults of its scripts are told. */
async function shows(browser, address, texts) {
  const page = await browser.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(address);
  for (const text of texts)
    await page.getByText(text).first().waitFor({ state: 'visible', timeout: 60_000 });
  assert.deepEqual(faults, []);
  await page.close();
}

export default {
  tool: 'Swagger UI, RapiDoc (browser)',
  proves: 'both show the operations, Swagger UI the webhook too, without a fault in the page',
  async check() {
    const browser = await startBrowser().catch((error) => {
      throw new Missing(error.message);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = `http://127.0.0.1:${server.address().port}`;
      const operations = ['Create a video', 'Read a task'];
      await shows(browser, `${address}/rapidoc`, operations);
      await shows(browser, `${address}/swagger-ui`, [...operations, 'A task reached a result']);
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  },
};
