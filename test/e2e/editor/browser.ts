import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startBrowser } from '../../../playground/index.ts';
import type { RealN8n } from '../realN8n.ts';

/** A loaded machine takes half a minute to open n8n's editor. */
export const ACTION_TIMEOUT_MS = 120_000;

// What n8n moves on the page takes a slow machine the time that the test waits for.
const standStill = `document.addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important; }';
  document.head.append(style);
});`;

/** As the browser's own buttons do: to load the whole app takes a core ten seconds. */
const goTo = (path: string) => `
  history.pushState(history.state, '', ${JSON.stringify(path)});
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));`;

export interface Editor {
  page: Page;
  /** Goes to another page of n8n, within the app once that is loaded. */
  visit(path: string): Promise<void>;
  /** The element with one of n8n's own test ids. */
  byId(testId: string): Locator;
  /** Keeps a picture for the docs, when UPDATE_SCREENSHOTS is set. */
  shoot(name: string): Promise<void>;
  /** Opens another page in the same browser. */
  openAnother(path: string): Promise<Pick<Editor, 'page' | 'shoot'>>;
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
  await context.addInitScript(standStill);
  await context.addCookies([{ name, value, url: n8n.url }]);
  const openPage = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(ACTION_TIMEOUT_MS);
    const shoot = async (picture: string) => {
      if (!process.env.UPDATE_SCREENSHOTS) return;
      const path = join(import.meta.dirname, `../../../docs/images/${picture}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    };
    return { page, shoot };
  };
  const { page, shoot } = await openPage();
  const leave = page.getByRole('button', { name: 'Leave without saving' });
  await page.addLocatorHandler(leave, async () => await leave.click());
  return {
    page,
    shoot,
    async visit(path) {
      if (page.url() === 'about:blank') await page.goto(path);
      else await page.evaluate(goTo(path));
    },
    byId: (testId) => page.locator(`[data-test-id="${testId}"]`),
    async openAnother(path) {
      const other = await openPage();
      await other.page.goto(path);
      return other;
    },
    close: async () => await browser.close(),
  };
}

/** Closes n8n's messages, which would cover the next button. */
export async function closeMessages({ page }: Editor) {
  const closing = page.locator('.el-notification__closeBtn');
  for (const button of await closing.all()) await button.click();
  await closing.first().waitFor({ state: 'hidden' });
}
