import type { Locator } from 'playwright-core';
import { vi } from 'vitest';
import { ACTION_TIMEOUT_MS, type Editor } from './browser.ts';

const RETRY_MS = 10_000;

/** Adds a node to a new workflow the way a person does: by searching for it, and for an action. */
export async function addNode(editor: Editor, search: string, node: string, action: string) {
  await searchNodeList(editor, search);
  const item = editor.byId('item-iterator-item').filter({ hasText: node }).first();
  await pick(item, editor.page.getByText('Node details'));
  await editor.page.getByText(action, { exact: true }).click();
  await editor.byId('node-parameters').waitFor();
}

/** Opens the node list of a new workflow, and types into its search. */
export async function searchNodeList({ visit, byId }: Editor, search: string): Promise<void> {
  await visit('/workflow/new');
  await byId('canvas-plus-button').click();
  await byId('node-creator-search-bar').fill(search);
}

/**
 * Picks an item of a list. n8n draws the list anew while it is searched, and a click on what has just
 * been replaced comes to nothing: so it clicks until that shows which the item leads to.
 */
async function pick(item: Locator, shown: Locator): Promise<void> {
  const click = async () => {
    if (await shown.isHidden()) await item.click({ timeout: RETRY_MS });
    await shown.waitFor({ timeout: RETRY_MS });
  };
  await vi.waitFor(click, { timeout: ACTION_TIMEOUT_MS });
}

/** Names that the node list shows now. */
export async function listedNodes({ byId }: Editor): Promise<string[]> {
  const texts = await byId('item-iterator-item').allInnerTexts();
  return texts.map((text) => text.split('\n')[0]!.trim());
}

/** Names of the parameters that the open node's form shows, top to bottom. */
export async function shownFields({ byId }: Editor): Promise<string[]> {
  return await byId('node-parameters')
    .locator('[data-test-id^="parameter-input-"]')
    .evaluateAll((inputs) =>
      inputs
        .filter((input) => input.checkVisibility())
        .map((input) => input.getAttribute('data-test-id')!.slice('parameter-input-'.length))
        .filter((name) => name !== 'field'),
    );
}

/** Picks a choice of a drop-down of the open node. */
export async function choose({ page, byId }: Editor, field: string, choice: string) {
  const shown = page.locator('.el-select-dropdown__item:visible');
  await byId(`parameter-input-${field}`).click();
  await shown.filter({ has: page.getByText(choice, { exact: true }) }).click();
  // It fades away, and would be taken for the next one.
  await shown.first().waitFor({ state: 'hidden' });
}

/** Types into a text field of the open node. */
export async function fill({ byId }: Editor, field: string, text: string) {
  await byId(`parameter-input-${field}`).locator('input, textarea').first().fill(text);
}
