import { expect, it } from 'vitest';
import { useSleepingN8n } from './rig.ts';
import { takeLargeFile } from './takeLargeFile.ts';

// Whatever the settings for all tests say.
useSleepingN8n({ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });

it('takes over a file of 300 MB after a sleep without holding it in memory', async () => {
  expect(await takeLargeFile()).toBeLessThan(150);
});
