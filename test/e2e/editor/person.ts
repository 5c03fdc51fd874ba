import type { Locator } from 'playwright-core';
import type { Editor } from './browser.ts';
import { pick } from './form.ts';

/** All that n8n's editor holds of the workflow and its forms, as text; run in the page. */
const editorState = `(() => {
  const { $pinia } = document.querySelector('#app').__vue_app__.config.globalProperties;
  const seen = new WeakSet();
  return JSON.stringify($pinia.state.value, (key, value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return undefined;
    seen.add(value);
    return value;
  });
})()`;

/** A person at the editor. */
export class Person {
  readonly editor: Editor;

  constructor(editor: Editor) {
    this.editor = editor;
  }

  /** Begins with an empty workflow, at its node list. */
  async startAfresh(): Promise<void> {
    await this.editor.page.goto('/workflow/new');
    await this.editor.byId('canvas-plus-button').click();
  }

  /**
   * Looks for a node in the node list and picks it.
   *
   * @param action - what to pick of the list that it shows, where it has one
   */
  async addNode(search: string, node: string, action?: string): Promise<void> {
    const { byId, page } = this.editor;
    await byId('node-creator-search-bar').fill(search);
    const named = page.getByText(node, { exact: true });
    const item = byId('item-iterator-item').filter({ has: named }).first();
    const form = byId('node-parameters');
    const shown = action === undefined ? form : page.getByText(action, { exact: true }).first();
    await pick(item, shown);
    if (action !== undefined) await shown.click();
    await form.waitFor();
  }

  /** Opens the node list behind a node of the canvas. */
  async goOnAfter(node: string): Promise<void> {
    await this.plusOf('canvas-node-output-handle', node, 'main').click();
  }

  /** Opens the node list for what is to stand below an agent or one of its tools. */
  async goOnBelow(node: string, kind: 'ai_languageModel' | 'ai_tool'): Promise<void> {
    await this.plusOf('canvas-node-input-handle', node, kind).click();
  }

  private plusOf(handle: string, node: string, kind: string): Locator {
    return this.editor.page
      .locator(
        `[data-test-id="${handle}"][data-node-name="${node}"][data-connection-type="${kind}"]`,
      )
      .locator('[data-test-id="canvas-handle-plus"]')
      .first();
  }

  /** Picks a choice of a list of the open node. */
  async choose(field: string, choice: string): Promise<void> {
    const { byId, page } = this.editor;
    await byId(`parameter-input-${field}`).click();
    await page
      .locator('.el-select-dropdown__item:visible')
      .filter({ has: page.getByText(choice, { exact: true }) })
      .click();
  }

  /** Fills a text field of the open node, or the expression that it holds. */
  async fill(name: string, text: string): Promise<void> {
    const field = this.editor.byId(`parameter-input-${name}`);
    await field.locator('input, textarea, .cm-content').first().fill(text);
    // n8n takes over what was typed a moment later, and not at all if the form is closed before.
    const stored = JSON.stringify(text).slice(1, -1);
    await this.editor.page.waitForFunction(`${editorState}.includes(${JSON.stringify(stored)})`);
  }

  /** Adds a field of a collection of the open node, by the text of the collection's button. */
  async addOption(button: string, option: string): Promise<void> {
    const { page } = this.editor;
    await page.getByPlaceholder(button).click();
    await page
      .locator('.el-select-dropdown__item:visible')
      .filter({ has: page.getByText(option, { exact: true }) })
      .click();
  }

  /** Says something in the editor's chat. */
  async say(text: string): Promise<void> {
    await this.editor.byId('chat-input').fill(text);
    await this.editor.page.keyboard.press('Enter');
  }

  /** Opens a node of the canvas, with a double-click. */
  async open(node: string): Promise<void> {
    const { byId } = this.editor;
    await byId('canvas-node').filter({ hasText: node }).first().dblclick();
    await byId('node-parameters').waitFor();
  }

  /** Closes the open node. */
  async backToCanvas(): Promise<void> {
    await this.editor
      .byId('ndv-close-button')
      .or(this.editor.byId('back-to-canvas'))
      .first()
      .click();
  }
}
