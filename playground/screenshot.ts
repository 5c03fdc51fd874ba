import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { demoWorkflowId } from './demo/seed.ts';
import { rootFolder } from './folders.ts';
import { createClient } from './rest/client.ts';
import { loginAsOwner } from './rest/owner.ts';

// Takes the README's picture in a running `npm start`: node playground/screenshot.ts http://localhost:5678
const [url = 'http://localhost:5678'] = process.argv.slice(2);
const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const target = join(rootFolder, 'docs', 'images', 'workflow.png');

const EXECUTION_TIMEOUT_MS = 60_000;

const client = createClient(url);
await loginAsOwner(client);
await mkdir(dirname(target), { recursive: true });
const profile = await mkdtemp(join(tmpdir(), 'screenshot-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'].concat([
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]),
  viewport: { width: 1280, height: 720 },
});
try {
  const [name, value] = client.cookie().split('=');
  await context.addCookies([{ name: name!, value: value!, url }]);
  const page = await context.newPage();
  await page.goto(`${url}/workflow/${demoWorkflowId}`);
  await page.locator('[data-test-id="execute-workflow-button"]').click();
  const finished = page.getByText('Workflow executed successfully');
  await finished.waitFor({ timeout: EXECUTION_TIMEOUT_MS });
  await finished.waitFor({ state: 'hidden' });
  await page.screenshot({ path: target });
} finally {
  await context.close();
  await rm(profile, { recursive: true, force: true });
}
