import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright-core';
import type { RealN8n } from '../realN8n.ts';

// Chromium as root and without a screen; the rest keeps it from talking to anybody but n8n.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const ACTION_TIMEOUT_MS = 30_000;

export interface Editor {
  page: Page;
  /** The element with one of n8n's own test ids. */
  byId(testId: string): Locator;
  /** Keeps a picture for the docs, when UPDATE_SCREENSHOTS is set. */
  shoot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a Chromium that is logged in to the editor of a running n8n. */
export async function openEditor({ n8n, client }: RealN8n): Promise<Editor> {
  const executablePath = process.env.CHROMIUM ?? chromiumPaths.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error('No Chromium found; install one (Debian: apt-get install chromium).');
  const browser = await chromium.launch({ executablePath, args: flags });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: n8n.url,
  });
  const [name, value] = client.cookie().split('=') as [string, string];
  await context.addCookies([{ name, value, url: n8n.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  return {
    page,
    byId: (testId) => page.locator(`[data-test-id="${testId}"]`),
    async shoot(picture) {
      if (!process.env.UPDATE_SCREENSHOTS) return;
      const path = join(import.meta.dirname, `../../../docs/images/${picture}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    },
    close: async () => await browser.close(),
  };
}
