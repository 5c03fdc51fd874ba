import { it } from 'vitest';
import { useSleepingN8n } from './rig.ts';
import { takeLargeFile } from './takeLargeFile.ts';

useSleepingN8n({ N8N_DEFAULT_BINARY_DATA_MODE: 'database' });

// n8n itself holds a file whole on its way into the database.
it('takes over a file of 300 MB where n8n keeps files in its database', async () => {
  await takeLargeFile();
});
