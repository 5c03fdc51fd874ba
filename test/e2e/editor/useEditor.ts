import { afterAll, beforeAll } from 'vitest';
import { real, useRealN8n } from '../useRealN8n.ts';
import { openEditor, type Editor } from './browser.ts';

export { real };
export let editor: Editor;

/** Opens the editor of an n8n for the tests of a file, and ends both behind them. */
export function useEditor(): void {
  useRealN8n();
  beforeAll(async () => {
    editor = await openEditor(real);
  });
  afterAll(async () => await editor?.close());
}
