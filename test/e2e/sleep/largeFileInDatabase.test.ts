import { expect, it } from 'vitest';
import { real, useSleepingN8n } from './rig.ts';
import { takeByHttpRequest, takeLargeFile } from './takeLargeFile.ts';

useSleepingN8n({ N8N_DEFAULT_BINARY_DATA_MODE: 'database' });

// n8n itself holds a file whole on its way into the database, some times over.
it('takes no more memory than HTTP Request where n8n keeps files in its database', async () => {
  const ours = await takeLargeFile();
  await real.killAndRestart();
  const byHand = await takeByHttpRequest();
  expect(ours / byHand).toBeLessThan(1.25);
});
