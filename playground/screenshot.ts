import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { demoWorkflowId } from './demo/seed.ts';
import { demoFolder, rootFolder } from './folders.ts';
import { createClient } from './rest/client.ts';
import { loginAsOwner } from './rest/owner.ts';
import { readSecrets } from './secrets.ts';
import { startBrowser } from './startBrowser.ts';

// Takes the README's picture in a running `npm start`: node playground/screenshot.ts http://localhost:5678
const [url = 'http://localhost:5678'] = process.argv.slice(2);
const target = join(rootFolder, 'docs', 'images', 'workflow.png');

const EXECUTION_TIMEOUT_MS = 60_000;

const client = createClient(url);
await loginAsOwner(client, (await readSecrets(demoFolder())).account);
await mkdir(dirname(target), { recursive: true });
const browser = await startBrowser();
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
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
  await browser.close();
}
