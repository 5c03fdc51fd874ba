import { describe, expect, it } from 'vitest';
import { chosenLine } from '../lines/chosenLine.ts';
import { real, useSleepingN8n } from './rig.ts';
import { takeByHttpRequest, takeLargeFile } from './takeLargeFile.ts';

describe.skipIf(!chosenLine.keepsFilesInDatabase)('an n8n that keeps files in its database', () => {
  useSleepingN8n({ N8N_DEFAULT_BINARY_DATA_MODE: 'database' });

  // n8n itself holds a file whole on its way into the database, some times over.
  it('takes no more memory than HTTP Request', async () => {
    const ours = await takeLargeFile();
    await real.killAndRestart();
    const byHand = await takeByHttpRequest();
    expect(ours / byHand).toBeLessThan(1.25);
  });
});
