import type { Locator } from 'playwright-core';
import type { Editor } from './browser.ts';

/** What a person does to reach a goal, counted. */
export interface Effort {
  clicks: number;
  /** Fields that were typed into, searches included. */
  fields: number;
}

/** A person at the editor: every click and every field that they fill counts. */
export class Person {
  readonly effort: Effort = { clicks: 0, fields: 0 };

  readonly editor: Editor;

  constructor(editor: Editor) {
    this.editor = editor;
  }

  async click(target: Locator): Promise<void> {
    this.effort.clicks += 1;
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    this.effort.fields += 1;
    await field.fill(text);
  }

  /** Looks for a node and picks it, or one of its actions where it has a list of them. */
  async addNode(search: string, node: string, action = 'Add to workflow'): Promise<void> {
    const { byId, page } = this.editor;
    await this.type(byId('node-creator-search-bar'), search);
    const found = byId('item-iterator-item').filter({ hasText: node }).first();
    await this.click(found);
    await this.click(page.getByText(action, { exact: true }).first());
    await byId('node-parameters').waitFor();
  }

  /** Opens the node list behind a node of the canvas. */
  async goOnAfter(node: string): Promise<void> {
    const { page } = this.editor;
    await this.click(
      page
        .locator(
          `[data-test-id="canvas-node-output-handle"][data-node-name="${node}"] [data-test-id="canvas-handle-plus"]`,
        )
        .first(),
    );
  }

  /** Picks a choice of a list of the open node. */
  async choose(field: string, choice: string): Promise<void> {
    const { byId, page } = this.editor;
    await this.click(byId(`parameter-input-${field}`));
    await this.click(
      page
        .locator('.el-select-dropdown__item:visible')
        .filter({ has: page.getByText(choice, { exact: true }) }),
    );
  }

  /** Fills a text field of the open node. */
  async fill(field: string, text: string): Promise<void> {
    await this.type(
      this.editor.byId(`parameter-input-${field}`).locator('input, textarea').first(),
      text,
    );
  }

  /** Adds a field of a collection of the open node. */
  async addOption(collection: string, option: string): Promise<void> {
    const { page } = this.editor;
    await this.click(page.getByText(collection).last());
    await this.click(
      page.locator('.el-select-dropdown__item:visible').filter({ hasText: option }).first(),
    );
  }

  /** Closes the open node. */
  async backToCanvas(): Promise<void> {
    await this.click(
      this.editor.byId('ndv-close-button').or(this.editor.byId('back-to-canvas')).first(),
    );
  }
}
