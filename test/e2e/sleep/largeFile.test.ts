import { expect, it } from 'vitest';
import { useSleepingN8n } from './rig.ts';
import { takeLargeFile } from './takeLargeFile.ts';

useSleepingN8n();

it('takes over a file of 300 MB after a sleep without holding it in memory', async () => {
  expect(await takeLargeFile()).toBeLessThan(150);
});
