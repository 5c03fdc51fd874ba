import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startBrowser } from '../../../playground/index.ts';
import type { RealN8n } from '../realN8n.ts';

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
export async function openEditor({
  n8n,
  client,
}: Pick<RealN8n, 'n8n' | 'client'>): Promise<Editor> {
  const browser = await startBrowser();
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
