import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../startTestSandbox.ts';
import { heldRenderer } from './heldRenderer.ts';
import { waitFor } from '../waitFor.ts';

const begin = async (sandbox: Awaited<ReturnType<typeof startTestSandbox>>, prompt: string) =>
  sandbox.create({ model: 'videogen-2.0-text-to-video', prompt });

describe('the queue', () => {
  it('renders no more tasks at once than it may, in the order in which they came', async () => {
    const { renderer, begun, releases } = heldRenderer();
    const sandbox = await startTestSandbox({ renderer });
    // Two that come at once make room on the disk at once, and either may be the first.
    await begin(sandbox, 'one');
    await waitFor(() => begun.length >= 1 || undefined);
    for (const prompt of ['two', 'three', 'four']) await begin(sandbox, prompt);
    await waitFor(() => begun.length >= 2 || undefined);
    expect(await sandbox.health()).toMatchObject({ waiting: 2, rendering: 2 });
    releases[0]?.();
    await waitFor(() => begun.length >= 3 || undefined);
    expect(await sandbox.health()).toMatchObject({ waiting: 1, rendering: 2 });
    expect(begun).toStrictEqual(['one', 'two', 'three']);
  });

  it('renders as many as the options say rather than the renderer', async () => {
    const { renderer, begun } = heldRenderer();
    const sandbox = await startTestSandbox({ renderer, concurrency: 1 });
    for (const prompt of ['one', 'two']) await begin(sandbox, prompt);
    await waitFor(() => begun.length >= 1 || undefined);
    expect(await sandbox.health()).toMatchObject({ waiting: 1, rendering: 1 });
  });
});
