import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { fingerprint } from './fingerprint.ts';
import { demoFolder, examplesFolder, rootFolder } from './folders.ts';
import { createClient } from './rest/client.ts';
import { loginAsOwner } from './rest/owner.ts';
import { readSecrets } from './secrets.ts';
import { startBrowser } from './startBrowser.ts';

const MARGIN_PX = 28;
const SLOWEST_STEP_MS = 120_000;
const VIEW = { width: 1320, height: 700 };
/** Workflows with more nodes than a row holds need room below. */
const TALL_VIEW = { width: 1320, height: 1500 };
const NODES_OF_A_ROW = 12;

/** What lies over the workflow. */
const overlays = [
  '.n8n-radio-buttons',
  '[role="radiogroup"]',
  '[data-test-id="logs-panel"]',
  '[data-test-id="canvas-controls"]',
  '[data-test-id="execute-workflow-button"]',
  '[data-test-id="workflow-chat-button"]',
  '[class*="executionButtons"]',
  '[data-test-id="node-creator-plus-button"]',
  '[data-test-id="command-bar-button"]',
  '[data-test-id="add-sticky-button"]',
  '[data-test-id="toggle-focus-panel-button"]',
  '[data-test-id="instance-ai-canvas-action-button"]',
  '[data-test-id="canvas-handle-plus"]',
].join(', ');

// Takes the docs' pictures of the examples in a running `npm start`:
// node playground/pictures.ts http://localhost:5678 [files of examples/, or all]
const [url = 'http://localhost:5678', ...wanted] = process.argv.slice(2);
const target = join(rootFolder, 'docs', 'images', 'examples');

const client = createClient(url);
await loginAsOwner(client, (await readSecrets(demoFolder())).account);
await mkdir(target, { recursive: true });
// Says of which version of an example its picture is, so that a test notices one that is out of date.
const list = join(target, 'taken-of.json');
const files = (await readdir(examplesFolder)).sort();
const earlier = JSON.parse(await readFile(list, 'utf8').catch(() => '{}'));
const takenOf: Record<string, string> = {};
const browser = await startBrowser();
try {
  const context = await browser.newContext({
    viewport: VIEW,
    deviceScaleFactor: 1.5,
  });
  const [name, value] = client.cookie().split('=');
  await context.addCookies([{ name: name!, value: value!, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(SLOWEST_STEP_MS);
  for (const file of files) {
    if (wanted.length > 0 && !wanted.includes(file)) {
      takenOf[file] = earlier[file];
      continue;
    }
    const text = await readFile(join(examplesFolder, file), 'utf8');
    const { id, nodes } = JSON.parse(text);
    await page.setViewportSize(nodes.length > NODES_OF_A_ROW ? TALL_VIEW : VIEW);
    await page.goto(`${url}/workflow/${id}`);
    const canvas = page.locator('[data-test-id="canvas"]');
    await canvas.locator('[data-test-id="canvas-node"]').first().waitFor();
    await page.addStyleTag({ content: `${overlays} { visibility: hidden !important }` });
    await page.keyboard.press('1');
    await settled(page.locator('.vue-flow__transformationpane'));
    await page.screenshot({
      path: join(target, `${basename(file, '.json')}.png`),
      clip: await frameOf(page),
      animations: 'disabled',
    });
    takenOf[file] = fingerprint(text);
  }
} finally {
  await browser.close();
}
await writeFile(list, `${JSON.stringify(takenOf, null, 2)}\n`);

/** Waits for the movements of an element to end. */
async function settled(element: Locator): Promise<void> {
  await element.evaluate(async (pane) => {
    for (const movement of pane.getAnimations({ subtree: true })) await movement.finished;
  });
}

/** What a picture shows: all nodes and notes, and a margin. */
async function frameOf(page: Page) {
  const boxes: Record<'left' | 'top' | 'right' | 'bottom', number>[] = await page
    .locator('.vue-flow__node, [data-test-id="canvas-node"] [class*="description"]')
    .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON()));
  const x = Math.min(...boxes.map(({ left }) => left)) - MARGIN_PX;
  const y = Math.min(...boxes.map(({ top }) => top)) - MARGIN_PX;
  const width = Math.max(...boxes.map(({ right }) => right)) + MARGIN_PX - x;
  const height = Math.max(...boxes.map(({ bottom }) => bottom)) + MARGIN_PX - y;
  return { x, y, width, height };
}
